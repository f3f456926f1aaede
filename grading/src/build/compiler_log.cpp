#include "build/compiler_log.h"

#include "rowsort/errors.h"
#include "rowsort/text.h"

#include <algorithm>
#include <array>
#include <csignal>

namespace rowsort {
namespace {

// What compilers and linkers print when a process of theirs exceeds a limit of the operating system.
constexpr std::array<std::string_view, 9> kLimitWords = {
    "out of memory",           "memory exhausted", "Cannot allocate memory",
    "std::bad_alloc",          "File size limit",  "File too large",
    "No space left on device", "CPU time limit",   "Killed signal"};

// What they print in the line of an error.
constexpr std::array<std::string_view, 5> kErrorWords = {
    "error:", "Error:", "error :", "multiple definition", "undefined reference"};

std::string without(std::string text, const std::string& path) {
  const std::string prefix = path + "/";
  for (std::size_t at = text.find(prefix); at != std::string::npos; at = text.find(prefix, at)) {
    text.erase(at, prefix.size());
  }
  return text;
}

// From the first error on: before it there are warnings and the chain of includes.
std::string from_first_error(const std::string& output) {
  std::size_t error = output.size();
  for (const std::string_view words : kErrorWords) error = std::min(error, output.find(words));
  const std::size_t start = error == output.size() ? 0 : output.rfind('\n', error) + 1;
  std::string log = output.substr(start, kMaxBuildLog);
  if (output.size() - start > kMaxBuildLog) log.resize(log.rfind('\n') + 1);
  return log;
}

// Which limit the tool exceeded; empty when none is known.
std::string exceeded_limit(const ConfinedRun& run, std::chrono::seconds limit) {
  switch (run.end.kind) {
    case ChildEnd::Kind::kTimedOut:
      return " was not done after " + std::to_string(limit.count()) + " s";
    case ChildEnd::Kind::kOverMemory:
      return " used more memory than a build may have";
    case ChildEnd::Kind::kTooMuchOutput:
      return " printed more than " + grouped(kMaxConfinedOutput) + " bytes of messages";
    case ChildEnd::Kind::kSignalled:
      return run.end.code == SIGXCPU ? " used up its processor time" : " was stopped by a limit";
    default:
      break;
  }
  for (const std::string_view words : kLimitWords) {
    if (run.output.find(words) != std::string::npos) {
      return " exceeded a limit of memory, time or file size (" + std::string(words) + ")";
    }
  }
  return {};
}

}  // namespace

BuildFault build_fault(const std::string& tool, const ConfinedRun& run, std::chrono::seconds limit,
                       const std::vector<std::string>& paths) {
  if (run.end.kind == ChildEnd::Kind::kNoSandbox) {
    throw EnvironmentError("bubblewrap could not set up a sandbox for " + tool + " (" +
                           first_line(run.output) + ")");
  }
  std::string output = run.output;
  for (const std::string& path : paths) output = without(std::move(output), path);
  const std::string log = from_first_error(output);
  if (const std::string limit_words = exceeded_limit(run, limit); !limit_words.empty()) {
    return {FaultKind::kBuildLimit,
            "row_sort.cu does not build within the limits: " + tool + limit_words, log};
  }
  return {FaultKind::kDoesNotCompile, tool + " refuses row_sort.cu: " + first_line(log), log};
}

std::string first_line(std::string_view text) {
  const std::size_t start = text.find_first_not_of("\r\n");
  if (start == std::string_view::npos) return "it gave no reason";
  return std::string(text.substr(start, text.find_first_of("\r\n", start) - start));
}

}  // namespace rowsort
