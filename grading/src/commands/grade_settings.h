#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "official/official_grade.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace rowsort {

/// How a submission is graded, as the command line says it: for every command that grades.
struct GradeSettings {
  std::filesystem::path rubric;  ///< empty: the points as shipped
  double limit_seconds = 30;
  int build_limit_seconds = 60;
  double memory_gib = 2;
  std::uint64_t seed = 0;
  CLI::Option* seed_option = nullptr;
  OfficialOptions official;
};

/// Adds the options to a command. `settings` has to live as long as the command.
void add_grade_settings(CLI::App& command, GradeSettings& settings);

/// The settings as official_grade() takes them. Throws UsageError.
OfficialOptions official_options(const GradeSettings& settings);

/// The settings but the seed, as options of `rowsort grade`.
std::vector<std::string> grade_arguments(const GradeSettings& settings);

/// What of the settings can decide a grade, but the seed: two grades of one submission with the
/// same text are of the same kind. Throws UsageError.
std::string deciding_settings(const GradeSettings& settings);

}  // namespace rowsort
