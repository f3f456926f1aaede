#include "variants.h"

#include "rowsort/text.h"

#include "check_list.h"

namespace rowsort {
namespace {

std::string prefix_of(const Grade& variant) {
  return "on the " + variant.matrix.name + " variant (seed " + std::to_string(variant.seed) + ", " +
         counted(variant.matrix.rows, "row") + "): ";
}

}  // namespace

void add_variant(Grade& grade, Grade variant, const Rubric& rubric) {
  CheckList checks(grade, rubric);
  if (variant.status == GradeStatus::kError) {
    grade.status = GradeStatus::kError;
    grade.score.reset();
    grade.error = variant.error;
  } else if (grade.status != GradeStatus::kError) {
    for (const CheckResult& check : variant.checks) {
      if (check.status != CheckStatus::kFail || !checks.passed(check.id)) continue;
      checks.fail(check.id, prefix_of(variant) + check.message, check.fault);
    }
    const CheckResult* stop = checks.first_not_passed(
        {CheckId::kBuilds, CheckId::kOrder, CheckId::kRebuiltCsr, CheckId::kAllRows});
    if (stop != nullptr) {
      for (const CheckId id : {CheckId::kAllRows, CheckId::kMemory, CheckId::kLaneSlots,
                               CheckId::kPrediction, CheckId::kClaim}) {
        if (id > stop->id && checks.passed(id)) checks.stopped(id, stop->id);
      }
    }
    checks.conclude();
  }
  grade.variants.push_back(std::move(variant));
}

}  // namespace rowsort
