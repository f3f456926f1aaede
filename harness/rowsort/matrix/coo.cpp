#include "coo.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>

namespace rowsort {
namespace {

// Indices are below 2^31, so (a, b) pairs compare as these keys do.
std::uint64_t key(int a, int b) {
  return static_cast<std::uint64_t>(a) << 32 | static_cast<std::uint64_t>(b);
}

bool strictly_rising(const std::vector<int>& major, const std::vector<int>& minor) {
  for (std::size_t e = 1; e < major.size(); ++e) {
    if (key(major[e - 1], minor[e - 1]) >= key(major[e], minor[e])) return false;
  }
  return true;
}

}  // namespace

void Coo::reserve(std::size_t nonzeros) {
  row.reserve(nonzeros);
  col.reserve(nonzeros);
  val.reserve(nonzeros);
}

void Coo::add(int row_index, int col_index, float value) {
  row.push_back(row_index);
  col.push_back(col_index);
  val.push_back(value);
}

Csr to_csr(const Coo& coo) {
  require_32_bit_shape(coo.rows, coo.cols, coo.nnz());
  Csr csr;
  csr.cols = coo.cols;
  csr.row_ptr.assign(coo.rows + 1, 0);
  for (const int row : coo.row) ++csr.row_ptr[static_cast<std::size_t>(row) + 1];
  std::partial_sum(csr.row_ptr.begin(), csr.row_ptr.end(), csr.row_ptr.begin());

  std::vector<int> next(csr.row_ptr.begin(), csr.row_ptr.end() - 1);
  csr.col_idx.resize(coo.nnz());
  csr.val.resize(coo.nnz());
  for (std::size_t e = 0; e < coo.nnz(); ++e) {
    const auto slot = static_cast<std::size_t>(next[static_cast<std::size_t>(coo.row[e])]++);
    csr.col_idx[slot] = coo.col[e];
    csr.val[slot] = coo.val[e];
  }
  return csr;
}

Coo to_coo(const CsrView& matrix) {
  Coo coo{matrix.rows(),
          matrix.cols,
          {},
          {matrix.col_idx.begin(), matrix.col_idx.end()},
          {matrix.val.begin(), matrix.val.end()}};
  coo.row.reserve(coo.nnz());
  for (std::size_t row = 0; row < coo.rows; ++row) {
    coo.row.insert(coo.row.end(), static_cast<std::size_t>(matrix.row_length(row)),
                   static_cast<int>(row));
  }
  return coo;
}

std::optional<RepeatedEntry> find_repeated_entry(const Coo& coo) {
  if (strictly_rising(coo.row, coo.col) || strictly_rising(coo.col, coo.row)) return std::nullopt;

  // Sorted by place, and by entry where places are equal.
  std::vector<std::pair<std::uint64_t, std::size_t>> places(coo.nnz());
  for (std::size_t e = 0; e < places.size(); ++e) places[e] = {key(coo.row[e], coo.col[e]), e};
  std::sort(places.begin(), places.end());
  std::optional<RepeatedEntry> found;
  for (std::size_t i = 1; i < places.size(); ++i) {
    if (places[i].first != places[i - 1].first) continue;
    if (!found || places[i].second < found->second) {
      found = {places[i - 1].second, places[i].second};
    }
  }
  return found;
}

}  // namespace rowsort
