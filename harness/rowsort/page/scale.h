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

  /// From `low` to `high`; marks as above, whole numbers between these ends.
  static Scale between(double low, double high, double length);

  /// Powers of ten, from one below `smallest`, so that its bar has a length, to the first at or
  /// above `largest`. Both are above 0.
  static Scale logarithmic(double smallest, double largest, double length);

  /// Logarithmic from `low` to `high`, both above 0; marks are 1, 1.5, 2, 3, 5 and 7 times a power
  /// of ten.
  static Scale ratios(double low, double high, double length);

  /// Values beyond an end lie at that end.
  double at(double value) const;
  double low() const { return low_; }
  double high() const { return high_; }
  double length() const { return length_; }
  const std::vector<double>& marks() const { return marks_; }
  bool is_logarithmic() const { return logarithmic_; }

 private:
  Scale(bool logarithmic, double low, double high, double length, std::vector<double> marks)
      : logarithmic_(logarithmic), low_(low), high_(high), length_(length), marks_(marks) {}

  bool logarithmic_;
  double low_;
  double high_;
  double length_;
  std::vector<double> marks_;
};

/// How a mark is written: "419", "20k", "2,048", "2.5M", "1G".
std::string mark_label(double value);

}  // namespace rowsort::page
