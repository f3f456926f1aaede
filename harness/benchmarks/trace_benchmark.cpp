// What counting and diagnosing costs, beside the plain launch of the same kernel: thread per row on
// the exercise's skewed matrix, as it is and sorted.

#include "rowsort/device/device.h"
#include "rowsort/matrix/csr_view.h"
#include "rowsort/matrix/exact_inputs.h"
#include "rowsort/simt/trace.h"

#include <cstddef>
#include <vector>

#include "../tests/heavy_first.h"
#include "../tests/simt/aligned_bytes.h"
#include "../tests/simt/kernels/spmv_kernels.h"
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

  simt::LaunchShape shape() const { return {grid_size(layout_.rows, kBlockSize), kBlockSize}; }
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

simt::LaunchOptions cores(const benchmark::State& state) {
  return {.cores = static_cast<unsigned>(state.range(0))};
}

void plain(benchmark::State& state, Problem& (*make)()) {
  const Problem& problem = make();
  for (auto _ : state) {
    simt::launch(
        problem.shape(), [&] { problem.call(test_thread_per_row); }, cores(state));
  }
}

void traced(benchmark::State& state, Problem& (*make)()) {
  const Problem& problem = make();
  const std::vector<simt::KernelBuffer> buffers = kernel_buffers(problem.memory());
  for (auto _ : state) {
    benchmark::DoNotOptimize(simt::traced_launch(
        problem.shape(), [&] { problem.call(test_thread_per_row_traced); }, buffers, cores(state)));
  }
}

void on_cores(benchmark::internal::Benchmark* benchmark) {
  benchmark->ArgName("cores")->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();
}

BENCHMARK_CAPTURE(plain, skewed, skewed)->Apply(on_cores);
BENCHMARK_CAPTURE(traced, skewed, skewed)->Apply(on_cores);
BENCHMARK_CAPTURE(plain, sorted, sorted)->Apply(on_cores);
BENCHMARK_CAPTURE(traced, sorted, sorted)->Apply(on_cores);

}  // namespace
