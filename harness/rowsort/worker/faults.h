#pragma once

#include "rowsort/errors.h"

#include <stdexcept>
#include <string>

/// What can go wrong when a submission is called in a worker process.
namespace rowsort {

/// What a submission did instead of answering.
struct SubmissionFault {
  FaultKind kind{};
  std::string function;  ///< "sort_rows", "rebuild", "spmv_sorted"; empty before any of them ran
  std::string message;  ///< one sentence that names the function and the exception, signal or limit
};

}  // namespace rowsort
