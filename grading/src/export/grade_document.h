#pragma once

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
  std::optional<double> predicted_ratio;  ///< by lane-slots
  std::optional<double> measured_ratio;
  std::string not_measured_because;
  std::string device;
  std::string build_log;  ///< what the compilers said first, where they refused
  std::string source_sha256;
  std::string student;  ///< as answers.json says: for a person, no identity
  std::string sentence;
};

/// The file is no grade, or one of another schema_version. what() says what is wrong with it.
class GradeDocumentError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

inline constexpr std::size_t kMaxGradeBytes = std::size_t{16} << 20;
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
