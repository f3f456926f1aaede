#include "spmv_floor.h"

#include <algorithm>
#include <limits>
#include <string>

namespace rowsort {
namespace {

constexpr std::size_t kTries = 3;
constexpr std::size_t kCopyBytes = std::size_t{256} << 20;

// One block for each tile of nonzeros, and as many blocks as run on the GPU at the same time.
std::vector<FloorShape> launch_shapes(std::size_t nnz) {
  const int threads = device_attribute(cudaDevAttrMultiProcessorCount) *
                      device_attribute(cudaDevAttrMaxThreadsPerMultiProcessor);
  std::vector<FloorShape> all;
  for (const int loads : {2, 4, 8}) {
    for (const int block_size : {128, 256, 512}) {
      const std::size_t tile = std::size_t{4} * static_cast<std::size_t>(loads * block_size);
      const auto tiles = static_cast<unsigned>(std::max<std::size_t>(nnz / tile, 1));
      all.push_back({loads, block_size, tiles});
      const auto resident = static_cast<unsigned>(threads / block_size);
      if (resident < tiles) all.push_back({loads, block_size, resident});
    }
  }
  return all;
}

}  // namespace

SpmvFloor time_spmv_floor(KernelTimer& timer, const CudaLibrary& measuring,
                          const MatrixOnDevice& matrix, const float* x, float* y,
                          std::size_t runs) {
  SpmvFloor floor;
  const auto launch = [&](const FloorShape& shape) {
    launch_kernel_with(measuring.kernel(("spmv_floor_" + std::to_string(shape.loads)).c_str()),
                       shape.blocks, static_cast<unsigned>(shape.block_size), matrix.row_ptr,
                       matrix.col_idx, matrix.val, x, y, matrix.rows, matrix.cols, matrix.nnz);
  };
  double best = std::numeric_limits<double>::infinity();
  for (const FloorShape& shape : launch_shapes(matrix.nnz)) {
    const double time = timer.median_time(kTries, [&] { launch(shape); });
    if (time >= best) continue;
    floor.shape = shape;
    best = time;
  }
  floor.microseconds = timer.series(runs, [&] { launch(floor.shape); });
  return floor;
}

double time_copy(KernelTimer& timer, std::size_t runs) {
  std::size_t free = 0;
  std::size_t total = 0;
  ROWSORT_CUDA_CALL(cudaMemGetInfo(&free, &total));
  const std::size_t bytes = std::min(kCopyBytes, free / 8);
  const CudaBuffer from(bytes);
  const CudaBuffer to(bytes);
  const double time = timer.median_time(runs, [&] {
    ROWSORT_CUDA_CALL(cudaMemcpyAsync(to.data(), from.data(), bytes, cudaMemcpyDeviceToDevice));
  });
  return 2 * static_cast<double>(bytes) / time;
}

}  // namespace rowsort
