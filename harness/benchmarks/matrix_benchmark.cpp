// What it costs to make, convert, multiply and read matrices. Each is next to the plain loop, or
// the copy of the same bytes, that it can be compared with.
#include "rowsort/matrix/coo.h"
#include "rowsort/matrix/csr_view.h"
#include "rowsort/matrix/exact_inputs.h"
#include "rowsort/matrix/lane_slots.h"
#include "rowsort/matrix/matrix_market.h"
#include "rowsort/matrix/row_lengths.h"
#include "rowsort/matrix/spmv_reference.h"
#include "rowsort/text.h"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "../tests/heavy_first.h"
#include <benchmark/benchmark.h>

namespace rowsort {
namespace {

// The row lengths of the first `rows` rows of the skewed matrix.
std::vector<int> skewed_lengths(std::int64_t rows) {
  std::vector<int> lengths = skewed_row_lengths();
  lengths.resize(static_cast<std::size_t>(rows));
  return lengths;
}

Csr skewed(std::int64_t rows) {
  return exact_matrix(skewed_lengths(rows), kPublishedSeed);
}

std::size_t bytes_of(const Csr& matrix) {
  return matrix.row_ptr.size() * sizeof(int) + matrix.nnz() * (sizeof(int) + sizeof(float));
}

void count(benchmark::State& state, std::size_t items, std::size_t bytes) {
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(items));
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(bytes));
}

// Lower limit for everything that makes or copies a CSR matrix: allocate and copy its arrays.
void copy_matrix(benchmark::State& state) {
  const Csr matrix = skewed(state.range(0));
  for (auto _ : state) {
    Csr copy = matrix;
    benchmark::DoNotOptimize(copy.val.data());
  }
  count(state, matrix.nnz(), bytes_of(matrix));
}

void make_even_matrix(benchmark::State& state) {
  const std::vector<int> lengths(static_cast<std::size_t>(state.range(0)), kEvenRowLength);
  Csr matrix;
  for (auto _ : state) matrix = exact_matrix(lengths, kPublishedSeed);
  count(state, matrix.nnz(), bytes_of(matrix));
}

void make_skewed_matrix(benchmark::State& state) {
  const std::vector<int> lengths = skewed_lengths(state.range(0));
  Csr matrix;
  for (auto _ : state) matrix = exact_matrix(lengths, kPublishedSeed);
  count(state, matrix.nnz(), bytes_of(matrix));
}

void convert_coo(benchmark::State& state) {
  const Coo coo = to_coo(exact_matrix(skewed_lengths(state.range(0)), kPublishedSeed));
  Csr matrix;
  for (auto _ : state) matrix = to_csr(coo);
  count(state, matrix.nnz(), bytes_of(matrix));
}

void convert_shuffled_coo(benchmark::State& state) {
  Coo coo = to_coo(exact_matrix(skewed_lengths(state.range(0)), kPublishedSeed));
  std::mt19937_64 random(1);
  for (std::size_t e = coo.nnz(); e-- > 1;) {
    const std::size_t other = random() % (e + 1);
    std::swap(coo.row[e], coo.row[other]);
    std::swap(coo.col[e], coo.col[other]);
    std::swap(coo.val[e], coo.val[other]);
  }
  Csr matrix;
  for (auto _ : state) matrix = to_csr(coo);
  count(state, matrix.nnz(), bytes_of(matrix));
}

void permute_matrix(benchmark::State& state) {
  const Csr matrix = skewed(state.range(0));
  const std::vector<int> order = heavy_first(matrix);
  for (auto _ : state) {
    Csr result = permute_rows(matrix, order);
    benchmark::DoNotOptimize(result.val.data());
  }
  count(state, matrix.nnz(), bytes_of(matrix));
}

// Lower limit for the references: only the loop, into memory that exists already.
void plain_spmv_loop(benchmark::State& state) {
  const Csr matrix = skewed(state.range(0));
  const std::vector<float> x = exact_vector(matrix.cols, kPublishedSeed);
  std::vector<float> y(matrix.rows());
  const int* row_ptr = matrix.row_ptr.data();
  for (auto _ : state) {
    for (std::size_t row = 0; row < y.size(); ++row) {
      float sum = 0;
      for (int e = row_ptr[row]; e < row_ptr[row + 1]; ++e) {
        sum += matrix.val.data()[e] * x.data()[matrix.col_idx.data()[e]];
      }
      y[row] = sum;
    }
    benchmark::DoNotOptimize(y.data());
    benchmark::ClobberMemory();
  }
  count(state, matrix.nnz(), bytes_of(matrix));
}

void float_reference(benchmark::State& state) {
  const Csr matrix = skewed(state.range(0));
  const std::vector<float> x = exact_vector(matrix.cols, kPublishedSeed);
  for (auto _ : state) benchmark::DoNotOptimize(expect_exact(matrix, x).want.data());
  count(state, matrix.nnz(), bytes_of(matrix));
}

