#include "rowsort/gpu/cuda_call.h"
#include "rowsort/gpu/cuda_device.h"
#include "rowsort/gpu/cuda_library.h"
#include "rowsort/gpu/cuda_memory.h"
#include "rowsort/gpu/kernel_timer.h"
#include "rowsort/matrix/exact_inputs.h"
#include "rowsort/measure/statistics.h"

#include "formats/format_size.h"
#include "huge.h"
#include "method.h"
#include "runner.h"

namespace rowsort::lesson {
namespace {

constexpr std::size_t kRuns = 5;
constexpr unsigned kThreads = 256;

class HugeMatrix {
 public:
  HugeMatrix(const CudaLibrary& lesson, std::size_t rows, std::uint64_t seed)
      : rows_(rows),
        row_ptr_((rows + 1) * sizeof(long long)),
        col_idx_(rows * kHugeRowLength * sizeof(int)),
        val_(rows * kHugeRowLength * sizeof(float)),
        x_(rows * sizeof(float)),
        y_(rows * sizeof(float)) {
    std::size_t length = kHugeRowLength;
    std::size_t seed_argument = seed;
    void* row_ptr = row_ptr_.data();
    void* col_idx = col_idx_.data();
    void* val = val_.data();
    void* offsets[] = {&row_ptr, &rows_, &length};
    launch(lesson, "huge_row_ptr", rows + 1, offsets);
    void* entries[] = {&col_idx, &val, &rows_, &length, &seed_argument};
    launch(lesson, "huge_entries", rows * kHugeRowLength, entries);
    const std::vector<float> x = exact_vector(rows, seed);
    ROWSORT_CUDA_CALL(
        cudaMemcpy(x_.data(), x.data(), x.size() * sizeof(float), cudaMemcpyHostToDevice));
    ROWSORT_CUDA_CALL(cudaDeviceSynchronize());
  }

  double time(const CudaLibrary& lesson, KernelTimer& timer, const char* kernel,
              std::size_t threads) {
    // All bits set is a NaN, so a row that is not written is wrong.
    ROWSORT_CUDA_CALL(cudaMemset(y_.data(), 0xff, rows_ * sizeof(float)));
    const void* arrays[] = {row_ptr_.data(), col_idx_.data(), val_.data(), x_.data(), y_.data()};
    void* arguments[] = {&arrays[0], &arrays[1], &arrays[2], &arrays[3], &arrays[4], &rows_};
    const std::vector<float> times =
        timer.series(kRuns, [&] { launch(lesson, kernel, threads, arguments); });
    return median({times.begin(), times.end()});
  }

  std::vector<float> download_y() const {
    std::vector<float> y(rows_);
    ROWSORT_CUDA_CALL(
        cudaMemcpy(y.data(), y_.data(), y.size() * sizeof(float), cudaMemcpyDeviceToHost));
    return y;
  }

 private:
  static void launch(const CudaLibrary& lesson, const char* kernel, std::size_t threads,
                     void** arguments) {
    launch_kernel(lesson.kernel(kernel),
                  static_cast<unsigned>(launch_shape(threads, kThreads).blocks), kThreads,
                  arguments);
  }

  std::size_t rows_;
  CudaBuffer row_ptr_;
  CudaBuffer col_idx_;
  CudaBuffer val_;
  CudaBuffer x_;
  CudaBuffer y_;
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
    HugeMatrix matrix(lesson, rows, seed);
    const auto add = [&](const char* name, const char* kernel, std::size_t threads) {
      progress(std::string("running ") + name);
      const double time = matrix.time(lesson, timer, kernel, threads);
      const std::vector<float> y = matrix.download_y();
      progress(std::string("comparing every row of ") + name);
      run.kernels.push_back({name, time, count_bad_huge_rows(y, seed)});
    };
    add("CSR, thread per row", "csr_thread_per_row_64", rows);
    add("CSR, warp per row", "csr_warp_per_row_64", 32 * rows);
    return run;
  });
}

}  // namespace rowsort::lesson
