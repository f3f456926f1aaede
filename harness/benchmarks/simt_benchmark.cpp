// What the CPU device costs on the exercise's skewed matrix: a launch and a traced launch beside the
// plain loop over the rows.

#include "rowsort/device/device.h"
#include "rowsort/matrix/csr_view.h"
#include "rowsort/matrix/exact_inputs.h"
#include "rowsort/simt/trace.h"

#include <cstddef>
#include <vector>

#include "../tests/heavy_first.h"
#include "../tests/simt/aligned_bytes.h"
#include "../tests/simt/kernels/spmv_kernels.h"
#include "../tests/simt/peak_memory.h"
#include <benchmark/benchmark.h>

namespace {

using namespace rowsort;

constexpr int kBlockSize = 256;

/// A matrix in the memory of a kernel.
class Problem {
 public:
  explicit Problem(const Csr& matrix)
      : layout_(kernel_layout(matrix.rows(), matrix.cols, matrix.nnz())),
        storage_(layout_.bytes),
        memory_(storage_.bytes(), layout_) {
    memory_.fill(matrix, exact_vector(matrix.cols, kPublishedSeed));
  }

  std::size_t rows() const { return layout_.rows; }
  const KernelMemory& memory() const { return memory_; }
  void call(SpmvKernel* kernel) const {
    kernel(memory_.row_ptr(), memory_.col_idx(), memory_.val(), memory_.x(), memory_.y().data(),
           layout_.rows);
  }

 private:
  KernelLayout layout_;
  testing::AlignedBytes storage_;
  KernelMemory memory_;
};

Problem& skewed() {
  static Problem problem(exact_matrix(skewed_row_lengths(), kPublishedSeed));
  return problem;
}

Problem& sorted() {
  static Problem problem([] {
    const Csr matrix = exact_matrix(skewed_row_lengths(), kPublishedSeed);
    return permute_rows(matrix, heavy_first(matrix));
  }());
  return problem;
}

void serial_loop(benchmark::State& state) {
  const KernelMemory& memory = skewed().memory();
  for (auto _ : state) {
    for (std::size_t row = 0; row < skewed().rows(); ++row) {
      float sum = 0.0f;
      for (int j = memory.row_ptr()[row]; j < memory.row_ptr()[row + 1]; ++j) {
        sum += memory.val()[j] * memory.x()[memory.col_idx()[j]];
      }
      memory.y()[row] = sum;
    }
    benchmark::ClobberMemory();
  }
}

simt::LaunchShape shape(const Problem& problem, std::size_t threads_per_row) {
  return {grid_size(problem.rows() * threads_per_row, kBlockSize), kBlockSize};
}

simt::LaunchOptions cores(const benchmark::State& state) {
  return {.cores = static_cast<unsigned>(state.range(0))};
}

/// Counter: by how many MiB the launches raise the peak memory.
void plain(benchmark::State& state, Problem& (*make)(), SpmvKernel* kernel,
           std::size_t threads_per_row) {
  const Problem& problem = make();
  const long before = testing::peak_kib();
  for (auto _ : state) {
    simt::launch(
        shape(problem, threads_per_row), [&] { problem.call(kernel); }, cores(state));
  }
  state.counters["peak_rise_MiB"] = static_cast<double>(testing::peak_kib() - before) / 1024;
}

void traced(benchmark::State& state, Problem& (*make)()) {
  const Problem& problem = make();
  const std::vector<simt::KernelBuffer> buffers = kernel_buffers(problem.memory());
  for (auto _ : state) {
    benchmark::DoNotOptimize(simt::traced_launch(
        shape(problem, 1), [&] { problem.call(test_thread_per_row_traced); }, buffers,
        cores(state)));
  }
}

void on_cores(benchmark::internal::Benchmark* benchmark) {
  benchmark->ArgName("cores")->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();
}

BENCHMARK(serial_loop)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(plain, thread_per_row, skewed, test_thread_per_row, 1)->Apply(on_cores);
BENCHMARK_CAPTURE(plain, thread_per_row_sorted, sorted, test_thread_per_row, 1)->Apply(on_cores);
BENCHMARK_CAPTURE(plain, warp_per_row, skewed, test_warp_per_row, 32)->Apply(on_cores);
BENCHMARK_CAPTURE(traced, thread_per_row, skewed)->Apply(on_cores);
BENCHMARK_CAPTURE(traced, thread_per_row_sorted, sorted)->Apply(on_cores);

}  // namespace
