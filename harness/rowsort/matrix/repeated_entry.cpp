#include "repeated_entry.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

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

// The keys that stand more than once in `keys`, each once, rising.
std::vector<std::uint64_t> repeated_keys(std::vector<std::uint64_t> keys) {
  std::sort(keys.begin(), keys.end());
  std::vector<std::uint64_t> repeated;
  for (std::size_t i = 1; i < keys.size(); ++i) {
    if (keys[i] == keys[i - 1] && (repeated.empty() || repeated.back() != keys[i])) {
      repeated.push_back(keys[i]);
    }
  }
  return repeated;
}

}  // namespace

std::optional<RepeatedEntry> find_repeated_entry(const Coo& coo) {
  if (strictly_rising(coo.row, coo.col) || strictly_rising(coo.col, coo.row)) return std::nullopt;

  std::vector<std::uint64_t> keys(coo.nnz());
  for (std::size_t e = 0; e < keys.size(); ++e) keys[e] = key(coo.row[e], coo.col[e]);
  const std::vector<std::uint64_t> repeated = repeated_keys(std::move(keys));
  if (repeated.empty()) return std::nullopt;

  constexpr std::size_t kNotSeen = std::numeric_limits<std::size_t>::max();
  std::vector<std::size_t> first_entry(repeated.size(), kNotSeen);
  for (std::size_t e = 0; e < coo.nnz(); ++e) {
    const std::uint64_t place = key(coo.row[e], coo.col[e]);
    const auto found = std::lower_bound(repeated.begin(), repeated.end(), place);
    if (found == repeated.end() || *found != place) continue;
    std::size_t& first = first_entry[static_cast<std::size_t>(found - repeated.begin())];
    if (first != kNotSeen) return RepeatedEntry{first, e};
    first = e;
  }
  return std::nullopt;
}

}  // namespace rowsort
