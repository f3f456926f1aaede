#include "small_matrices.h"

#include "rowsort/checks/order.h"
#include "rowsort/checks/rebuilt_csr.h"
#include "rowsort/checks/rows.h"
#include "rowsort/matrix/exact_inputs.h"
#include "rowsort/worker/prepare.h"

namespace rowsort {

std::optional<std::string> find_shape_fault(const AwkwardShape& shape, std::uint64_t seed,
                                            const WorkerCommand& worker, DeviceWorker& device,
                                            int block_size, std::chrono::milliseconds limit) {
  const Csr& matrix = shape.matrix;
  const Prepared prepared = prepare(worker, matrix, limit);
  if (!prepared.order) return prepared.fault->message;
  if (const auto fault = find_order_fault(*prepared.order, matrix.rows())) return fault->message;
  if (!prepared.rebuilt) return prepared.fault->message;
  if (const auto fault = find_rebuilt_fault(matrix, *prepared.order, *prepared.rebuilt)) {
    return fault->message;
  }

  const std::vector<float> x = exact_vector(matrix.cols, seed);
  const KernelRun run = device.run(permute_rows(matrix, *prepared.order), x, block_size);
  if (run.fault) return run.fault->message;
  const RowComparison comparison =
      compare_rows(matrix, x, expect_exact(matrix, x), *prepared.order, run.y);
  if (comparison.first_bad) return describe(comparison);
  return run.tampering;
}

}  // namespace rowsort
