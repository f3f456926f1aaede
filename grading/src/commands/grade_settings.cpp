#include "commands/grade_settings.h"

#include "rowsort/files.h"
#include "rowsort/text.h"
#include "rowsort/worker/judge_job.h"

#include <map>

#include "build/worker_kit.h"
#include "intake/staged_submission.h"
#include <CLI/CLI.hpp>

namespace rowsort {
namespace {

std::string device_name(DeviceChoice device) {
  for (const auto& [name, choice] : device_choices()) {
    if (choice == device) return name;
  }
  return "auto";
}

std::vector<std::string> deciding_arguments(const OfficialOptions& official) {
  std::vector<std::string> arguments = {"--device",
                                        device_name(official.device),
                                        "--isolation",
                                        std::string(isolation_name(official.isolation)),
                                        "--limit",
                                        shortest(official.limit_seconds),
                                        "--build-limit",
                                        std::to_string(official.build_limit_seconds),
                                        "--memory",
                                        shortest(official.memory_gib),
                                        official.trace ? "--trace" : "--no-trace"};
  if (official.timed_pairs) {
    arguments.insert(arguments.end(), {"--runs", std::to_string(*official.timed_pairs)});
  }
  return arguments;
}

}  // namespace

void add_settings(CLI::App& command, OfficialOptions& official) {
  official.worker_kit = default_worker_kit();
  const std::map<std::string, Isolation> isolations = {{"bubblewrap", Isolation::kBubblewrap},
                                                       {"none", Isolation::kNone}};
  command.add_option("--device", official.device, "auto (default), cuda or cpu")
      ->transform(CLI::CheckedTransformer(device_choices()).description(""))
      ->type_name("NAME");
  command.add_option("--isolation", official.isolation, "bubblewrap (default) or none")
      ->transform(CLI::CheckedTransformer(isolations).description(""))
      ->type_name("NAME");
  command.add_option("--seed", official.seed,
                     "seed of the hidden variants (default: a new random one)");
  command
      .add_option("--runs", official.timed_pairs,
                  "timed pairs of runs on a GPU, 0 for none (default: 20, then as many as the "
                  "ratio needs)")
      ->check(CLI::Range(std::size_t{0}, kMaxTimedPairs));
  command.add_option("--limit", official.limit_seconds, "seconds for each call to the submission")
      ->check(CLI::Range(0.1, 86'400.0))
      ->capture_default_str();
  command.add_option("--build-limit", official.build_limit_seconds, "seconds for each compiler")
      ->check(CLI::Range(1, 86'400))
      ->capture_default_str();
  command.add_option("--memory", official.memory_gib, "GiB for the submission's processes")
      ->check(CLI::Range(0.5, 1024.0))
      ->capture_default_str();
  command.add_option("--rubric", official.rubric, "a rubric.json with other points")
      ->type_name("FILE");
  command.add_option("--kit", official.worker_kit, "the worker kit to build the submission with")
      ->type_name("DIR");
  command.add_flag("--trace,!--no-trace", official.trace,
                   "count loads and stores on the CPU device, and explain failures (default)");
}

std::vector<std::string> grade_arguments(const OfficialOptions& official) {
  std::vector<std::string> arguments = deciding_arguments(official);
  const auto add = [&](const char* option, const std::string& value) {
    arguments.insert(arguments.end(), {option, value});
  };
  add("--kit", official.worker_kit.string());
  if (!official.rubric.empty()) add("--rubric", official.rubric.string());
  if (official.seed) add("--seed", std::to_string(*official.seed));
  return arguments;
}

std::string deciding_settings(const OfficialOptions& official) {
  const std::string text = joined(deciding_arguments(official), " ");
  if (official.rubric.empty()) return text;
  read_rubric(official.rubric);
  return text + " --rubric sha256:" + sha256(read_file(official.rubric));
}

}  // namespace rowsort
