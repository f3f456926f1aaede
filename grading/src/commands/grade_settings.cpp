#include "commands/grade_settings.h"

#include "rowsort/errors.h"
#include "rowsort/files.h"
#include "rowsort/text.h"
#include "rowsort/worker/judge_job.h"

#include <cmath>

#include "intake/staged_submission.h"

namespace rowsort {
namespace {

std::string device_name(DeviceChoice device) {
  for (const auto& [name, choice] : device_choices()) {
    if (choice == device) return name;
  }
  return "auto";
}

Rubric rubric_of(const GradeSettings& settings) {
  return settings.rubric.empty() ? Rubric() : read_rubric(settings.rubric);
}

std::vector<std::string> deciding_arguments(const GradeSettings& settings) {
  const OfficialOptions& official = settings.official;
  std::vector<std::string> arguments = {"--device",
                                        device_name(official.device),
                                        "--isolation",
                                        std::string(isolation_name(official.isolation)),
                                        "--limit",
                                        shortest(settings.limit_seconds),
                                        "--build-limit",
                                        std::to_string(settings.build_limit_seconds),
                                        "--memory",
                                        shortest(settings.memory_gib),
                                        official.trace ? "--trace" : "--no-trace"};
  if (official.timed_pairs) {
    arguments.insert(arguments.end(), {"--runs", std::to_string(*official.timed_pairs)});
  }
  return arguments;
}

}  // namespace

OfficialOptions official_options(const GradeSettings& settings) {
  OfficialOptions official = settings.official;
  official.rubric = rubric_of(settings);
  official.limit = std::chrono::milliseconds(std::llround(settings.limit_seconds * 1000));
  official.build_limit = std::chrono::seconds(settings.build_limit_seconds);
  official.memory = static_cast<std::uint64_t>(settings.memory_gib * (1u << 30));
  return official;
}

std::vector<std::string> grade_arguments(const GradeSettings& settings) {
  const OfficialOptions& official = settings.official;
  std::vector<std::string> arguments = deciding_arguments(settings);
  const auto add = [&](const char* option, const std::string& value) {
    arguments.insert(arguments.end(), {option, value});
  };
  add("--kit", official.worker_kit.string());
  if (!settings.rubric.empty()) add("--rubric", settings.rubric.string());
  if (official.seed) add("--seed", std::to_string(*official.seed));
  return arguments;
}

std::string deciding_settings(const GradeSettings& settings) {
  const std::string text = joined(deciding_arguments(settings), " ");
  if (settings.rubric.empty()) return text;
  rubric_of(settings);
  return text + " --rubric sha256:" + sha256(read_file(settings.rubric));
}

}  // namespace rowsort
