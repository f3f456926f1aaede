#pragma once

#include "rowsort/matrix/csr_view.h"
#include "rowsort/simt/buffer.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace rowsort {

/// Where the five buffers of spmv_sorted lie in one block of memory, in bytes from its start.
///
/// Every buffer starts at a multiple of 256 bytes, as with cudaMalloc, and has a guard band of at
/// least kGuardBytes before and after it.
struct KernelLayout {
  std::size_t rows = 0;
  std::size_t cols = 0;
  std::size_t nnz = 0;
  std::size_t row_ptr = 0;  ///< rows + 1 ints
  std::size_t col_idx = 0;  ///< nnz ints
  std::size_t val = 0;      ///< nnz floats
  std::size_t x = 0;        ///< cols floats
  std::size_t y = 0;        ///< rows floats
  std::size_t bytes = 0;    ///< of the whole block
};

inline constexpr std::size_t kBufferAlignment = 256;
/// More than one block of threads can write past an end: 1024 * 4 bytes.
inline constexpr std::size_t kGuardBytes = 8192;

KernelLayout kernel_layout(std::size_t rows, std::size_t cols, std::size_t nnz);

/// A view of the memory that a kernel sees, with the same layout on every device. Owns nothing.
class KernelMemory {
 public:
  /// `bytes` has at least layout.bytes, aligned to kBufferAlignment.
  KernelMemory(std::span<std::byte> bytes, const KernelLayout& layout);

  /// Fills in the matrix, x and the guard bands, and poisons y (matrix/poison.h).
  void fill(const CsrView& matrix, std::span<const float> x);
  /// Fills in only the matrix.
  void fill_matrix(const CsrView& matrix);

  std::span<std::byte> bytes() const { return bytes_; }
  const KernelLayout& layout() const { return layout_; }
  const int* row_ptr() const { return at<const int>(layout_.row_ptr); }
  const int* col_idx() const { return at<const int>(layout_.col_idx); }
  const float* val() const { return at<const float>(layout_.val); }
  const float* x() const { return at<const float>(layout_.x); }
  std::span<float> y() const { return {at<float>(layout_.y), layout_.rows}; }

 private:
  template <typename T>
  T* at(std::size_t offset) const {
    return reinterpret_cast<T*>(bytes_.data() + offset);
  }

  std::span<std::byte> bytes_;
  KernelLayout layout_;
};

/// The five buffers of spmv_sorted.
std::vector<simt::KernelBuffer> kernel_buffers(const KernelMemory& memory);

/// What a kernel changed that it must not change, as one sentence. It names the first changed
/// element of an input, with what it was and is, or the first changed bytes outside the buffers,
/// with the nearest buffer. Nothing when all is as fill() left it. `matrix` and `x` are what fill()
/// was given.
std::optional<std::string> find_tampering(const KernelMemory& memory, const CsrView& matrix,
                                          std::span<const float> x);

}  // namespace rowsort
