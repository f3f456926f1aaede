#include "check_list.h"

#include <algorithm>

namespace rowsort {

void CheckList::pass(CheckId id, std::string message) {
  enter(id, CheckStatus::kPass, rubric_.points(id), rubric_.points(id), std::move(message));
}

void CheckList::fail(CheckId id, std::string message) {
  enter(id, CheckStatus::kFail, 0, rubric_.points(id), std::move(message));
}

void CheckList::set(CheckId id, bool passed, std::string message) {
  passed ? pass(id, std::move(message)) : fail(id, std::move(message));
}

void CheckList::stopped(CheckId id, CheckId by) {
  enter(id, CheckStatus::kSkipped, 0, rubric_.points(id),
        "not run, because the check " + std::string(check_name(by)) + " did not pass");
}

void CheckList::not_counted(CheckId id, std::string reason) {
  enter(id, CheckStatus::kSkipped, 0, 0, std::move(reason));
}

bool CheckList::passed(CheckId id) const {
  const CheckResult* check = find_check(grade_, id);
  return check != nullptr && check->status == CheckStatus::kPass;
}

const CheckResult* CheckList::first_not_passed(std::initializer_list<CheckId> ids) const {
  for (const CheckId id : ids) {
    if (!passed(id)) return find_check(grade_, id);
  }
  return nullptr;
}

void CheckList::conclude() {
  double score = 0;
  grade_.max_score = 0;
  bool gate = true;
  for (const CheckResult& check : grade_.checks) {
    score += check.points;
    grade_.max_score += check.max_points;
    gate = gate && (check.id > kLastGateCheck || check.status == CheckStatus::kPass);
  }
  grade_.score = score;
  grade_.status = gate ? GradeStatus::kPass : GradeStatus::kFail;
}

// In the order of the checks, whatever order they were run in.
void CheckList::enter(CheckId id, CheckStatus status, double points, double max_points,
                      std::string message) {
  const auto after = std::find_if(grade_.checks.begin(), grade_.checks.end(),
                                  [&](const CheckResult& check) { return check.id > id; });
  grade_.checks.insert(after, {id, status, points, max_points, std::move(message)});
}

const CheckResult* find_check(const Grade& grade, CheckId id) {
  const auto check = std::find_if(grade.checks.begin(), grade.checks.end(),
                                  [&](const CheckResult& result) { return result.id == id; });
  return check == grade.checks.end() ? nullptr : &*check;
}

}  // namespace rowsort
