#include "matrix_run.h"

#include "rowsort/checks/host_answers.h"
#include "rowsort/matrix/coo.h"

namespace rowsort {
namespace {

SubmissionFault wrong_answer(const std::string& message) {
  return {FaultKind::kWrongAnswer, "", message};
}

}  // namespace

HostRun run_host_functions(const Csr& matrix, const GradingOptions& options) {
  // Holds a second copy of the matrix until this returns.
  const Prepared prepared = prepare(options.worker, matrix, options.limit);
  HostRun run;
  run.block_size = prepared.block_size;
  run.times = {prepared.sort_seconds, prepared.rebuild_seconds};
  if (prepared.fault && prepared.fault->function.empty()) {
    run.start_fault = prepared.fault;
  } else if (!prepared.order) {
    run.order_fault = prepared.fault;
  } else if (const auto fault = find_order_fault(*prepared.order, matrix.rows())) {
    run.order_fault = wrong_answer(*fault);
  } else {
    run.order.assign(prepared.order->begin(), prepared.order->end());
    if (!prepared.rebuilt) {
      run.rebuilt_fault = prepared.fault;
    } else if (const auto bad = find_rebuilt_fault(matrix, run.order, *prepared.rebuilt)) {
      run.rebuilt_fault = wrong_answer(*bad);
    }
  }
  return run;
}

KernelRunResult run_kernel(const TestCase& test_case, std::span<const int> order, int block_size,
                           DeviceWorker& device) {
  KernelRunResult result;
  // Built anew from the verified order: nothing that a submission may have hidden in its own copy
  // of the matrix reaches the kernel.
  result.sorted = permute_rows(test_case.matrix, order);
  const KernelRun run = device.run(result.sorted, test_case.x, block_size);
  result.fault = run.fault;
  if (run.fault) return result;
  result.rows = compare_rows(test_case.matrix, test_case.x, test_case.expected, order, run.y);
  result.tampering = run.tampering;
  return result;
}

std::string diagnose(const std::string& message, const CsrView& matrix, std::span<const float> x,
                     int block_size, const GradingOptions& options) {
  if (!options.trace) return message;
  const KernelTrace result = trace(options.worker, matrix, x, block_size, options.limit);
  if (!result.fault || result.fault->message == message) return message;
  return message + ". Traced on the CPU device: " + result.fault->message;
}

std::optional<SubmissionFault> find_edge_case_fault(const TestCase& edge_case, int block_size,
                                                    const GradingOptions& options,
                                                    DeviceWorker& device) {
  const HostRun host = run_host_functions(edge_case.matrix, options);
  for (const auto& fault : {host.start_fault, host.order_fault, host.rebuilt_fault}) {
    if (fault) return fault;
  }
  const KernelRunResult kernel = run_kernel(edge_case, host.order, block_size, device);
  std::optional<SubmissionFault> fault = kernel.fault;
  if (!fault && kernel.rows.first_bad) fault = wrong_answer(describe(kernel.rows));
  if (!fault && kernel.tampering) {
    fault = SubmissionFault{FaultKind::kTamperedInput, "", *kernel.tampering};
  }
  if (fault) {
    fault->message = diagnose(fault->message, kernel.sorted, edge_case.x, block_size, options);
  }
  return fault;
}

}  // namespace rowsort
