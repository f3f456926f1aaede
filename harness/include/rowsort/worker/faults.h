#pragma once

#include "rowsort/fault_kind.h"

#include <stdexcept>
#include <string>

/// What can go wrong when a submission is called in a worker process.
namespace rowsort {

/// The machine cannot do what was asked: no device, a driver too old, no memory. Never the
/// submission's fault.
class EnvironmentError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// What a submission did instead of answering.
struct SubmissionFault {
  FaultKind kind{};
  std::string function;  ///< "sort_rows", "rebuild", "spmv_sorted"; empty before any of them ran
  std::string message;  ///< one sentence that names the function and the exception, signal or limit
};

}  // namespace rowsort
