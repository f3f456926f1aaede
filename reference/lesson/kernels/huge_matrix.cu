/// Builds an even matrix in device memory that most hosts have no room for. Its entries are those
/// of exact_matrix() (rowsort/matrix/exact_inputs.h); its row offsets have 64 bits.

#include "kernel.h"

// SplitMix64, as in exact_inputs.cpp: a hash of (seed, stream, index).
__device__ __forceinline__ unsigned long long huge_mix(unsigned long long z) {
  z += 0x9e3779b97f4a7c15ull;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  return z ^ (z >> 31);
}

/// row_ptr[r] = r * row_length, for r from 0 to rows.
extern "C" __global__ void huge_row_ptr(long long* row_ptr, std::size_t rows,
                                        std::size_t row_length) {
  const std::size_t row = global_thread_index();
  if (row <= rows) row_ptr[row] = static_cast<long long>(row * row_length);
}

/// Entry k of row r has the column (r + k) mod rows. Nonzero e has the value exact_value(seed, e).
extern "C" __global__ void huge_entries(int* col_idx, float* val, std::size_t rows,
                                        std::size_t row_length, std::size_t seed) {
  const std::size_t e = global_thread_index();
  if (e >= rows * row_length) return;
  constexpr unsigned long long kValueStream = 1;
  const unsigned long long bits = huge_mix(huge_mix(huge_mix(seed) + kValueStream) + e);
  col_idx[e] = static_cast<int>((e / row_length + e % row_length) % rows);
  val[e] = static_cast<float>(2 * static_cast<int>(bits >> 52) - 4095) / 4096.0f;
}
