#pragma once

#include "rowsort/grade/grade_json.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace rowsort {

enum class DocumentStatus { kPass, kFail, kError };

struct DocumentCheck {
  std::string id;      ///< lower-case letters, digits and underscores
  std::string status;  ///< "pass", "fail" or "skipped"
  double points = 0;
  double max_points = 0;
  std::string message;
};

struct DocumentError {
  std::string kind;  ///< lower-case letters, digits and underscores
  std::string message;
};

/// An interval, both ends in it.
struct DocumentInterval {
  double low = 0;
  double high = 0;
};

/// A grade as other systems need it, read from the JSON that grade_json.h writes.
///
/// Every text is valid UTF-8 without control characters or characters that hide or reorder text
/// (visible_text.h), and has a bounded length; only messages and build_log may have line feeds. It
/// may still hold whatever means something to HTML, Markdown or a CI system.
struct GradeDocument {
  std::string submission;
  DocumentStatus status = DocumentStatus::kError;
  std::optional<double> score;  ///< absent exactly when status is kError
  double max_score = 0;
  std::optional<DocumentError> error;  ///< also beside a score, where one thing spoiled the rest
  std::vector<DocumentCheck> checks;
  std::optional<std::uint64_t> unsorted_lane_slots;
  std::optional<std::uint64_t> submitted_lane_slots;
  std::optional<std::uint64_t> minimum_lane_slots;
  std::optional<std::uint64_t> predicted_lane_slots;  ///< by the student
  std::optional<std::uint64_t> executed_lane_slots;
  std::optional<double> predicted_ratio;             ///< by lane-slots
  std::optional<double> predicted_ratio_by_sectors;  ///< by load sectors
  std::optional<double> predicted_ratio_by_time;     ///< by the time model, where a grade has it
  std::optional<double> measured_ratio;
  std::optional<DocumentInterval> measured_interval;  ///< absent in grades that state none
  std::optional<bool> conclusive;                     ///< likewise
  std::string inconclusive_because;
  bool bimodal = false;  ///< the times of a kernel have two modes
  std::optional<double> claimed_ratio;
  std::string not_measured_because;
  std::optional<double> unsorted_microseconds;   ///< median of the timed runs
  std::optional<double> submitted_microseconds;  ///< likewise
  std::optional<std::uint64_t> block_size;
  std::string device;
  std::string device_kind;  ///< "cuda", "cpu" or empty
  std::string build_log;    ///< what the compilers said first, where they refused
  std::string source_sha256;
  std::string student;  ///< as answers.json says: for a person, no identity
  std::string sentence;
};

/// The file is no grade, or one of another schema_version. what() says what is wrong with it.
class GradeDocumentError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

inline constexpr std::size_t kMaxDocumentChecks = 64;
/// Longer texts are cut, with a note of how much is missing.
inline constexpr std::size_t kMaxDocumentTextBytes = 2048;
inline constexpr std::size_t kMaxBuildLogBytes = 16'384;

/// Parses the text of a grade. Keys that are not known here are left alone. Throws
/// GradeDocumentError.
GradeDocument parse_grade_document(std::string_view text);

/// Reads a file of at most kMaxGradeBytes. Throws GradeDocumentError, naming the file.
GradeDocument read_grade_document(const std::filesystem::path& file);

}  // namespace rowsort
