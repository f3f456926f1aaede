#pragma once

#include <span>
#include <string>

#include "class/roster.h"
#include "report/class_grades.h"

/// Points that a person gives, for the sentence above all, kept in GRADES/points.csv.
namespace rowsort {

/// More points than these are a typing mistake.
inline constexpr double kMostHandPoints = 1000;

/// Takes them from a table with the columns id, points and, optionally, comment; or from a class.csv
/// that was filled in, whose columns are points_by_hand and comment_by_hand. Other columns are
/// ignored. Rows without points give none.
///
/// Throws UsageError with file and line for an id that is not in the class, and for points that are
/// not a number from 0 to kMostHandPoints (with a decimal point).
PointsByHand points_of(const Roster& table, std::span<const ClassRow> rows);

/// A table that points_of() takes.
std::string points_csv(const PointsByHand& points);

}  // namespace rowsort
