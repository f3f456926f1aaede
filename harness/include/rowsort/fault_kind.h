#pragma once

#include <cstdint>
#include <string_view>

namespace rowsort {

/// What a submission did wrong, as far as it can be told by kind.
enum class FaultKind : std::uint32_t {
  kRefused,            ///< not taken in: no row_sort.cu, links, too large
  kDoesNotCompile,     ///< a compiler or the linker refused it
  kBuildLimit,         ///< its build ran past a limit
  kUnreadableAnswers,  ///< answers.json cannot be read
  kThrew,              ///< a function ended with an exception
  kCrashed,            ///< a function ended with a signal
  kTimedOut,           ///< a host function did not return within its limit
  kMemoryLimit,        ///< it wanted more memory than it may have
  kNoAnswer,           ///< its process ended without an answer
  kMalformedAnswer,    ///< its process answered with nonsense
  kIllegalLaunch,      ///< the kernel cannot be launched with this block_size
  kIllegalAddress,     ///< the kernel read or wrote an address that is not its own
  kKernelFailed,       ///< the kernel ended in another way than by returning
  kKernelTimedOut,     ///< the kernel did not end within its limit
  kTamperedInput,      ///< the kernel wrote what is not its to write
  kWrongAnswer         ///< order, rebuilt CSR or y are wrong
};

/// "refused", "does_not_compile", ..., "wrong_answer": the name in a grade. "unknown" for a value
/// that is no enumerator, as a hostile process may send.
std::string_view fault_name(FaultKind kind);

}  // namespace rowsort
