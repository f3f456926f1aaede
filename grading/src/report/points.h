#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "report/class_grades.h"

/// Points that a person gives, for the sentence above all, kept in GRADES/points.csv.
namespace rowsort {

/// More points than these are a typing mistake.
inline constexpr double kMostHandPoints = 1000;

/// Parses a table with the columns id, points and, optionally, comment; or a class.csv that was
/// filled in, whose columns are points_by_hand and comment_by_hand. Other columns are ignored. Rows
/// without points give none. `file` names the table in messages.
///
/// Throws UsageError with file and line for an id that is not in the class, and for points that are
/// not a number from 0 to kMostHandPoints (with a decimal point), and if the text is not a table or
/// has an id twice.
PointsByHand parse_points(std::string_view text, const std::string& file,
                          std::span<const ClassRow> rows);

/// The same for a file.
PointsByHand read_points(const std::filesystem::path& file, std::span<const ClassRow> rows);

/// A table that parse_points() reads.
std::string points_csv(const PointsByHand& points);

}  // namespace rowsort
