#include "small_matrices.h"

#include "rowsort/checks/order.h"
#include "rowsort/checks/rebuilt_csr.h"
#include "rowsort/checks/rows.h"
#include "rowsort/matrix/exact_inputs.h"
#include "rowsort/worker/prepare.h"

#include "memory_counts.h"

namespace rowsort {
namespace {

std::optional<std::string> find_kernel_fault(const Csr& matrix, std::span<const int> order,
                                             std::span<const float> x, const KernelRun& run) {
  if (run.fault) return run.fault->message;
  const RowComparison comparison = compare_rows(matrix, x, expect_exact(matrix, x), order, run.y);
  if (comparison.first_bad) return describe(comparison);
  return run.tampering;
}

}  // namespace

std::optional<std::string> find_shape_fault(const AwkwardShape& shape, std::uint64_t seed,
                                            DeviceWorker& device, int block_size,
                                            const GradingOptions& options) {
  const Csr& matrix = shape.matrix;
  const Prepared prepared = prepare(options.worker, matrix, options.limit);
  if (!prepared.order) return prepared.fault->message;
  if (const auto fault = find_order_fault(*prepared.order, matrix.rows())) return fault->message;
  if (!prepared.rebuilt) return prepared.fault->message;
  if (const auto fault = find_rebuilt_fault(matrix, *prepared.order, *prepared.rebuilt)) {
    return fault->message;
  }

  const std::vector<float> x = exact_vector(matrix.cols, seed);
  const Csr sorted = permute_rows(matrix, *prepared.order);
  auto fault = find_kernel_fault(matrix, *prepared.order, x, device.run(sorted, x, block_size));
  if (fault) fault = diagnose(*fault, sorted, x, block_size, options);
  return fault;
}

}  // namespace rowsort
