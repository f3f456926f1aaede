#pragma once

#include <cstddef>
#include <string>

#include "text_lines.h"

namespace rowsort {

/// What the banner and the size line of a Matrix Market file say.
struct MatrixMarketHeader {
  enum class Field { kReal, kInteger, kPattern } field = Field::kReal;
  bool symmetric = false;
  std::size_t rows = 0;
  std::size_t cols = 0;
  std::size_t entries = 0;  ///< as stored; a symmetric matrix has more nonzeros
};

/// Reads up to the size line. Once this returns, the shape fits 32-bit indices and the text is long
/// enough for the entries promised. Throws MatrixMarketError.
MatrixMarketHeader read_matrix_market_header(TextLines& lines);

/// require_32_bit_shape() with MatrixMarketError for the current line.
void require_32_bit_shape(const TextLines& lines, std::size_t rows, std::size_t cols,
                          std::size_t nnz);

/// "1 entry", "2 entries".
std::string counted_entries(std::size_t entries);

}  // namespace rowsort
