/// A Matrix Market file, which a student may name with --matrix.

#include "rowsort/errors.h"
#include "rowsort/matrix/matrix_market.h"

#include <cstddef>
#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    rowsort::read_matrix_market({reinterpret_cast<const char*>(data), size}, "fuzz.mtx");
  } catch (const rowsort::UsageError&) {
  }
  return 0;
}
