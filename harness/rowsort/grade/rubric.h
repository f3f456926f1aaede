#pragma once

#include <array>
#include <filesystem>
#include <stdexcept>
#include <string_view>

namespace rowsort {

/// The checks, in the order in which they are run and reported.
enum class CheckId {
  kBuilds,         ///< the submission is built and its kernel can be launched
  kAnswers,        ///< answers.json is readable
  kOrder,          ///< the order is a permutation of the rows
  kRebuiltCsr,     ///< the rebuilt CSR is the matrix in that order
  kSmallMatrices,  ///< small matrices with awkward shapes come out right
  kAllRows,        ///< every row of the exercise's matrix matches the CPU
  kMemory,         ///< inputs unchanged, nothing written outside y, every element of y written
  kLaneSlots,      ///< lane-slots of the submitted order are the fewest possible
  kPrediction,     ///< the predicted lane-slots are right
  kClaim,          ///< the claimed ratio agrees with the measured one
  kSentence        ///< the sentence, for a person to read
};

inline constexpr std::array kAllChecks = {
    CheckId::kBuilds,        CheckId::kAnswers, CheckId::kOrder,   CheckId::kRebuiltCsr,
    CheckId::kSmallMatrices, CheckId::kAllRows, CheckId::kMemory,  CheckId::kLaneSlots,
    CheckId::kPrediction,    CheckId::kClaim,   CheckId::kSentence};

/// The checks from kBuilds to this one make up the gate: a submission passes when all of them hold.
inline constexpr CheckId kLastGateCheck = CheckId::kMemory;

/// "builds", "answers", "order", ...: the check's name in the grade, the rubric and the report.
std::string_view check_name(CheckId id);

/// How many points each check is worth.
class Rubric {
 public:
  /// The points that a rubric has where nobody edited it: 10 in all.
  Rubric();
  double points(CheckId id) const { return points_[static_cast<std::size_t>(id)]; }
  void set_points(CheckId id, double points) { points_[static_cast<std::size_t>(id)] = points; }

 private:
  std::array<double, kAllChecks.size()> points_{};
};

/// A rubric cannot be read. what() names the file and what is wrong in it.
class RubricError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Reads a rubric.json: {"points": {"order": 1, ...}}. A check that it does not name is worth
/// nothing. Throws RubricError.
Rubric read_rubric(const std::filesystem::path& file);

}  // namespace rowsort
