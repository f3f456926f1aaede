#pragma once

#include "rowsort/errors.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

/// How much memory a storage format takes. The row lengths tell it before anything is built.
namespace rowsort::lesson {

struct FormatSize {
  std::uint64_t bytes = 0;   ///< of all arrays of the format, without x and y
  std::uint64_t places = 0;  ///< places for a nonzero: the nonzeros and the padding
};

/// Bytes of a place: a 32-bit column index and a 32-bit value.
inline constexpr std::uint64_t kPlaceBytes = sizeof(int) + sizeof(float);

/// Sum of the row lengths.
std::uint64_t nonzeros_of(std::span<const int> row_lengths);

/// Length of the longest row; 0 without rows.
std::uint64_t longest_row(std::span<const int> row_lengths);

/// Share of the places that hold padding: 1 - useful_share(). For sliced ELL that useful share is the
/// chunk occupancy beta of Kreutzer, Hager, Wellein, Fehske and Bishop (SIAM J. Sci. Comput. 36(5),
/// 2014): nnz / sum over slices of 32 * (longest row of the slice).
double padding_share(std::uint64_t nonzeros, std::uint64_t places);

/// Bytes of the matrix as a dense array of 32-bit floats. Throws std::length_error when 64 bits
/// cannot hold the number.
std::uint64_t dense_bytes(std::uint64_t rows, std::uint64_t cols);

/// A format would take more memory than it may.
class FormatTooLarge : public UsageError {
 public:
  using UsageError::UsageError;
};

/// Bytes that a format may take by default: 2 GiB. ELL of the skewed matrix, 26 times as large as
/// its nonzeros, still fits.
inline constexpr std::uint64_t kDefaultFormatLimit = std::uint64_t{2} << 30;

/// Throws FormatTooLarge, naming the size, the limit and the reason `because`. Call it before
/// allocating anything.
void require_format_fits(const std::string& format, const FormatSize& size, std::uint64_t limit,
                         const std::string& because);

/// How far the 32-bit loop variable of a kernel may go past the last place of its arrays.
inline constexpr std::size_t kIndexSlack = 1 << 16;

/// Throws FormatTooLarge when the rows or places of a format come so near to 2^31 that a kernel's
/// loop variable could pass it.
void require_32_bit_room(const std::string& format, std::size_t rows, std::size_t places);

/// "64 MiB", "1.64 GiB", "1 TiB": three digits, in powers of 1024.
std::string memory_text(std::uint64_t bytes);

}  // namespace rowsort::lesson
