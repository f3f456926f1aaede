#pragma once

#include "rowsort/errors.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace rowsort {

/// What a student fills in beside the code: answers.json. A field that is null or left out is not
/// answered.
struct Answers {
  std::string student;                                ///< the student's id
  std::optional<std::uint64_t> predicted_lane_slots;  ///< of the sorted skewed matrix
  std::optional<double> measured_ratio;               ///< unsorted time / sorted time; above 0
  std::string measured_on;                            ///< name of the GPU it was measured on
  std::string sentence;                               ///< why the kernel got faster, or did not
};

/// The file cannot be read, or does not hold answers. what() is a sentence for the student.
class AnswersError : public SubmissionError {
 public:
  explicit AnswersError(const std::string& what)
      : SubmissionError(FaultKind::kUnreadableAnswers, what) {}
};

/// Largest answers.json that is read, in bytes.
inline constexpr std::size_t kMaxAnswersBytes = 65'536;

/// Reads answers.json. Throws AnswersError.
Answers read_answers(const std::filesystem::path& file);

/// Parses the text of an answers.json: one JSON object with no other keys and none twice.
/// Throws AnswersError.
Answers parse_answers(std::string_view text);

}  // namespace rowsort
