#include "small_matrices.h"

#include "rowsort/checks/order.h"
#include "rowsort/checks/rebuilt_csr.h"
#include "rowsort/checks/rows.h"
#include "rowsort/matrix/exact_inputs.h"

#include "memory_counts.h"

namespace rowsort {
namespace {

SubmissionFault wrong_answer(const std::string& message) {
  return {FaultKind::kWrongAnswer, "", message};
}

std::optional<SubmissionFault> find_kernel_fault(const Csr& matrix, std::span<const int> order,
                                                 std::span<const float> x, const KernelRun& run) {
  if (run.fault) return run.fault;
  const RowComparison comparison = compare_rows(matrix, x, expect_exact(matrix, x), order, run.y);
  if (comparison.first_bad) return wrong_answer(describe(comparison));
  if (run.tampering) return SubmissionFault{FaultKind::kTamperedInput, "", *run.tampering};
  return std::nullopt;
}

}  // namespace

std::optional<SubmissionFault> find_edge_case_fault(const EdgeCase& shape, std::uint64_t seed,
                                                    DeviceWorker& device, int block_size,
                                                    const GradingOptions& options) {
  const Csr& matrix = shape.matrix;
  const Prepared prepared = prepare(options.worker, matrix, options.limit);
  if (!prepared.order) return prepared.fault;
  if (const auto fault = find_order_fault(*prepared.order, matrix.rows())) {
    return wrong_answer(fault->message);
  }
  if (!prepared.rebuilt) return prepared.fault;
  if (const auto fault = find_rebuilt_fault(matrix, *prepared.order, *prepared.rebuilt)) {
    return wrong_answer(fault->message);
  }

  const std::vector<float> x = exact_vector(matrix.cols, seed);
  const Csr sorted = permute_rows(matrix, *prepared.order);
  auto fault = find_kernel_fault(matrix, *prepared.order, x, device.run(sorted, x, block_size));
  if (fault) fault->message = diagnose(fault->message, sorted, x, block_size, options);
  return fault;
}

}  // namespace rowsort
