#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "official/official_grade.h"

namespace rowsort {

/// How a submission is graded, as the command line says it: for every command that grades.
struct GradeSettings {
  OfficialOptions official;      ///< rubric, limits and memory in it are ignored: see below
  std::filesystem::path rubric;  ///< empty: the points that are compiled in
  double limit_seconds = 30;     ///< for each call to the submission
  int build_limit_seconds = 60;  ///< for each compiler
  double memory_gib = 2;         ///< for the submission's processes
};

/// The settings as official_grade() takes them. Throws UsageError for a rubric that is not valid.
OfficialOptions official_options(const GradeSettings& settings);

/// The settings as options of `rowsort grade`.
std::vector<std::string> grade_arguments(const GradeSettings& settings);

/// The settings that can change a grade, except the seed: grades with the same text were made in the
/// same way. Throws UsageError for a rubric that is not valid.
std::string deciding_settings(const GradeSettings& settings);

}  // namespace rowsort
