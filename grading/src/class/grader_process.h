#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

/// This program once more, as a process that reads, builds or grades one submission. If that process
/// crashes or runs out of memory, the batch only gets a message.
namespace rowsort {

/// Option of `rowsort grade`, not for people: the number of the process that starts it. The grader
/// ends when that process ends, so a batch that is killed leaves no grader behind.
inline constexpr const char* kEndWithOption = "--end-with";

/// First argument of this program when it is to print a fingerprint; the submission's path is next.
inline constexpr const char* kFingerprintOption = "--rowsort-fingerprint";

/// Which bytes were handed in, or why that is not known.
struct Fingerprint {
  std::optional<std::string> source_sha256 = {};
  std::optional<std::string> answers_sha256 = {};
  std::string refusal = {};      ///< why the submission was refused
  std::string unreachable = {};  ///< why nothing can be read at the path; the machine's fault
};

/// Reads the submission in a process of its own.
Fingerprint take_fingerprint(const std::filesystem::path& submission);

/// What main() does with kFingerprintOption: prints the fingerprint and returns the exit status.
int run_fingerprint(const std::filesystem::path& submission);

/// One run of `rowsort grade`.
struct GraderJob {
  std::filesystem::path submission;
  std::string name;                    ///< in the grade
  std::vector<std::string> arguments;  ///< of rowsort grade, besides those that this job gives
  std::filesystem::path json;          ///< where the grade goes
  std::chrono::seconds limit{3600};    ///< for the whole run, including the wait for the GPU
  int lock = -1;                       ///< a descriptor that the grader keeps open
};

/// How it ended.
struct GraderEnd {
  bool graded = false;   ///< json holds a grade with a score
  bool refused = false;  ///< the grade says that the submission was refused
  std::string headline;  ///< "pass: 9 of 9 points", or what went wrong
  double seconds = 0;    ///< that it took, in whole milliseconds
};

/// Grades in a process of its own. The calling thread must not end before it. Whatever happens to
/// the process is in the result, never thrown.
GraderEnd run_grader(const GraderJob& job);

}  // namespace rowsort
