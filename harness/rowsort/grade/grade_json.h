#pragma once

#include <filesystem>

#include "grade.h"
#include <nlohmann/json_fwd.hpp>

namespace rowsort {

/// The grade as JSON, as grading/grade.schema.json describes it. A number that is not finite is the
/// string "nan", "inf" or "-inf"; a missing one is null, with the reason beside it. Text that is no
/// valid UTF-8 has its bad bytes replaced.
nlohmann::ordered_json to_json(const Grade& grade);

/// Writes the grade to `file`, whole or not at all (whole_file.h). Throws std::system_error, naming
/// the file.
void write_grade(const Grade& grade, const std::filesystem::path& file);

}  // namespace rowsort
