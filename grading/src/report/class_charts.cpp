#include "report/class_charts.h"

#include "rowsort/grade/reference_timings.h"
#include "rowsort/page/charts.h"
#include "rowsort/text.h"

#include <algorithm>
#include <ctime>
#include <iomanip>
#include <sstream>
#include <tuple>

namespace rowsort::report {
namespace {

using namespace page;

constexpr double kWidth = 480;
constexpr double kRatioHeight = 330;
constexpr double kDriftHeight = 190;

std::string number(const std::optional<double>& value, int digits = 2) {
  return value ? fixed(*value, digits) : "";
}

// ---------------------------------------------------------------------------------------- ratios

using Ratio = std::optional<double> Ratios::*;

bool has_points(const ClassGrades& grades) {
  return std::any_of(grades.rows.begin(), grades.rows.end(), [](const ClassRow& row) {
    return row.grade && row.grade->ratio.measured.value_or(0) > 0;
  });
}

// Both charts have the same axes: from the least to the largest value of both, with some room.
struct Limits {
  double low;
  double high;

  void include(const std::optional<double>& value) {
    constexpr double kRoom = 1.15;
    if (!value || !(*value > 0)) return;
    low = std::min(low, *value / kRoom);
    high = std::max(high, *value * kRoom);
  }
};

std::pair<Scale, Scale> ratio_scales(const ClassGrades& grades) {
  Limits predicted = {0.7, 2};
  Limits measured = {0.5, 2};
  for (const ClassRow& row : grades.rows) {
    if (!row.grade || !row.grade->ratio.measured) continue;
    predicted.include(row.grade->ratio.predicted);
    predicted.include(row.grade->ratio.predicted_by_sectors);
    measured.include(row.grade->ratio.measured);
    const auto interval = measured_interval(*row.grade);
    if (!interval) continue;
    measured.include(interval->low);
    measured.include(interval->high);
  }
  return {Scale::ratios(predicted.low, predicted.high, kWidth),
          Scale::ratios(measured.low, measured.high, kRatioHeight)};
}

// From left to right, the way in which the arrow keys go through them.
std::vector<Point> ratio_points(const ClassGrades& grades, const Findings& findings,
                                Ratio predicted) {
  std::vector<Point> points;
  for (std::size_t i = 0; i < grades.rows.size(); ++i) {
    if (!grades.rows[i].grade) continue;
    const Grade& grade = *grades.rows[i].grade;
    if (!((grade.ratio.*predicted).value_or(0) > 0 && grade.ratio.measured.value_or(0) > 0))
      continue;
    const auto device =
        std::ranges::find(findings.devices, device_name(grade), &DeviceSummary::device);
    Point point = {.x = *(grade.ratio.*predicted), .y = *grade.ratio.measured};
    point.series = static_cast<std::size_t>(device - findings.devices.begin());
    point.interval = measured_interval(grade);
    point.hollow = is_conclusive(grade) == false;
    point.row = std::to_string(i);
    points.push_back(point);
  }
  std::stable_sort(points.begin(), points.end(), [](const Point& a, const Point& b) {
    return std::tie(a.x, a.y) < std::tie(b.x, b.y);
  });
  return points;
}

void add_ratio_chart(Node pair, const ClassGrades& grades, const Findings& findings,
                     const std::string& id, const std::string& name, Ratio predicted) {
  const auto [x, y] = ratio_scales(grades);
  const double from = std::max(x.low(), y.low());
  const double to = std::min(x.high(), y.high());
  const PointChart chart = {
      .x = {x, "predicted by " + name},
      .y = {y, "measured ratio"},
      .points = ratio_points(grades, findings, predicted),
      .lines = {{from, from, to, to, "reference"}, {x.low(), 1, x.high(), 1, "reference dotted"}}};
  Node drawing = draw_chart(add(pair, "figure"),
                            {id, "Measured ratio against the ratio by " + name,
                             "Arrow keys go from point to point, Enter goes to the student's row."},
                            chart);
  drawing.append_attribute("class").set_value("scatter");
  drawing.append_attribute("tabindex").set_value("0");
  // The script puts it around the point of the student who was chosen.
  add(drawing, "circle", {{"class", "ring"}, {"r", "10"}, {"hidden", ""}});
}

void add_ratio_charts(Node section, const ClassGrades& grades, const Findings& findings) {
  std::vector<std::string> devices;
  for (const DeviceSummary& device : findings.devices) devices.push_back(device.device);
  Node legend = add_legend(section, "GPU models", devices);
  legend.append_attribute("id").set_value("devices");
  legend.append_attribute("disabled").set_value("");  // without scripts it could do nothing
  Node pair = add(section, "div", {{"class", "pair"}});
  add_ratio_chart(pair, grades, findings, "by-slots", "lane-slots", &Ratios::predicted);
  add_ratio_chart(pair, grades, findings, "by-sectors", "load sectors",
                  &Ratios::predicted_by_sectors);
}

std::vector<std::string> device_cells(const DeviceSummary& device) {
  const bool measured = device.measured > 0;
  return {device.device,
          grouped(device.graded),
          grouped(device.measured),
          grouped(device.inconclusive),
          measured ? fixed(device.middle, 2) : "",
          measured ? fixed(device.low, 2) + " to " + fixed(device.high, 2) : "",
          number(device.predicted),
          number(device.predicted_by_sectors)};
}

// ----------------------------------------------------------------------------------- calibration

struct Curve {
  const char* name;
  std::optional<double> CalibrationJudgement::*deviation;
};

constexpr Curve kCurves[] = {{"ratio", &CalibrationJudgement::ratio},
                             {"unsorted time", &CalibrationJudgement::unsorted},
                             {"reference's time", &CalibrationJudgement::submitted}};

std::optional<double> minutes_of(const std::string& iso_8601) {
  std::tm time{};
  std::istringstream text(iso_8601);
  text >> std::get_time(&time, "%Y-%m-%dT%H:%M:%S");
  if (!text) return {};
  return static_cast<double>(timegm(&time)) / 60;
}

std::string clock_label(double minutes) {
  const auto of_day = static_cast<std::int64_t>(minutes) % (24 * 60);
  std::ostringstream text;
  text << std::setfill('0') << std::setw(2) << of_day / 60 << ":" << std::setw(2) << of_day % 60;
  return text.str();
}

std::vector<Point> drift_points(const ClassGrades& grades, const Drift& drift) {
  std::vector<Point> points;
  for (std::size_t i = 0; i < grades.calibration.size(); ++i) {
    const CalibrationRun& run = grades.calibration[i];
    const auto minutes = minutes_of(run.graded_at);
    for (std::size_t curve = 0; curve < std::size(kCurves); ++curve) {
      const auto& deviation = drift.runs[i].*kCurves[curve].deviation;
      if (!minutes || !deviation) continue;
      points.push_back({.x = *minutes, .y = 100 * *deviation, .series = curve});
      points.back().title = "run " + std::to_string(run.number) + ", " + run.graded_at + ": " +
                            kCurves[curve].name + " " + signed_percent(*deviation);
    }
  }
  return points;
}

void add_drift_chart(Node section, const ClassGrades& grades, const Drift& drift) {
  const std::vector<Point> points = drift_points(grades, drift);
  if (points.empty()) return;
  Limits y = {-6, 6};  // so that the limits of the rule are always in the chart
  for (const Point& point : points) {
    y = {std::min(y.low, 1.1 * point.y), std::max(y.high, 1.1 * point.y)};
  }
  const Scale x = Scale::between(points.front().x, points.back().x, kWidth);
  PointChart chart = {.x = {x, "time of day, UTC", clock_label},
                      .y = {Scale::between(y.low, y.high, kDriftHeight), "% from the median"},
                      .points = points,
                      .joined = true};
  for (const auto& [limit, classes] :
       {std::pair{100 * kRatioLimit, "limit"}, {100 * kTimeLimit, "limit dashed"}}) {
    chart.lines.push_back({x.low(), limit, x.high(), limit, classes});
    chart.lines.push_back({x.low(), -limit, x.high(), -limit, classes});
  }
  Node figure = add(section, "figure");
  std::vector<std::string> names;
  for (const Curve& curve : kCurves) names.emplace_back(curve.name);
  add_legend(figure, "Deviation of", names);
  draw_chart(figure,
             {"calibration-chart", "The reference during the batch",
              "Ratio and times of the reference, as deviations from their medians."},
             chart);
  add_text(figure, "figcaption",
           "Red lines: the limits of the ratio. Dashed: the limits of the times.");
}

std::string off_text(const CalibrationRun& run, const CalibrationJudgement& judgement) {
  if (!judgement.is_off()) return "steady";
  if (run.message.empty()) return "off: " + judgement.off_because;
  return "off: " + judgement.off_because + ": " + run.message;
}

std::string deviation(const std::optional<double>& share) {
  return share ? signed_percent(*share) : "";
}

std::vector<std::string> calibration_cells(const CalibrationRun& run,
                                           const CalibrationJudgement& judgement) {
  const Grade grade = run.grade.value_or(Grade{});
  return {std::to_string(run.number),
          run.graded_at,
          device_name(grade),
          number(grade.ratio.measured, 3),
          deviation(judgement.ratio),
          number(median_time(grade, &TimedPair::unsorted), 1),
          deviation(judgement.unsorted),
          number(median_time(grade, &TimedPair::submitted), 1),
          deviation(judgement.submitted),
          off_text(run, judgement)};
}

}  // namespace

void fill_ratio_section(Node section, const ClassGrades& grades, const Findings& findings) {
  add_text(section, "p",
           "Unsorted time / sorted time, against the ratio that lane-slots predict, and against "
           "the ratio that load sectors predict. Bars are 95% intervals, if the grade has one. "
           "Hollow points are inconclusive. Dashed: measured = predicted. Dotted: sorting changes "
           "nothing. A measured ratio below 1 costs nobody points.");
  const bool measured = has_points(grades);
  if (measured) add_ratio_charts(section, grades, findings);
  add_text(section, "p",
           measured ? "" : "No submission has a measured ratio: there was no GPU to measure on.",
           {{"id", "point"}, {"class", "point"}, {"aria-live", "polite"}, {"tabindex", "-1"}});
  Rows rows;
  for (const DeviceSummary& device : findings.devices) rows.push_back(device_cells(device));
  if (rows.empty()) return;
  Node table = add_table(section,
                         {"device", "graded", "measured", "inconclusive", "median ratio",
                          "10% to 90%", "by lane-slots", "by sectors"},
                         rows);
  table.append_attribute("id").set_value("device-table");
}

void fill_calibration_section(Node section, const ClassGrades& grades, const Findings& findings) {
  add_text(section, "p", findings.drift.verdict());
  add_text(section, "p",
           "A run of the reference is off when it does not pass, when its ratio differs from the "
           "median of all runs on the same device by more than " +
               percent(kRatioLimit) + ", or one of its times by more than " + percent(kTimeLimit) +
               ". With " + grouped(kRunsForTrend) +
               " runs or more, the last third is compared with the first third by the same limits. "
               "What was measured just before or after a run that is off needs a rerun.");
  if (grades.calibration.empty()) return;
  if (findings.drift.compared > 0) add_drift_chart(section, grades, findings.drift);
  Rows rows;
  for (std::size_t i = 0; i < grades.calibration.size(); ++i) {
    rows.push_back(calibration_cells(grades.calibration[i], findings.drift.runs[i]));
  }
  add_table(section,
            {"run", "graded at", "device", "ratio", "", "unsorted, us", "", "submitted, us", "",
             "judgement"},
            rows);
}

}  // namespace rowsort::report
