#pragma once

#include <string>
#include <vector>

namespace rowsort::page {

/// Where a value lies along an axis, in SVG units from the axis's beginning, and which values are
/// marked on it. Pure arithmetic.
class Scale {
 public:
  /// From 0 to the first mark at or above `largest`. Marks are 3 to 6 multiples of 1, 2 or 5 times
  /// a power of ten; with `whole`, of 1 at least.
  static Scale linear(double largest, double length, bool whole = true);

  /// From 0 to `largest`, which is above 0; both are marked and nothing between: for a low plot.
  static Scale up_to(double largest, double length);

  /// Powers of ten, from one below `smallest`, so that its bar has a length, to the first at or
  /// above `largest`. Both are above 0.
  static Scale logarithmic(double smallest, double largest, double length);

  /// Values beyond an end lie at that end.
  double at(double value) const;
  const std::vector<double>& marks() const { return marks_; }
  double length() const { return length_; }
  bool is_logarithmic() const { return logarithmic_; }

 private:
  Scale(bool logarithmic, double length) : logarithmic_(logarithmic), length_(length) {}

  bool logarithmic_;
  double length_;
  std::vector<double> marks_;
};

/// How a mark is written: "419", "20k", "2,048", "2.5M", "1G".
std::string mark_label(double value);

}  // namespace rowsort::page
