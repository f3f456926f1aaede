#pragma once

#include "rowsort/grade/grade.h"

/// A submission is graded on the published matrix and, officially, on others that nobody has seen:
/// what holds for one sorted matrix has to hold for every one.
namespace rowsort {

/// Adds the grade of another matrix (GradingOptions::is_variant) to the grade of the published one.
/// A check that did not pass there does not pass here either: its message says on which matrix and
/// seed, and its points are lost, with those of the checks that need all rows to match. When the
/// machine failed during the variant nobody could tell, and `grade` becomes an error too.
void add_variant(Grade& grade, Grade variant, const Rubric& rubric);

}  // namespace rowsort
