#pragma once

#include <filesystem>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include "report/class_grades.h"

/// Points that a person gives, for the sentence above all, kept in GRADES/points.csv.
namespace rowsort {

/// A table of points cannot be taken. what() names file and line, and says what to do.
class PointsError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// More than these are a slip of the keyboard.
inline constexpr double kMostHandPoints = 1000;

/// Parses a table with the columns id, points and, optionally, comment; a class.csv that was filled
/// in does as well, whose columns are called points_by_hand and comment_by_hand. Any other column
/// is left alone. Rows without points give none. `file` stands for the table in messages.
///
/// Throws PointsError for an id that is not in the class and for points that are no number from 0
/// to kMostHandPoints (with a decimal point); UsageError for what is no table, or an id that is
/// there twice.
PointsByHand parse_points(std::string_view text, const std::string& file,
                          std::span<const ClassRow> rows);

/// The same for a file.
PointsByHand read_points(const std::filesystem::path& file, std::span<const ClassRow> rows);

/// A table that parse_points() reads.
std::string points_csv(const PointsByHand& points);

}  // namespace rowsort
