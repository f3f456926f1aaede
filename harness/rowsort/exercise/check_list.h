#pragma once

#include "rowsort/grade/grade.h"
#include "rowsort/grade/rubric.h"

#include <string>

namespace rowsort {

/// Enters results into a grade's checks, with the points that the rubric gives them. A check that
/// is entered again replaces what was there.
class CheckList {
 public:
  CheckList(Grade& grade, const Rubric& rubric) : grade_(grade), rubric_(rubric) {}

  void pass(CheckId id, std::string message);
  void fail(CheckId id, std::string message, FaultKind fault = FaultKind::kWrongAnswer);
  void set(CheckId id, bool passed, std::string message);
  /// Not run because the earlier check `by` did not pass; its points are lost.
  void stopped(CheckId id, CheckId by);
  /// Not applicable here, or more than this machine can do; its points do not count.
  void not_counted(CheckId id, std::string reason);

  bool passed(CheckId id) const;
  /// The first of these checks that did not pass, or null.
  const CheckResult* first_not_passed(std::initializer_list<CheckId> ids) const;

  /// Status and score from the checks so far.
  void conclude();

 private:
  void enter(CheckResult result);

  Grade& grade_;
  const Rubric& rubric_;
};

}  // namespace rowsort
