#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

/// What can go wrong, by whose fault it is: the user's, the machine's or the submission's.
namespace rowsort {

/// Exit statuses of every program here. Scripts can rely on them.
inline constexpr int kExitPass = 0;
inline constexpr int kExitSubmission = 1;   ///< the submission's fault
inline constexpr int kExitUsage = 2;        ///< wrong usage
inline constexpr int kExitEnvironment = 3;  ///< the machine's fault; costs no points

/// The user asked for something that cannot be done: a file that is missing or malformed, an option
/// that does not fit. The program prints what() and ends with kExitUsage.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The machine cannot do what was asked: no device, a driver too old, no memory. Never the
/// submission's fault; the program ends with kExitEnvironment.
class EnvironmentError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The kinds of fault of a submission.
enum class FaultKind : std::uint32_t {
  kRefused,            ///< not accepted: no row_sort.cu, links, too large
  kDoesNotCompile,     ///< a compiler or the linker refused it
  kBuildLimit,         ///< its build exceeded a limit
  kUnreadableAnswers,  ///< answers.json cannot be read
  kThrew,              ///< a function ended with an exception
  kCrashed,            ///< a function ended with a signal
  kTimedOut,           ///< a host function did not return within its limit
  kMemoryLimit,        ///< it wanted more memory than it may have
  kNoAnswer,           ///< its process ended without an answer
  kMalformedAnswer,    ///< its process answered with nonsense
  kIllegalLaunch,      ///< the kernel cannot be launched with this block_size
  kIllegalAddress,     ///< the kernel read or wrote an address that is not its own
  kKernelFailed,       ///< the kernel ended other than by returning
  kKernelTimedOut,     ///< the kernel did not end within its limit
  kTamperedInput,      ///< the kernel wrote to memory that it may only read
  kWrongAnswer         ///< order, rebuilt CSR or y are wrong
};

/// "refused", "does_not_compile", ..., "wrong_answer": the name in a grade. "unknown" for a value
/// that is not an enumerator, which a hostile process may send.
std::string_view fault_name(FaultKind kind);

/// The submission is at fault. Where one of its functions failed, what() says what it did, without
/// the function's name: "returned more than ...".
class SubmissionError : public std::runtime_error {
 public:
  SubmissionError(FaultKind kind, const std::string& what)
      : std::runtime_error(what), kind_(kind) {}
  FaultKind kind() const { return kind_; }

 private:
  FaultKind kind_;
};

}  // namespace rowsort
