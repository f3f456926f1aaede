#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

/// A submission looked at by this program once more, as a process of its own: what reads, builds
/// or grades a submission can crash or swell without the batch noticing more than a sentence.
namespace rowsort {

/// Option of `rowsort grade`, not for people: the number of the process that starts it, which it
/// then ends with, so that a batch that is killed leaves no grader behind.
inline constexpr const char* kEndWithOption = "--end-with";

/// First argument of this program when it is to say what a submission consists of; its path comes
/// next.
inline constexpr const char* kFingerprintOption = "--rowsort-fingerprint";

/// Which bytes were handed in, or why they cannot be said.
struct Fingerprint {
  std::optional<std::string> source_sha256;
  std::optional<std::string> answers_sha256;
  std::string refusal;      ///< the submission was refused: why
  std::string unreachable;  ///< nothing can be read at the path: why; the machine's fault
  bool operator==(const Fingerprint&) const = default;
};

/// Stages the submission in a process of its own.
Fingerprint take_fingerprint(const std::filesystem::path& submission);

/// What main() does with kFingerprintOption: prints the fingerprint and returns the exit status.
int run_fingerprint(const std::filesystem::path& submission);

/// One `rowsort grade`.
struct GraderJob {
  std::filesystem::path submission;
  std::string name;                    ///< for the grade
  std::vector<std::string> arguments;  ///< of rowsort grade, beside the ones that follow from here
  std::filesystem::path json;          ///< where the grade goes
  std::chrono::seconds limit{3600};    ///< for all of it, waiting for the GPU included
  int lock = -1;                       ///< a descriptor that the grader is to keep open
};

/// What came of it.
struct GraderEnd {
  bool graded = false;   ///< json holds a grade with a score
  bool refused = false;  ///< and what it says is that the submission was not taken in
  std::string headline;  ///< "pass: 9 of 9 points", or what went wrong
};

/// Grades in a process of its own, which has to be started, and may have to be killed, by the
/// calling thread. Whatever happens to that process is told, not thrown.
GraderEnd run_grader(const GraderJob& job);

}  // namespace rowsort
