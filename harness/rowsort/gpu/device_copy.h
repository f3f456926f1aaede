#pragma once

#include "rowsort/device/device.h"
#include "rowsort/device/kernel_memory.h"

#include <cstddef>
#include <span>

#include "cuda_library.h"
#include "cuda_memory.h"
#include "cusparse.h"

namespace rowsort {

/// Device memory that holds a copy of a KernelMemory. Throws CudaError.
class DeviceCopy {
 public:
  explicit DeviceCopy(const KernelMemory& memory)
      : layout_(memory.layout()), buffer_(memory.bytes()) {}

  /// Copies everything back.
  void download(const KernelMemory& memory) const {
    rowsort::download(memory.bytes().data(), buffer_.data(), memory.bytes().size());
  }

  /// Launches a kernel with spmv_sorted's parameters over `threads` threads. Does not wait.
  void launch(CUfunction kernel, std::size_t threads, int block_size) const {
    launch_kernel_with(kernel, grid_size(threads, block_size), static_cast<unsigned>(block_size),
                       row_ptr(), col_idx(), val(), x(), y(), layout_.rows);
  }
  /// One thread per row.
  void launch(CUfunction kernel, int block_size) const { launch(kernel, layout_.rows, block_size); }

  const KernelLayout& layout() const { return layout_; }
  MatrixOnDevice matrix() const {
    return {layout_.rows, layout_.cols, layout_.nnz, row_ptr(), col_idx(), val()};
  }
  const int* row_ptr() const { return at<const int>(layout_.row_ptr); }
  const int* col_idx() const { return at<const int>(layout_.col_idx); }
  float* val() const { return at<float>(layout_.val); }
  float* x() const { return at<float>(layout_.x); }
  float* y() const { return at<float>(layout_.y); }

 private:
  template <typename T>
  T* at(std::size_t offset) const {
    return reinterpret_cast<T*>(buffer_.data() + offset);
  }

  KernelLayout layout_;
  CudaBuffer buffer_;
};

}  // namespace rowsort
