#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>

namespace rowsort {

/// How many points each check is worth.
class Rubric {
 public:
  /// The points of grading/rubric.json as they were when the program was built.
  Rubric();

  /// Of a check by its id. Throws std::out_of_range when rubric.json does not name it.
  double points(std::string_view check) const { return points_.at(std::string(check)); }

  /// Sets the points of a check. Throws UsageError when there is no such check.
  void set_points(const std::string& check, double points);

  const std::map<std::string, double>& all() const { return points_; }

 private:
  std::map<std::string, double> points_;
};

/// Reads a rubric.json: {"points": {"order": 1, ...}}. A check that it does not name is worth
/// nothing. Throws UsageError, naming the file and what is wrong in it.
Rubric read_rubric(const std::filesystem::path& file);

}  // namespace rowsort
