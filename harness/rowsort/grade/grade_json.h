#pragma once

#include "rowsort/errors.h"

#include <cstddef>
#include <filesystem>
#include <string_view>

#include "grade.h"
#include <nlohmann/json_fwd.hpp>

/// A grade as a file: grading/grade.schema.json describes it.
namespace rowsort {

/// "pass", "fail" or "error", and "pass", "fail" or "skipped".
std::string_view status_name(GradeStatus status);
std::string_view status_name(CheckStatus status);

/// The grade as JSON. A number that is not finite is the string "nan", "inf" or "-inf"; a missing
/// one is null, with the reason beside it. Invalid UTF-8 in a text has its bad bytes replaced.
nlohmann::ordered_json to_json(const Grade& grade);

/// matrix.row_lengths of a grade: min, max, mean and histogram.
void to_json(nlohmann::ordered_json& json, const RowLengthStatistics& lengths);

/// Writes the grade to `file`, whole or not at all (files.h). Throws std::system_error, naming the
/// file.
void write_grade(const Grade& grade, const std::filesystem::path& file);

/// The file is not a grade, or one of another schema_version. what() says what is wrong with it.
class UnreadableGrade : public UsageError {
 public:
  using UsageError::UsageError;
};

inline constexpr std::size_t kMaxGradeBytes = std::size_t{16} << 20;
inline constexpr std::size_t kMaxReadChecks = 64;
/// Longer texts are cut, with a note of how much is missing.
inline constexpr std::size_t kMaxReadTextBytes = 2048;
inline constexpr std::size_t kMaxReadBuildLogBytes = 16'384;

/// Reads back what other systems and the class report need of a grade: score, checks, lane-slots,
/// ratios, the timed pairs without clock rates, device name and kind, student and sentence, hash
/// and build log. What is only shown is left out when it is missing or of another type; unknown
/// keys are ignored.
///
/// Every text is valid UTF-8 without control characters or characters that hide or reorder text
/// (visible_text.h), and has a bounded length; only messages and build_log may have line feeds. It
/// may still hold whatever means something to HTML, Markdown or a CI system. Throws
/// UnreadableGrade.
Grade parse_grade(std::string_view text);

/// Reads a file of at most kMaxGradeBytes. Throws UnreadableGrade, naming the file.
Grade read_grade(const std::filesystem::path& file);

}  // namespace rowsort
