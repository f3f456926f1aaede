#include "race.h"

#include "rowsort/matrix/exact_inputs.h"

#include <stdexcept>

#include "method.h"
#include "runner.h"

extern "C" void coo_racy(const int* row, const int* col, const float* val, const float* x, float* y,
                         std::size_t nnz);
extern "C" decltype(coo_racy) coo_racy_traced;

namespace rowsort::lesson {

std::string race_message() {
  // 448 rows, so that a row of 419 has as many columns.
  const Csr matrix = exact_matrix(skewed_row_lengths(448), kPublishedSeed);
  Plan plan = find_method("coo-atomic").plan(matrix, kDefaultFormatLimit);
  plan.launches.back().code = ROWSORT_KERNEL_CODE(coo_racy);
  try {
    trace_plan(plan, exact_vector(matrix.cols, kPublishedSeed));
  } catch (const KernelFailure& failure) {
    return failure.what();
  }
  throw std::logic_error("the CPU device found no race in COO without atomics");
}

}  // namespace rowsort::lesson
