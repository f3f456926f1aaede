#include "commands/grade_settings.h"

#include "rowsort/text.h"
#include "rowsort/worker/judge_job.h"

#include <cmath>
#include <fstream>
#include <iterator>
#include <map>

#include "build/worker_kit.h"
#include "intake/sha256.h"
#include <CLI/CLI.hpp>

namespace rowsort {
namespace {

std::string device_name(DeviceChoice device) {
  for (const auto& [name, choice] : device_choices()) {
    if (choice == device) return name;
  }
  return "auto";
}

void add_choices(CLI::App& command, OfficialOptions& official) {
  command.add_option("--device", official.device, "auto (default), cuda or cpu")
      ->transform(CLI::CheckedTransformer(device_choices()).description(""))
      ->type_name("NAME");
  const std::map<std::string, Isolation> isolations = {{"bubblewrap", Isolation::kBubblewrap},
                                                       {"none", Isolation::kNone}};
  command.add_option("--isolation", official.isolation, "bubblewrap (default), or none")
      ->transform(CLI::CheckedTransformer(isolations).description(""))
      ->type_name("NAME");
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

void add_grade_settings(CLI::App& command, GradeSettings& settings) {
  OfficialOptions& official = settings.official;
  official.worker_kit = default_worker_kit();
  add_choices(command, official);
  settings.seed_option = command.add_option("--seed", settings.seed,
                                            "seed of the hidden variants (default: a fresh one)");
  command
      .add_option("--runs", official.timed_pairs,
                  "timed pairs of runs on a GPU, 0 for none; by default 20 and then as many as the "
                  "ratio takes")
      ->check(CLI::Range(std::size_t{0}, kMaxTimedPairs));
  command
      .add_option("--limit", settings.limit_seconds,
                  "seconds that a function of the submission may take")
      ->check(CLI::Range(0.1, 86'400.0))
      ->capture_default_str();
  command
      .add_option("--build-limit", settings.build_limit_seconds, "seconds that a compiler may take")
      ->check(CLI::Range(1, 86'400))
      ->capture_default_str();
  command.add_option("--memory", settings.memory_gib, "GiB that its processes may take")
      ->check(CLI::Range(0.5, 1024.0))
      ->capture_default_str();
  command.add_option("--rubric", settings.rubric, "a rubric.json with other points")
      ->type_name("FILE");
  command.add_option("--kit", official.worker_kit, "the worker kit that it is built with")
      ->type_name("DIR");
  command.add_flag(
      "--trace,!--no-trace", official.trace,
      "count loads and stores on the CPU device, and let it explain failures (default)");
}

OfficialOptions official_options(const GradeSettings& settings) {
  OfficialOptions official = settings.official;
  if (settings.seed_option->count() > 0) official.seed = settings.seed;
  if (!settings.rubric.empty()) official.rubric = read_rubric(settings.rubric);
  official.limit = std::chrono::milliseconds(std::llround(settings.limit_seconds * 1000));
  official.build_limit = std::chrono::seconds(settings.build_limit_seconds);
  official.memory = static_cast<std::uint64_t>(settings.memory_gib * (1u << 30));
  return official;
}

std::vector<std::string> grade_arguments(const GradeSettings& settings) {
  std::vector<std::string> arguments = deciding_arguments(settings);
  arguments.insert(arguments.end(), {"--kit", settings.official.worker_kit.string()});
  if (!settings.rubric.empty()) {
    arguments.insert(arguments.end(), {"--rubric", settings.rubric.string()});
  }
  return arguments;
}

std::string deciding_settings(const GradeSettings& settings) {
  std::string text;
  for (const std::string& argument : deciding_arguments(settings)) {
    text += (text.empty() ? "" : " ") + argument;
  }
  if (settings.rubric.empty()) return text;
  read_rubric(settings.rubric);
  std::ifstream stream(settings.rubric, std::ios::binary);
  return text +
         " --rubric sha256:" + sha256(std::string(std::istreambuf_iterator<char>(stream), {}));
}

}  // namespace rowsort
