#include "class/grader_process.h"

#include "rowsort/errors.h"
#include "rowsort/grade/grade_json.h"
#include "rowsort/grade/json_values.h"
#include "rowsort/visible_text.h"
#include "rowsort/worker/child_process.h"

#include <algorithm>
#include <cstring>
#include <iostream>
#include <system_error>

#include "export/formats.h"
#include "intake/staged_submission.h"
#include "sandbox/confined_run.h"
#include <nlohmann/json.hpp>
#include <unistd.h>

namespace rowsort {
namespace {

using nlohmann::json;

constexpr const char* kThisProgram = "/proc/self/exe";
constexpr std::chrono::seconds kFingerprintLimit{60};
// For an archive and its contents.
constexpr std::uint64_t kFingerprintMemory = std::uint64_t{1} << 30;
constexpr int kLockDescriptor = 3;

// The end of what a process printed, on one line.
std::string last_words(const std::string& output) {
  constexpr std::size_t most = 600;
  std::string words = visible_text(output.substr(output.size() - std::min(output.size(), most)));
  words.erase(words.find_last_not_of(' ') + 1);
  return words;
}

std::string end_sentence(const ChildEnd& end, std::chrono::seconds limit) {
  switch (end.kind) {
    case ChildEnd::Kind::kExited:
      return "the grader ended with exit status " + std::to_string(end.code);
    case ChildEnd::Kind::kSignalled:
      return "the grader ended with signal " + std::to_string(end.code) + " (" +
             strsignal(end.code) + ")";
    case ChildEnd::Kind::kTimedOut:
      return "the grader did not end within " + std::to_string(limit.count()) + " s";
    case ChildEnd::Kind::kOverMemory:
      return "the grader used more memory than it may";
    default:
      return "the grader printed too much";
  }
}

std::string trouble(const ConfinedRun& run, std::chrono::seconds limit) {
  const std::string words = last_words(run.output);
  return end_sentence(run.end, limit) + (words.empty() ? "" : ": " + words);
}

GraderEnd read_end(const std::filesystem::path& file) {
  const Grade grade = read_grade(file);
  if (!grade.score) return {false, false, grade.error->message};
  return {true, grade.error && grade.error->kind == "refused", headline(grade)};
}

std::vector<std::string> grader_arguments(const GraderJob& job) {
  std::vector<std::string> arguments = {kThisProgram, "grade"};
  arguments.insert(arguments.end(), job.arguments.begin(), job.arguments.end());
  arguments.insert(arguments.end(),
                   {"--quiet", "--json", job.json.string(), "--name", job.name, kEndWithOption,
                    std::to_string(getpid()), "--", job.submission.string()});
  return arguments;
}

GraderEnd grade_in_process(const GraderJob& job) try {
  ChildCommand command;
  command.arguments = grader_arguments(job);
  ChildProcess::Inheritance inheritance;
  if (job.lock >= 0) inheritance.emplace_back(kLockDescriptor, job.lock);
  const ConfinedRun run = run_confined(command, inheritance, job.limit);
  const int status = run.end.kind == ChildEnd::Kind::kExited ? run.end.code : -1;
  const bool wrote_grade = status == kExitPass || status == kExitSubmission ||
                           (status == kExitEnvironment && std::filesystem::exists(job.json));
  if (wrote_grade) return read_end(job.json);
  return {false, false, trouble(run, job.limit)};
} catch (const UnreadableGrade& error) {
  return {false, false, error.what()};
} catch (const std::system_error& error) {
  return {false, false, error.what()};
}

}  // namespace

Fingerprint take_fingerprint(const std::filesystem::path& submission) try {
  ChildCommand command;
  command.arguments = {kThisProgram, kFingerprintOption, submission.string()};
  command.memory_limit = kFingerprintMemory;
  const ConfinedRun run = run_confined(command, {}, kFingerprintLimit);
  if (run.end.kind != ChildEnd::Kind::kExited || run.end.code != kExitPass) {
    return {.unreachable = trouble(run, kFingerprintLimit)};
  }
  const json object = json::parse(run.output);
  using Hash = std::optional<std::string>;
  return {object.at("source_sha256").get<Hash>(), object.at("answers_sha256").get<Hash>(),
          object.at("refusal"), object.at("unreachable")};
} catch (const json::exception& error) {
  return {.unreachable =
              std::string("the grader printed a fingerprint that is not valid: ") + error.what()};
} catch (const std::system_error& error) {
  return {.unreachable = error.what()};
}

int run_fingerprint(const std::filesystem::path& submission) {
  Fingerprint fingerprint;
  try {
    // Reads in the submission's folder, so that a refusal does not name where that folder is.
    std::filesystem::current_path(submission.parent_path());
    const StagedSubmission staged = stage(submission.filename());
    fingerprint.source_sha256 = sha256(staged.source);
    if (staged.answers) fingerprint.answers_sha256 = sha256(*staged.answers);
  } catch (const SubmissionError& error) {
    fingerprint.refusal = visible_text(error.what());
  } catch (const UsageError& error) {
    fingerprint.unreachable = visible_text(error.what());
  } catch (const std::filesystem::filesystem_error& error) {
    fingerprint.unreachable = visible_text(error.what());
  }
  std::cout << json{{"source_sha256", fingerprint.source_sha256},
                    {"answers_sha256", fingerprint.answers_sha256},
                    {"refusal", fingerprint.refusal},
                    {"unreachable", fingerprint.unreachable}}
            << std::flush;
  return std::cout ? kExitPass : kExitEnvironment;
}

GraderEnd run_grader(const GraderJob& job) {
  const auto start = std::chrono::steady_clock::now();
  GraderEnd end = grade_in_process(job);
  const auto passed = std::chrono::steady_clock::now() - start;
  end.seconds =
      static_cast<double>(std::chrono::round<std::chrono::milliseconds>(passed).count()) / 1000;
  return end;
}

}  // namespace rowsort
