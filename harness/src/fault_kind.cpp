#include "rowsort/fault_kind.h"

namespace rowsort {

std::string_view fault_name(FaultKind kind) {
  switch (kind) {
    case FaultKind::kRefused:
      return "refused";
    case FaultKind::kDoesNotCompile:
      return "does_not_compile";
    case FaultKind::kBuildLimit:
      return "build_limit";
    case FaultKind::kUnreadableAnswers:
      return "unreadable_answers";
    case FaultKind::kThrew:
      return "threw";
    case FaultKind::kCrashed:
      return "crashed";
    case FaultKind::kTimedOut:
      return "timed_out";
    case FaultKind::kMemoryLimit:
      return "memory_limit";
    case FaultKind::kNoAnswer:
      return "no_answer";
    case FaultKind::kMalformedAnswer:
      return "malformed_answer";
    case FaultKind::kIllegalLaunch:
      return "illegal_launch";
    case FaultKind::kIllegalAddress:
      return "illegal_address";
    case FaultKind::kKernelFailed:
      return "kernel_failed";
    case FaultKind::kKernelTimedOut:
      return "kernel_timed_out";
    case FaultKind::kTamperedInput:
      return "tampered_input";
    case FaultKind::kWrongAnswer:
      return "wrong_answer";
  }
  return "unknown";
}

}  // namespace rowsort
