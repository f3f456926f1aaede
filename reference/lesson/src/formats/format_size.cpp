#include "format_size.h"

#include "rowsort/matrix/csr_view.h"
#include "rowsort/matrix/lane_slots.h"
#include "rowsort/text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>

namespace rowsort::lesson {

std::uint64_t nonzeros_of(std::span<const int> row_lengths) {
  return std::accumulate(row_lengths.begin(), row_lengths.end(), std::uint64_t{0});
}

std::uint64_t longest_row(std::span<const int> row_lengths) {
  const auto longest = std::max_element(row_lengths.begin(), row_lengths.end());
  return longest == row_lengths.end() ? 0 : static_cast<std::uint64_t>(*longest);
}

double padding_share(std::uint64_t nonzeros, std::uint64_t places) {
  return 1 - useful_share(nonzeros, places);
}

std::uint64_t dense_bytes(std::uint64_t rows, std::uint64_t cols) {
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max() / sizeof(float);
  if (rows != 0 && cols > kMost / rows) {
    throw std::length_error("a dense matrix of " + grouped(rows) + " rows and " + grouped(cols) +
                            " columns has more bytes than 64 bits can count");
  }
  return rows * cols * sizeof(float);
}

void require_format_fits(const std::string& format, const FormatSize& size, std::uint64_t limit,
                         const std::string& because) {
  if (size.bytes <= limit) return;
  throw FormatTooLarge(format + " would take " + memory_text(size.bytes) + " for " +
                       counted(size.places, "place") + ", because " + because + "; the limit is " +
                       memory_text(limit));
}

void require_32_bit_room(const std::string& format, std::size_t rows, std::size_t places) {
  if (std::max(rows, places) <= kMaxNonzeros - kIndexSlack) return;
  throw FormatTooLarge(format + " has " + counted(rows, "row") + " and " +
                       counted(places, "place") + "; the kernels' 32-bit offsets end at 2^31");
}

std::string memory_text(std::uint64_t bytes) {
  constexpr std::array kUnits = {"bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  auto amount = static_cast<double>(bytes);
  std::size_t unit = 0;
  while (amount >= 1024 && unit + 1 < kUnits.size()) {
    amount /= 1024;
    ++unit;
  }
  const bool whole = amount == std::floor(amount) || amount >= 100;
  return fixed(amount, whole ? 0 : amount >= 10 ? 1 : 2) + " " + kUnits[unit];
}

}  // namespace rowsort::lesson
