#include "spmv_floor.h"

#include "rowsort/measure/statistics.h"

#include <algorithm>
#include <string>

namespace rowsort {
namespace {

constexpr std::size_t kTries = 3;
constexpr std::size_t kCopyBytes = std::size_t{256} << 20;

class FloorKernel {
 public:
  FloorKernel(const CudaLibrary& measuring, const CsrOnDevice& matrix, const float* x, float* y)
      : measuring_(measuring), matrix_(matrix), x_(x), y_(y) {}

  void launch(const FloorShape& shape) {
    void* arguments[] = {&matrix_.row_ptr, &matrix_.col_idx, &matrix_.val, &x_, &y_,
                         &matrix_.rows,    &matrix_.cols,    &matrix_.nnz};
    launch_kernel(measuring_.kernel(("spmv_floor_" + std::to_string(shape.loads)).c_str()),
                  shape.blocks, static_cast<unsigned>(shape.block_size), arguments);
  }

  // One block for each tile of nonzeros, and as many as are on the GPU at a time.
  std::vector<FloorShape> shapes() const {
    int multiprocessors = 0;
    int threads = 0;
    ROWSORT_CUDA_CALL(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0));
    ROWSORT_CUDA_CALL(cudaDeviceGetAttribute(&threads, cudaDevAttrMaxThreadsPerMultiProcessor, 0));
    std::vector<FloorShape> all;
    for (const int loads : {2, 4, 8}) {
      for (const int block_size : {128, 256, 512}) {
        const std::size_t tile = std::size_t{4} * static_cast<std::size_t>(loads * block_size);
        const auto tiles = static_cast<unsigned>(std::max<std::size_t>(matrix_.nnz / tile, 1));
        all.push_back({loads, block_size, tiles});
        const auto resident = static_cast<unsigned>(multiprocessors * threads / block_size);
        if (resident < tiles) all.push_back({loads, block_size, resident});
      }
    }
    return all;
  }

 private:
  const CudaLibrary& measuring_;
  CsrOnDevice matrix_;
  const float* x_;
  float* y_;
};

}  // namespace

SpmvFloor time_spmv_floor(KernelTimer& timer, const CudaLibrary& measuring,
                          const CsrOnDevice& matrix, const float* x, float* y, std::size_t runs) {
  FloorKernel kernel(measuring, matrix, x, y);
  const auto median_of = [&](const FloorShape& shape, std::size_t count) {
    const std::vector<float> times = timer.series(count, [&] { kernel.launch(shape); });
    return median({times.begin(), times.end()});
  };
  SpmvFloor floor;
  double best = 0;
  for (const FloorShape& shape : kernel.shapes()) {
    const double time = median_of(shape, kTries);
    if (floor.shape.loads != 0 && time >= best) continue;
    floor.shape = shape;
    best = time;
  }
  floor.microseconds = timer.series(runs, [&] { kernel.launch(floor.shape); });
  return floor;
}

double time_copy(KernelTimer& timer, std::size_t runs) {
  std::size_t free = 0;
  std::size_t total = 0;
  ROWSORT_CUDA_CALL(cudaMemGetInfo(&free, &total));
  const std::size_t bytes = std::min(kCopyBytes, free / 8);
  const CudaBuffer from(bytes);
  const CudaBuffer to(bytes);
  const std::vector<float> times = timer.series(runs, [&] {
    ROWSORT_CUDA_CALL(
        cudaMemcpyAsync(to.data(), from.data(), bytes, cudaMemcpyDeviceToDevice, nullptr));
  });
  return 2 * static_cast<double>(bytes) / median({times.begin(), times.end()});
}

}  // namespace rowsort
