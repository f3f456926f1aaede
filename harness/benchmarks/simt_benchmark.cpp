// What the CPU device costs, beside the plain loop over the rows. The matrix is the exercise's
// skewed one: in each group of 32 rows 31 rows of 3 nonzeros and the last of 419.

#include "rowsort/csr.h"
#include "rowsort/simt/launch.h"
#include "rowsort/simt/simt.h"

#include <cstddef>
#include <vector>

#include <benchmark/benchmark.h>
#include <sys/resource.h>

namespace {

constexpr std::size_t kRows = 524'288;
constexpr unsigned kBlockSize = 256;

rowsort::Csr skewed_matrix() {
  rowsort::Csr matrix;
  matrix.cols = kRows;
  matrix.row_ptr.push_back(0);
  for (std::size_t row = 0; row < kRows; ++row) {
    const std::size_t length = row % 32 == 31 ? 419 : 3;
    for (std::size_t k = 0; k < length; ++k) {
      matrix.val.push_back(static_cast<float>(matrix.val.size() % 17) - 8.0f);
      matrix.col_idx.push_back(static_cast<int>((row + k) % kRows));
    }
    matrix.row_ptr.push_back(static_cast<int>(matrix.val.size()));
  }
  return matrix;
}

struct Problem {
  rowsort::Csr matrix = skewed_matrix();
  std::vector<float> x = std::vector<float>(kRows, 0.5f);
  std::vector<float> y = std::vector<float>(kRows);
};

Problem& problem() {
  static Problem made;
  return made;
}

__global__ void thread_per_row(const int* row_ptr, const int* col_idx, const float* val,
                               const float* x, float* y, std::size_t rows) {
  const std::size_t row = blockIdx.x * static_cast<std::size_t>(blockDim.x) + threadIdx.x;
  if (row >= rows) return;
  float sum = 0.0f;
  for (int j = row_ptr[row]; j < row_ptr[row + 1]; ++j) sum += val[j] * x[col_idx[j]];
  y[row] = sum;
}

__global__ void warp_per_row(const int* row_ptr, const int* col_idx, const float* val,
                             const float* x, float* y, std::size_t rows) {
  const std::size_t thread = blockIdx.x * static_cast<std::size_t>(blockDim.x) + threadIdx.x;
  const std::size_t row = thread / 32;
  const int lane = static_cast<int>(threadIdx.x % 32);
  if (row >= rows) return;
  float sum = 0.0f;
  for (int j = row_ptr[row] + lane; j < row_ptr[row + 1]; j += 32) sum += val[j] * x[col_idx[j]];
  for (unsigned offset = 16; offset > 0; offset /= 2)
    sum += __shfl_down_sync(0xffffffffu, sum, offset);
  if (lane == 0) y[row] = sum;
}

using Kernel = void (*)(const int*, const int*, const float*, const float*, float*, std::size_t);

void run_kernel(Kernel kernel, std::size_t threads, unsigned cores) {
  Problem& p = problem();
  rowsort::simt::launch({(threads + kBlockSize - 1) / kBlockSize, kBlockSize},
                        [&p, kernel] {
                          kernel(p.matrix.row_ptr.data(), p.matrix.col_idx.data(),
                                 p.matrix.val.data(), p.x.data(), p.y.data(), kRows);
                        },
                        {.cores = cores});
}

/// The largest memory of the process so far, in MiB.
double peak_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

/// Times launches on state.range(0) cores. Counter: by how many MiB they raise the peak memory.
void measure(benchmark::State& state, Kernel kernel, std::size_t threads) {
  problem();
  const double before = peak_memory();
  for (auto _ : state) run_kernel(kernel, threads, static_cast<unsigned>(state.range(0)));
  state.counters["peak_rise_MiB"] = peak_memory() - before;
}

void serial_loop(benchmark::State& state) {
  Problem& p = problem();
  for (auto _ : state) {
    for (std::size_t row = 0; row < kRows; ++row) {
      float sum = 0.0f;
      for (int j = p.matrix.row_ptr[row]; j < p.matrix.row_ptr[row + 1]; ++j) {
        const auto entry = static_cast<std::size_t>(j);
        sum += p.matrix.val[entry] * p.x[static_cast<std::size_t>(p.matrix.col_idx[entry])];
      }
      p.y[row] = sum;
    }
    benchmark::ClobberMemory();
  }
}

void thread_per_row_launch(benchmark::State& state) {
  measure(state, thread_per_row, kRows);
}
void warp_per_row_launch(benchmark::State& state) {
  measure(state, warp_per_row, kRows * 32);
}

BENCHMARK(serial_loop)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(thread_per_row_launch)
    ->ArgName("cores")
    ->Arg(1)
    ->Arg(2)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK(warp_per_row_launch)
    ->ArgName("cores")
    ->Arg(1)
    ->Arg(2)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

}  // namespace
