#pragma once

#include <string>
#include <vector>

#include "official/official_grade.h"

namespace CLI {
class App;
}

/// How a submission is graded, as the command line says it: for every command that grades.
namespace rowsort {

/// Adds the options to a command.
void add_settings(CLI::App& command, OfficialOptions& official);

/// The settings as options of `rowsort grade`.
std::vector<std::string> grade_arguments(const OfficialOptions& official);

/// The settings that can change a grade, except the seed: grades with the same text were made in the
/// same way. Throws UsageError for a rubric that is not valid.
std::string deciding_settings(const OfficialOptions& official);

}  // namespace rowsort
