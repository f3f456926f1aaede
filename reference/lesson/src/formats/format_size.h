#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

namespace rowsort::lesson {

/// What a storage format takes, known from the row lengths before anything is built.
struct FormatSize {
  std::uint64_t bytes = 0;   ///< of all arrays of the format; x and y not among them
  std::uint64_t places = 0;  ///< places for a nonzero: the nonzeros and the padding
};

/// Share of the places that hold no nonzero, from 0 to 1; 0 without places.
double padding_share(std::uint64_t nonzeros, std::uint64_t places);

/// Share of the places that hold a nonzero: the chunk occupancy beta of Kreutzer, Hager, Wellein,
/// Fehske and Bishop (SIAM J. Sci. Comput. 36(5), 2014), nnz / sum over slices of
/// 32 * (longest row of the slice). 1 without places.
double chunk_occupancy(std::uint64_t nonzeros, std::uint64_t places);

/// Bytes that the matrix takes as a dense array of 32-bit floats. Throws std::length_error when 64
/// bits cannot hold the number.
std::uint64_t dense_bytes(std::uint64_t rows, std::uint64_t cols);

/// A format would take more memory than it may.
class FormatTooLarge : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Bytes that a format may take unless the caller says otherwise: 2 GiB, room for ELL on the skewed
/// matrix (26 times its nonzeros).
inline constexpr std::uint64_t kDefaultFormatLimit = std::uint64_t{2} << 30;

/// Throws FormatTooLarge, with the size, what `because` says of it, and the limit. Called before
/// anything is allocated.
void require_format_fits(const std::string& format, const FormatSize& size, std::uint64_t limit,
                         const std::string& because);

/// "64 MiB", "1.64 GiB", "1 TiB": three digits, in powers of 1024.
std::string memory_text(std::uint64_t bytes);

}  // namespace rowsort::lesson
