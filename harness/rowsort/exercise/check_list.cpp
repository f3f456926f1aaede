#include "check_list.h"

#include <algorithm>

namespace rowsort {

void CheckList::pass(CheckId id, std::string message) {
  enter({id, CheckStatus::kPass, rubric_.points(id), rubric_.points(id), std::move(message)});
}

void CheckList::fail(CheckId id, std::string message, FaultKind fault) {
  enter({id, CheckStatus::kFail, 0, rubric_.points(id), std::move(message), fault});
}

void CheckList::set(CheckId id, bool passed, std::string message) {
  passed ? pass(id, std::move(message)) : fail(id, std::move(message));
}

void CheckList::stopped(CheckId id, CheckId by) {
  enter({id, CheckStatus::kSkipped, 0, rubric_.points(id),
         "not run, because the check " + std::string(check_name(by)) + " did not pass"});
}

void CheckList::not_counted(CheckId id, std::string reason) {
  enter({id, CheckStatus::kSkipped, 0, 0, std::move(reason)});
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
  grade_.error.reset();
  for (const CheckResult& check : grade_.checks) {
    score += check.points;
    grade_.max_score += check.max_points;
    const bool gate_fails = check.id <= kLastGateCheck && check.status == CheckStatus::kFail;
    if (gate_fails && !grade_.error) {
      grade_.error = GradeError{std::string(fault_name(check.fault)), check.message};
    }
  }
  grade_.score = score;
  grade_.status = grade_.error ? GradeStatus::kFail : GradeStatus::kPass;
}

// In the order of the checks, whatever order they were run in.
void CheckList::enter(CheckResult result) {
  std::erase_if(grade_.checks, [&](const CheckResult& check) { return check.id == result.id; });
  const auto after = std::find_if(grade_.checks.begin(), grade_.checks.end(),
                                  [&](const CheckResult& check) { return check.id > result.id; });
  grade_.checks.insert(after, std::move(result));
}

const CheckResult* find_check(const Grade& grade, CheckId id) {
  const auto check = std::find_if(grade.checks.begin(), grade.checks.end(),
                                  [&](const CheckResult& result) { return result.id == id; });
  return check == grade.checks.end() ? nullptr : &*check;
}

}  // namespace rowsort
