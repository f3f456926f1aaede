#include "build/compiler_log.h"

#include "rowsort/errors.h"
#include "rowsort/text.h"

#include <algorithm>
#include <array>
#include <csignal>

namespace rowsort {
namespace {

// What compilers and linkers say when one of their processes met a limit of the operating system.
constexpr std::array<std::string_view, 9> kLimitWords = {
    "out of memory",           "memory exhausted", "Cannot allocate memory",
    "std::bad_alloc",          "File size limit",  "File too large",
    "No space left on device", "CPU time limit",   "Killed signal"};

std::string without(std::string text, const std::string& path) {
  const std::string prefix = path + "/";
  for (std::size_t at = text.find(prefix); at != std::string::npos; at = text.find(prefix, at)) {
    text.erase(at, prefix.size());
  }
  return text;
}

bool is_error_line(std::string_view line) {
  return line.find("error:") != std::string_view::npos ||
         line.find("Error:") != std::string_view::npos ||
         line.find("error :") != std::string_view::npos ||
         line.find("multiple definition") != std::string_view::npos ||
         line.find("undefined reference") != std::string_view::npos;
}

// From the first error on: what is before it are warnings and the way through includes.
std::string from_first_error(const std::string& output) {
  std::size_t start = 0;
  while (start < output.size()) {
    const std::size_t end = std::min(output.find('\n', start), output.size());
    if (is_error_line(std::string_view(output).substr(start, end - start))) break;
    start = end + 1;
  }
  if (start >= output.size()) start = 0;
  std::string log = output.substr(start, kMaxBuildLog);
  if (output.size() - start > kMaxBuildLog) log.resize(log.rfind('\n') + 1);
  return log;
}

std::string limit_sentence(const std::string& tool, const ConfinedRun& run,
                           std::chrono::seconds limit) {
  const std::string start = "row_sort.cu does not build within the limits: " + tool;
  switch (run.end.kind) {
    case ChildEnd::Kind::kTimedOut:
      return start + " was not done after " + std::to_string(limit.count()) + " s";
    case ChildEnd::Kind::kOverMemory:
      return start + " took more memory than a build may have";
    case ChildEnd::Kind::kTooMuchOutput:
      return start + " wrote more than " + grouped(kMaxConfinedOutput) + " bytes of messages";
    default:
      break;
  }
  if (run.end.kind == ChildEnd::Kind::kSignalled) {
    return start +
           (run.end.code == SIGXCPU ? " used up its processor time" : " was stopped by a limit");
  }
  for (const std::string_view words : kLimitWords) {
    if (run.output.find(words) != std::string::npos) {
      return start + " met a limit of memory, time or file size (" + std::string(words) + ")";
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
  BuildFault fault;
  fault.log = from_first_error(output);
  if (std::string sentence = limit_sentence(tool, run, limit); !sentence.empty()) {
    fault.kind = FaultKind::kBuildLimit;
    fault.message = std::move(sentence);
    return fault;
  }
  fault.message = tool + " refuses row_sort.cu: " + first_line(fault.log);
  return fault;
}

std::string first_line(std::string_view text) {
  const std::size_t start = text.find_first_not_of("\r\n");
  if (start == std::string_view::npos) return "it gave no reason";
  return std::string(text.substr(start, text.find_first_of("\r\n", start) - start));
}

}  // namespace rowsort
