#include "device_copy.h"

namespace rowsort {

DeviceCopy::DeviceCopy(const KernelMemory& memory)
    : layout_(memory.layout()), buffer_(memory.bytes().size()) {
  ROWSORT_CUDA_CALL(cudaMemcpy(buffer_.data(), memory.bytes().data(), memory.bytes().size(),
                               cudaMemcpyHostToDevice));
}

void DeviceCopy::download(const KernelMemory& memory) const {
  ROWSORT_CUDA_CALL(cudaMemcpy(memory.bytes().data(), buffer_.data(), memory.bytes().size(),
                               cudaMemcpyDeviceToHost));
}

void DeviceCopy::download_y(std::span<float> y) const {
  ROWSORT_CUDA_CALL(cudaMemcpy(y.data(), this->y(), y.size_bytes(), cudaMemcpyDeviceToHost));
}

void DeviceCopy::copy_to_y(const CudaBuffer& from) const {
  ROWSORT_CUDA_CALL(
      cudaMemcpyAsync(y(), from.data(), layout_.rows * sizeof(float), cudaMemcpyDeviceToDevice));
}

void DeviceCopy::upload_x(std::span<const float> x) const {
  ROWSORT_CUDA_CALL(cudaMemcpy(this->x(), x.data(), x.size_bytes(), cudaMemcpyHostToDevice));
}

void DeviceCopy::launch(CUfunction kernel, std::size_t threads, int block_size) const {
  const void* row_ptr = this->row_ptr();
  const void* col_idx = this->col_idx();
  const void* val = this->val();
  const void* x = this->x();
  void* y = this->y();
  std::size_t rows = layout_.rows;
  void* arguments[] = {&row_ptr, &col_idx, &val, &x, &y, &rows};
  launch_kernel(kernel, static_cast<unsigned>(grid_size(threads, block_size)),
                static_cast<unsigned>(block_size), arguments);
}

void synchronize() {
  ROWSORT_CUDA_CALL(cudaDeviceSynchronize());
}

}  // namespace rowsort
