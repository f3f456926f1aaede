#include "errors.h"

#include <array>

namespace rowsort {

std::string_view fault_name(FaultKind kind) {
  // In the order of the enumerators.
  static constexpr std::array<std::string_view, 16> names = {
      "refused",       "does_not_compile", "build_limit",    "unreadable_answers",
      "threw",         "crashed",          "timed_out",      "memory_limit",
      "no_answer",     "malformed_answer", "illegal_launch", "illegal_address",
      "kernel_failed", "kernel_timed_out", "tampered_input", "wrong_answer"};
  const auto index = static_cast<std::size_t>(kind);
  return index < names.size() ? names[index] : "unknown";
}

}  // namespace rowsort
