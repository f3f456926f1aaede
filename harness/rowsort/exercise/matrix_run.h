#pragma once

#include "rowsort/checks/rows.h"
#include "rowsort/csr.h"
#include "rowsort/grade/grade.h"
#include "rowsort/worker/calls.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "grading_options.h"
#include "test_case.h"

/// A submission on one matrix: sort, rebuild, run, compare.
namespace rowsort {

/// What sort_rows and rebuild made of a matrix. Each fault is absent when all is right up to there.
struct HostRun {
  std::optional<SubmissionFault> start_fault;    ///< before either function was called
  std::optional<SubmissionFault> order_fault;    ///< of sort_rows, or of the order it returned
  std::optional<SubmissionFault> rebuilt_fault;  ///< of rebuild, or of the matrix it returned
  std::optional<int> block_size;                 ///< absent when the process ended too early
  std::vector<int> order;                        ///< a permutation of the rows; empty otherwise
  HostTimes times;
};

/// Calls sort_rows and rebuild, and checks what they return. Throws EnvironmentError.
HostRun run_host_functions(const Csr& matrix, const GradingOptions& options);

/// What the kernel made of a matrix.
struct KernelRunResult {
  std::optional<SubmissionFault> fault;  ///< it did not run to its end; the rest is then empty
  RowComparison rows;
  std::optional<std::string> tampering;  ///< what it changed that it must not, as one sentence
  Csr sorted;                            ///< the matrix in the submitted order
};

/// Runs the kernel once on the matrix in this order, which is a permutation, and compares every
/// row. Throws EnvironmentError.
KernelRunResult run_kernel(const TestCase& test_case, std::span<const int> order, int block_size,
                           DeviceWorker& device);

/// `message`, which says how a kernel went wrong on this matrix, with the diagnosis of the tracing
/// CPU device. The message alone where the trace sees nothing wrong, says the same, or is off.
/// Throws EnvironmentError.
std::string diagnose(const std::string& message, const CsrView& matrix, std::span<const float> x,
                     int block_size, const GradingOptions& options);

/// Puts a small matrix through the whole submission. Returns the first fault, with its diagnosis
/// where it is the kernel's; nothing when all is right. Throws EnvironmentError.
std::optional<SubmissionFault> find_edge_case_fault(const TestCase& edge_case, int block_size,
                                                    const GradingOptions& options,
                                                    DeviceWorker& device);

}  // namespace rowsort
