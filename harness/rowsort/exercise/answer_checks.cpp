#include "answer_checks.h"

#include "rowsort/matrix/lane_slots.h"
#include "rowsort/text.h"

#include <cmath>

namespace rowsort {
namespace {

// A claim agrees with the measured interval widened on both sides by this share of the median. The
// interval holds for another measurement on this GPU today; a claim comes from another day and
// perhaps another GPU of the same model.
constexpr double kClaimTolerance = 0.10;

constexpr const char* kOtherMatrix = "the answers are about the skewed matrix; this is another one";

// Enters `id` as stopped or not counted where the answers cannot be judged; true when it did.
bool cannot_judge_answers(CheckId id, const TestCase& test_case, CheckList& checks) {
  if (!test_case.is_skewed) {
    checks.not_counted(id, kOtherMatrix);
    return true;
  }
  if (const CheckResult* stop = checks.first_not_passed({CheckId::kAnswers, CheckId::kAllRows})) {
    checks.stopped(id, stop->id);
    return true;
  }
  return false;
}

std::string how_to_claim(const Grade& grade) {
  if (!grade.ratio.measured) {
    return "run on a GPU, then write unsorted time / sorted time into answers.json";
  }
  return "this run measured " + fixed(*grade.ratio.measured, 2) +
         ", write it into answers.json, with \"" + grade.device->name + "\" as measured_on";
}

bool agrees(double claimed, const Interval& interval, double measured) {
  const double margin = kClaimTolerance * measured;
  return Interval{interval.low - margin, interval.high + margin}.contains(claimed);
}

// For a claim that is to be compared with what this run measured on this GPU.
void compare_claim(const std::string& claim, const Grade& grade, CheckList& checks) {
  const double claimed = *grade.ratio.claimed;
  const double measured = *grade.ratio.measured;
  const Measurement& measurement = grade.timing->measurement;
  const std::string text = claim + ", measured " + fixed(measured, 2) + "x";
  if (!measurement.conclusive()) {
    return checks.not_counted(
        CheckId::kClaim, text + ", which is inconclusive: " + measurement.inconclusive_because);
  }
  const Interval& interval = *measurement.interval;
  const std::string range = " (" + fixed(interval.low, 2) + " to " + fixed(interval.high, 2) + ")";
  if (agrees(claimed, interval, measured)) {
    return checks.pass(CheckId::kClaim, text + range + ": they agree");
  }
  checks.fail(CheckId::kClaim, text + range + ": they differ by " +
                                   percent(std::abs(claimed - measured) / measured) +
                                   "; if you measured on another GPU, name it in measured_on");
}

}  // namespace

void check_lane_slots(const TestCase& test_case, const Grade& grade, CheckList& checks) {
  if (!checks.passed(CheckId::kAllRows)) {
    return checks.stopped(CheckId::kLaneSlots, CheckId::kAllRows);
  }
  const std::uint64_t slots = *grade.lane_slots.submitted;
  const std::string count = grouped(slots) + " lane-slots, " +
                            percent(useful_share(test_case.matrix.nnz(), slots)) +
                            " of them useful";
  if (slots == grade.lane_slots.minimum) {
    return checks.pass(CheckId::kLaneSlots, count + ": no order of these rows needs fewer");
  }
  checks.fail(
      CheckId::kLaneSlots,
      count +
          ", but another order needs fewer: a warp waits for the longest of its 32 rows, so "
          "let rows of like length share a warp");
}

void check_prediction(const TestCase& test_case, const Grade& grade, CheckList& checks) {
  if (cannot_judge_answers(CheckId::kPrediction, test_case, checks)) return;
  const auto predicted = grade.lane_slots.predicted;
  if (!predicted) {
    return checks.fail(
        CheckId::kPrediction,
        "predicted_lane_slots is null: work out what the sorted matrix needs, before you "
        "sort it, and write it into answers.json");
  }
  const std::string text = "predicted " + grouped(*predicted) + " lane-slots";
  if (*predicted == grade.lane_slots.minimum) {
    return checks.pass(CheckId::kPrediction, text + ", which is what sorted rows need");
  }
  checks.fail(
      CheckId::kPrediction,
      text + ", which is not what sorted rows need: add up 32 * (longest row) over the warps");
}

void check_claim(const TestCase& test_case, const Grade& grade, CheckList& checks) {
  if (cannot_judge_answers(CheckId::kClaim, test_case, checks)) return;
  if (!grade.ratio.claimed) {
    return checks.fail(CheckId::kClaim, "measured_ratio is null: " + how_to_claim(grade));
  }
  const std::string claim = "claimed " + fixed(*grade.ratio.claimed, 2) + "x";
  const std::string& elsewhere = grade.answers->measured_on;
  if (!grade.ratio.measured) {
    return checks.not_counted(CheckId::kClaim,
                              claim + "; not compared: " + grade.ratio.not_measured_because);
  }
  if (!elsewhere.empty() && elsewhere != grade.device->name) {
    return checks.pass(CheckId::kClaim, claim + " on " + elsewhere + ", measured " +
                                            fixed(*grade.ratio.measured, 2) + "x on " +
                                            grade.device->name + ": not comparable, both are kept");
  }
  compare_claim(claim, grade, checks);
}

void check_sentence(const Grade& grade, CheckList& checks) {
  if (!checks.passed(CheckId::kAnswers))
    return checks.stopped(CheckId::kSentence, CheckId::kAnswers);
  const bool written = !grade.answers->sentence.empty();
  checks.not_counted(CheckId::kSentence,
                     written
                         ? "for a person to read"
                         : "not written yet: say in one sentence why the time fell less than the "
                           "lane-slots did");
}

}  // namespace rowsort
