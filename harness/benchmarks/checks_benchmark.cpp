// What the checks cost on the skewed matrix in heavy-first order. Each is next to the least work
// that the same bytes require.
#include "rowsort/checks/host_answers.h"
#include "rowsort/checks/rows.h"
#include "rowsort/matrix/csr_view.h"
#include "rowsort/matrix/exact_inputs.h"
#include "rowsort/matrix/row_lengths.h"
#include "rowsort/matrix/spmv_reference.h"

#include <algorithm>
#include <vector>

#include "../tests/heavy_first.h"
#include <benchmark/benchmark.h>

namespace rowsort {
namespace {

// The results of a correct submission.
struct Submission {
  explicit Submission(std::int64_t rows) {
    std::vector<int> lengths = skewed_row_lengths();
    lengths.resize(static_cast<std::size_t>(rows));
    matrix = exact_matrix(lengths, kPublishedSeed);
    x = exact_vector(matrix.cols, kPublishedSeed);
    order = heavy_first(matrix);
    rebuilt = permute_rows(matrix, order);
    y = spmv_reference(rebuilt, x);
  }

  std::size_t matrix_bytes() const {
    return matrix.row_ptr.size() * sizeof(int) + matrix.nnz() * (sizeof(int) + sizeof(float));
  }

  Csr matrix;
  std::vector<float> x;
  std::vector<int> order;
  Csr rebuilt;
  std::vector<float> y;
};

void count(benchmark::State& state, std::size_t items, std::size_t bytes) {
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(items));
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(bytes));
}

// Lower limit for the order check: mark every row in an array of bytes.
void mark_rows(benchmark::State& state) {
  const Submission submission(state.range(0));
  for (auto _ : state) {
    std::vector<char> seen(submission.order.size());
    for (const int row : submission.order) seen[static_cast<std::size_t>(row)] = 1;
    benchmark::DoNotOptimize(seen.data());
  }
  count(state, submission.order.size(), submission.order.size() * sizeof(int));
}

void check_order(benchmark::State& state) {
  const Submission submission(state.range(0));
  for (auto _ : state) {
    if (find_order_fault(submission.order, submission.matrix.rows())) {
      state.SkipWithError("a correct order is refused");
    }
  }
  count(state, submission.order.size(), submission.order.size() * sizeof(int));
}

// Lower limit for the rebuilt-CSR check: compare two equal matrices byte by byte.
void compare_equal_matrices(benchmark::State& state) {
  const Submission submission(state.range(0));
  const Csr copy = submission.rebuilt;
  for (auto _ : state) {
    bool equal = copy == submission.rebuilt;
    benchmark::DoNotOptimize(equal);
  }
  count(state, submission.matrix.nnz(), submission.matrix_bytes());
}

// The least that the student's own rebuild costs.
void permute_matrix(benchmark::State& state) {
  const Submission submission(state.range(0));
  for (auto _ : state) {
    benchmark::DoNotOptimize(permute_rows(submission.matrix, submission.order).val.data());
  }
  count(state, submission.matrix.nnz(), submission.matrix_bytes());
}

void check_rebuilt(benchmark::State& state) {
  const Submission submission(state.range(0));
  for (auto _ : state) {
    if (find_rebuilt_fault(submission.matrix, submission.order, submission.rebuilt)) {
      state.SkipWithError("a correct matrix is refused");
    }
  }
  count(state, submission.matrix.nnz(), submission.matrix_bytes());
}

// Lower limit for what is done to y: copy it.
void copy_y(benchmark::State& state) {
  const Submission submission(state.range(0));
  for (auto _ : state) {
    std::vector<float> copy = submission.y;
    benchmark::DoNotOptimize(copy.data());
  }
  count(state, submission.y.size(), submission.y.size() * sizeof(float));
}

void unpermute_y(benchmark::State& state) {
  const Submission submission(state.range(0));
  for (auto _ : state) {
    benchmark::DoNotOptimize(unpermute(submission.y, submission.order).data());
  }
  count(state, submission.y.size(), submission.y.size() * sizeof(float));
}

// Compares all rows after `change` was applied to the correct y.
void compare(benchmark::State& state, void (*change)(std::vector<float>&), bool exact) {
  Submission submission(state.range(0));
  const ExpectedRows expected = exact ? expect_exact(submission.matrix, submission.x)
                                      : expect_within_bound(submission.matrix, submission.x);
  change(submission.y);
  for (auto _ : state) {
    benchmark::DoNotOptimize(
        compare_rows(submission.matrix, submission.x, expected, submission.order, submission.y)
            .bad_rows);
  }
  count(state, submission.y.size(), submission.y.size() * sizeof(float));
}

void compare_right_rows(benchmark::State& state) {
  compare(
      state, [](std::vector<float>&) {}, true);
}
void compare_rows_within_bound(benchmark::State& state) {
  compare(
      state, [](std::vector<float>&) {}, false);
}
void compare_one_bad_row(benchmark::State& state) {
  compare(
      state, [](std::vector<float>& y) { y.back() += 1; }, true);
}
void compare_all_bad_rows(benchmark::State& state) {
  compare(
      state, [](std::vector<float>& y) { std::fill(y.begin(), y.end(), 1000.0f); }, true);
}

void growing(benchmark::internal::Benchmark* benchmark) {
  benchmark->Arg(1 << 12)->Arg(1 << 16)->Arg(1 << 19)->Unit(benchmark::kMillisecond);
}

BENCHMARK(mark_rows)->Apply(growing);
BENCHMARK(check_order)->Apply(growing);
BENCHMARK(compare_equal_matrices)->Apply(growing);
BENCHMARK(permute_matrix)->Apply(growing);
BENCHMARK(check_rebuilt)->Apply(growing);
BENCHMARK(copy_y)->Apply(growing);
BENCHMARK(unpermute_y)->Apply(growing);
BENCHMARK(compare_right_rows)->Apply(growing);
BENCHMARK(compare_rows_within_bound)->Apply(growing);
BENCHMARK(compare_one_bad_row)->Apply(growing);
BENCHMARK(compare_all_bad_rows)->Apply(growing);

}  // namespace
}  // namespace rowsort
