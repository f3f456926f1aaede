#include "rowsort/matrix/row_lengths.h"
#include "rowsort/text.h"

#include <algorithm>

#include "bar_chart.h"
#include "sections.h"
#include "step_chart.h"
#include "warps.h"

namespace rowsort::page {
namespace {

constexpr std::size_t kMostSteps = 256;
constexpr std::size_t kMostTableRows = 16;

std::string lengths_of(const HistogramBin& bin) {
  std::string text = grouped(static_cast<std::uint64_t>(bin.shortest));
  if (bin.longest != bin.shortest) {
    text += " to " + grouped(static_cast<std::uint64_t>(bin.longest));
  }
  return text;
}

std::string share_of(std::size_t rows, std::size_t all) {
  return fixed(100 * static_cast<double>(rows) / static_cast<double>(all), 1) + "%";
}

std::string summary_of(const GradedMatrix& matrix) {
  const RowLengthStatistics& lengths = matrix.row_lengths;
  return counted(matrix.rows, "row") + " with " + grouped(static_cast<std::uint64_t>(lengths.min)) +
         " to " + grouped(static_cast<std::uint64_t>(lengths.max)) + " nonzeros, " +
         fixed(lengths.mean, 2) + " on average.";
}

// The warps' table is coarser than the drawing: it is read, not looked at.
void add_trip_table(Node figure, const std::vector<int>& unsorted,
                    const std::vector<int>& submitted) {
  const std::vector<Range> ranges = split_evenly(unsorted.size(), kMostTableRows);
  std::vector<std::string> headings = {"warps", "longest trip count, unsorted order"};
  const std::vector<int> first = maxima(unsorted, ranges);
  std::vector<int> second;
  if (!submitted.empty()) {
    headings.emplace_back("longest trip count, submitted order");
    second = maxima(submitted, ranges);
  }
  std::vector<std::vector<std::string>> rows;
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    rows.push_back({describe(ranges[i]), grouped(static_cast<std::uint64_t>(first[i]))});
    if (!second.empty()) rows.back().push_back(grouped(static_cast<std::uint64_t>(second[i])));
  }
  add_numbers(figure, headings, rows);
}

}  // namespace

void add_row_length_section(Node main, const GradedRun& run) {
  const GradedMatrix& matrix = run.grade.matrix;
  if (matrix.rows == 0) return;
  Node section = add_section(main, "row-lengths", "Row lengths");
  BarChart chart;
  chart.labels_name = "nonzeros in the row";
  chart.values_name = "rows";
  chart.labels_above = false;
  chart.may_be_logarithmic = true;
  std::vector<std::vector<std::string>> numbers;
  for (const HistogramBin& bin : matrix.row_lengths.histogram) {
    chart.bars.push_back({lengths_of(bin), static_cast<double>(bin.rows), grouped(bin.rows)});
    numbers.push_back({lengths_of(bin), grouped(bin.rows), share_of(bin.rows, matrix.rows)});
  }
  Node figure = add_figure(section);
  draw_bar_chart(figure, {"row-length-bars", "Histogram of row lengths", summary_of(matrix)},
                 chart);
  add_text(figure, "figcaption", summary_of(matrix));
  add_numbers(figure, {"nonzeros in the row", "rows", "share of the rows"}, numbers);
}

void add_trip_section(Node main, const GradedRun& run) {
  if (run.row_lengths.empty()) return;
  Node section = add_section(main, "trips", "Trip counts of all warps");
  const std::vector<int> unsorted = trip_counts(run.row_lengths);
  const std::vector<int> submitted = trip_counts(row_lengths_in_order(run.row_lengths, run.order));
  StepChart chart;
  chart.ranges = split_evenly(unsorted.size(), kMostSteps);
  chart.count = unsorted.size();
  chart.items_name = "warp";
  chart.values_name = "loop iterations";
  chart.lines.push_back({maxima(unsorted, chart.ranges), "unsorted"});
  std::string caption = "How many loop iterations each of " + counted(unsorted.size(), "warp") +
                        " runs. Hatched: unsorted order.";
  if (!submitted.empty()) {
    chart.lines.push_back({maxima(submitted, chart.ranges), "submitted"});
    caption += " Heavy line: submitted order.";
  }
  const std::size_t per_step = chart.ranges.front().last + 1;
  if (per_step > 1) {
    caption += " Each step is the longest of " + grouped(per_step) + " neighbouring warps.";
  } else {
    caption += " The area below a line, times 32, is the lane-slots.";
  }
  Node figure = add_figure(section);
  draw_step_chart(figure, {"trip-steps", "Trip count against warp number", caption}, chart);
  add_text(figure, "figcaption", caption);
  add_trip_table(figure, unsorted, submitted);
}

}  // namespace rowsort::page