void double_reference_and_bound(benchmark::State& state) {
  const Csr matrix = skewed(state.range(0));
  const std::vector<float> x = exact_vector(matrix.cols, kPublishedSeed);
  for (auto _ : state) benchmark::DoNotOptimize(expect_within_bound(matrix, x).want.data());
  count(state, matrix.nnz(), bytes_of(matrix));
}

// Lower limit for the arithmetic on row lengths: add them up.
void sum_of_lengths(benchmark::State& state) {
  const std::vector<int> lengths = skewed_lengths(state.range(0));
  for (auto _ : state) {
    benchmark::DoNotOptimize(std::accumulate(lengths.begin(), lengths.end(), std::int64_t{0}));
  }
  count(state, lengths.size(), lengths.size() * sizeof(int));
}

template <std::uint64_t (*slots)(std::span<const int>)>
void lane_slots(benchmark::State& state) {
  const std::vector<int> lengths = skewed_lengths(state.range(0));
  for (auto _ : state) benchmark::DoNotOptimize(slots(lengths));
  count(state, lengths.size(), lengths.size() * sizeof(int));
}

void length_statistics(benchmark::State& state) {
  const std::vector<int> lengths = skewed_lengths(state.range(0));
  for (auto _ : state) benchmark::DoNotOptimize(row_length_statistics(lengths).mean);
  count(state, lengths.size(), lengths.size() * sizeof(int));
}

std::string matrix_market_text(std::int64_t rows, bool shuffled) {
  const Coo coo = to_coo(exact_matrix(skewed_lengths(rows), kPublishedSeed));
  std::vector<std::size_t> sequence(coo.nnz());
  std::iota(sequence.begin(), sequence.end(), std::size_t{0});
  if (shuffled) std::shuffle(sequence.begin(), sequence.end(), std::mt19937_64(1));
  std::string text = "%%MatrixMarket matrix coordinate real general\n" + std::to_string(coo.rows) +
                     " " + std::to_string(coo.cols) + " " + std::to_string(coo.nnz()) + "\n";
  for (const std::size_t e : sequence) {
    text += std::to_string(coo.row[e] + 1) + " " + std::to_string(coo.col[e] + 1) + " " +
            shortest(coo.val[e]) + "\n";
  }
  return text;
}

// Lower limit for the reader: find the end of every line.
void find_lines(benchmark::State& state) {
  const std::string text = matrix_market_text(state.range(0), false);
  std::size_t lines = 0;
  for (auto _ : state) {
    const char* at = text.data();
    const char* const end = at + text.size();
    for (lines = 0; at != end; ++lines) {
      at = static_cast<const char*>(std::memchr(at, '\n', static_cast<std::size_t>(end - at))) + 1;
    }
    benchmark::DoNotOptimize(lines);
  }
  count(state, lines, text.size());
}

void read_text(benchmark::State& state, bool shuffled) {
  const std::string text = matrix_market_text(state.range(0), shuffled);
  std::size_t nnz = 0;
  for (auto _ : state) nnz = read_matrix_market(text, "benchmark.mtx").nnz();
  count(state, nnz, text.size());
}

void read_matrix_market_in_row_order(benchmark::State& state) {
  read_text(state, false);
}
void read_matrix_market_shuffled(benchmark::State& state) {
  read_text(state, true);
}

void growing(benchmark::internal::Benchmark* benchmark) {
  benchmark->Arg(1 << 12)->Arg(1 << 16)->Arg(1 << 19)->Unit(benchmark::kMillisecond);
}

BENCHMARK(copy_matrix)->Apply(growing);
BENCHMARK(make_even_matrix)->Apply(growing);
BENCHMARK(make_skewed_matrix)->Apply(growing);
BENCHMARK(convert_coo)->Apply(growing);
BENCHMARK(convert_shuffled_coo)->Apply(growing);
BENCHMARK(permute_matrix)->Apply(growing);
BENCHMARK(plain_spmv_loop)->Apply(growing);
BENCHMARK(float_reference)->Apply(growing);
BENCHMARK(double_reference_and_bound)->Apply(growing);
BENCHMARK(sum_of_lengths)->Apply(growing);
BENCHMARK(lane_slots<lane_slots_thread_per_row>)->Apply(growing);
BENCHMARK(lane_slots<lane_slots_warp_per_row>)->Apply(growing);
BENCHMARK(lane_slots<lane_slots_minimum>)->Apply(growing);
BENCHMARK(length_statistics)->Apply(growing);
BENCHMARK(find_lines)->Apply(growing);
BENCHMARK(read_matrix_market_in_row_order)->Apply(growing);
BENCHMARK(read_matrix_market_shuffled)->Apply(growing);

}  // namespace
}  // namespace rowsort
