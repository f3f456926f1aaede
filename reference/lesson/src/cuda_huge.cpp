#include "rowsort/gpu/cuda_call.h"
#include "rowsort/gpu/cuda_device.h"
#include "rowsort/gpu/cuda_library.h"
#include "rowsort/gpu/cuda_memory.h"
#include "rowsort/gpu/kernel_timer.h"
#include "rowsort/matrix/exact_inputs.h"

#include "huge.h"
#include "method.h"
#include "runner.h"

namespace rowsort::lesson {
namespace {

constexpr std::size_t kRuns = 5;
constexpr unsigned kThreads = 256;

// The arguments have exactly the types of the kernel's parameters.
template <typename... Arguments>
void launch(const CudaLibrary& lesson, const char* kernel, std::size_t threads,
            Arguments... arguments) {
  launch_kernel_with(lesson.kernel(kernel), launch_shape(threads, kThreads).blocks, kThreads,
                     arguments...);
}

struct HugeMatrix {
  HugeMatrix(const CudaLibrary& lesson, std::size_t rows, std::uint64_t seed)
      : row_ptr((rows + 1) * sizeof(long long)),
        col_idx(rows * kHugeRowLength * sizeof(int)),
        val(rows * kHugeRowLength * sizeof(float)),
        x(std::span<const float>(exact_vector(rows, seed))) {
    launch(lesson, "huge_row_ptr", rows + 1, row_ptr.data(), rows, kHugeRowLength);
    launch(lesson, "huge_entries", rows * kHugeRowLength, col_idx.data(), val.data(), rows,
           kHugeRowLength, seed);
    ROWSORT_CUDA_CALL(cudaDeviceSynchronize());
  }

  CudaBuffer row_ptr;
  CudaBuffer col_idx;
  CudaBuffer val;
  CudaBuffer x;
};

void require_memory(const HugeRun& run) {
  std::size_t free = 0;
  std::size_t total = 0;
  ROWSORT_CUDA_CALL(cudaMemGetInfo(&free, &total));
  // 1 GiB more for the cache flush and the driver.
  const std::uint64_t needed = run.bytes + (std::uint64_t{1} << 30);
  if (free < needed) {
    throw EnvironmentError("--huge needs " + memory_text(needed) + " of free GPU memory; only " +
                           memory_text(free) + " are free");
  }
}

}  // namespace

HugeRun run_huge(std::size_t rows, std::uint64_t seed,
                 const std::function<void(const std::string&)>& progress) {
  return on_device([&] {
    HugeRun run = huge_shape(rows);
    open_cuda_device();
    require_memory(run);
    const CudaLibrary lesson(lesson_image());
    const CudaLibrary measuring(measuring_image());
    KernelTimer timer(measuring);
    progress("building the matrix on the GPU");
    const HugeMatrix matrix(lesson, rows, seed);
    std::vector<float> y(rows);
    const CudaBuffer y_on_device(rows * sizeof(float));
    const auto add = [&](const char* name, const char* kernel, std::size_t threads) {
      progress(std::string("running ") + name);
      // All bits set is a NaN, so a row that is not written is wrong.
      ROWSORT_CUDA_CALL(cudaMemset(y_on_device.data(), 0xff, rows * sizeof(float)));
      const double time = timer.median_time(kRuns, [&] {
        launch(lesson, kernel, threads, matrix.row_ptr.data(), matrix.col_idx.data(),
               matrix.val.data(), matrix.x.data(), y_on_device.data(), rows);
      });
      download(y.data(), y_on_device.data(), rows);
      progress(std::string("comparing every row of ") + name);
      run.kernels.push_back({name, time, count_bad_huge_rows(y, seed)});
    };
    add("CSR, thread per row", "csr_thread_per_row_64", rows);
    add("CSR, warp per row", "csr_warp_per_row_64", 32 * rows);
    return run;
  });
}

}  // namespace rowsort::lesson
