#include "rowsort/matrix/row_lengths.h"
#include "rowsort/text.h"

#include <algorithm>

#include "charts.h"
#include "sections.h"
#include "warps.h"

namespace rowsort::page {
namespace {

// A table is read and a chart is looked at, so a table has fewer and coarser steps.
constexpr std::size_t kMostSteps = 256;
constexpr std::size_t kMostTableRows = 16;

// The ranges, and for each of them one number of every column.
Rows range_rows(const std::vector<Range>& ranges, const std::vector<std::vector<int>>& columns) {
  Rows rows;
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    rows.push_back({describe(ranges[i])});
    for (const std::vector<int>& column : columns) {
      rows.back().push_back(grouped(static_cast<std::uint64_t>(column[i])));
    }
  }
  return rows;
}

std::string summary_of(const GradedMatrix& matrix) {
  const RowLengthStatistics& lengths = matrix.row_lengths;
  return counted(matrix.rows, "row") + " with " + grouped(static_cast<std::uint64_t>(lengths.min)) +
         " to " + grouped(static_cast<std::uint64_t>(lengths.max)) + " nonzeros, " +
         fixed(lengths.mean, 2) + " on average.";
}

std::vector<int> positions_of(std::span<const int> rows, std::span<const int> order) {
  std::vector<bool> is_bad(order.size());
  for (const int row : rows) is_bad[static_cast<std::size_t>(row)] = true;
  std::vector<int> positions;
  positions.reserve(rows.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (is_bad[static_cast<std::size_t>(order[i])]) positions.push_back(static_cast<int>(i));
  }
  return positions;
}

struct Strip {
  std::string id;
  std::string title;
  std::string items;  // "original row"
  std::vector<int> numbers;
};

std::string caption_of(const Strip& strip, std::size_t rows) {
  return strip.title + ": " + counted(strip.numbers.size(), "bad row") + " of " + grouped(rows) +
         ", first at " + grouped(static_cast<std::uint64_t>(strip.numbers.front())) + ", last at " +
         grouped(static_cast<std::uint64_t>(strip.numbers.back())) + ".";
}

void add_strip(Node section, const Strip& strip, std::size_t rows) {
  StepChart chart;
  chart.ranges = split_evenly(rows, kMostSteps);
  chart.count = rows;
  chart.items_name = strip.items;
  const std::size_t per_step = chart.ranges.front().last + 1;
  chart.values_name =
      per_step == 1 ? "bad rows" : "bad rows of each " + grouped(per_step) + " rows";
  chart.is_strip = true;
  chart.lines.push_back({count_in(chart.ranges, strip.numbers), "bad"});
  Node figure = add_chart(section, {strip.id, strip.title, caption_of(strip, rows)}, chart);
  const std::vector<Range> coarse = split_evenly(rows, kMostTableRows);
  add_numbers(figure, {strip.items, "bad rows"},
              range_rows(coarse, {count_in(coarse, strip.numbers)}));
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
  Rows numbers;
  for (const HistogramBin& bin : matrix.row_lengths.histogram) {
    const std::string lengths = describe(
        Range{static_cast<std::size_t>(bin.shortest), static_cast<std::size_t>(bin.longest)});
    const auto rows = static_cast<double>(bin.rows);
    chart.bars.push_back({lengths, rows, grouped(bin.rows)});
    numbers.push_back(
        {lengths, grouped(bin.rows), percent(rows / static_cast<double>(matrix.rows))});
  }
  Node figure = add_chart(
      section, {"row-length-bars", "Histogram of row lengths", summary_of(matrix)}, chart);
  add_numbers(figure, {"nonzeros in the row", "rows", "share of the rows"}, numbers);
}

void add_trip_section(Node main, const GradedRun& run) {
  if (run.row_lengths.empty()) return;
  Node section = add_section(main, "trips", "Trip counts of all warps");
  std::vector<std::vector<int>> orders = {trip_counts(run.row_lengths)};
  const std::size_t warps = orders[0].size();
  std::vector<std::string> headings = {"warps", "longest trip count, unsorted order"};
  std::string caption = "How many loop iterations each of " + counted(warps, "warp") +
                        " runs. Hatched: unsorted order.";
  if (!run.order.empty()) {
    orders.push_back(trip_counts(row_lengths_in_order(run.row_lengths, run.order)));
    headings.emplace_back("longest trip count, submitted order");
    caption += " Heavy line: submitted order.";
  }
  StepChart chart;
  chart.ranges = split_evenly(warps, kMostSteps);
  chart.count = warps;
  chart.items_name = "warp";
  chart.values_name = "loop iterations";
  const std::vector<Range> coarse = split_evenly(warps, kMostTableRows);
  std::vector<std::vector<int>> columns;
  for (const std::vector<int>& trips : orders) {
    chart.lines.push_back(
        {maxima(trips, chart.ranges), chart.lines.empty() ? "unsorted" : "submitted"});
    columns.push_back(maxima(trips, coarse));
  }
  const std::size_t per_step = chart.ranges.front().last + 1;
  caption += per_step > 1
                 ? " Each step is the longest of " + grouped(per_step) + " neighbouring warps."
                 : " The area below a line, times 32, is the number of lane-slots.";
  Node figure =
      add_chart(section, {"trip-steps", "Trip count against warp number", caption}, chart);
  add_numbers(figure, headings, range_rows(coarse, columns));
}

void add_bad_row_section(Node main, const GradedRun& run) {
  const CheckResult* check = find_check(run.grade, "all_rows");
  if (check == nullptr) return;
  Node section = add_section(main, "bad-rows", "Every row against the CPU");
  if (check->status == CheckStatus::kPass) {
    add_text(section, "p", "All " + counted(run.grade.rows_compared, "row") + " match the CPU.");
    return;
  }
  add_text(section, "p", check->message);
  if (run.bad_rows.empty()) return;
  const std::size_t rows = run.row_lengths.size();
  add_strip(section,
            {"bad-rows-original", "In the original row order", "original row", run.bad_rows}, rows);
  add_strip(section,
            {"bad-rows-submitted", "In the submitted order", "position",
             positions_of(run.bad_rows, run.order)},
            rows);
}

}  // namespace rowsort::page
