#include "rowsort/text.h"

#include <algorithm>

#include "sections.h"
#include "step_chart.h"
#include "warps.h"

namespace rowsort::page {
namespace {

constexpr std::size_t kMostSteps = 256;
constexpr std::size_t kMostTableRows = 16;

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

std::string first_and_last(const Strip& strip) {
  const auto first = static_cast<std::uint64_t>(strip.numbers.front());
  const auto last = static_cast<std::uint64_t>(strip.numbers.back());
  return "first at " + grouped(first) + ", last at " + grouped(last);
}

std::vector<int> as_values(const std::vector<std::size_t>& counts) {
  return {counts.begin(), counts.end()};
}

void add_strip(Node section, const Strip& strip, std::size_t rows) {
  StepChart chart;
  chart.ranges = split_evenly(rows, kMostSteps);
  chart.count = rows;
  chart.items_name = strip.items;
  const std::size_t per_step = chart.ranges.front().last + 1;
  chart.values_name =
      per_step == 1 ? "bad rows" : "bad rows of every " + grouped(per_step) + " rows";
  chart.is_strip = true;
  chart.lines.push_back({as_values(count_in(chart.ranges, strip.numbers)), "bad"});
  const std::string caption = strip.title + ": " + counted(strip.numbers.size(), "bad row") +
                              " of " + grouped(rows) + ", " + first_and_last(strip) + ".";
  Node figure = add_figure(section);
  draw_step_chart(figure, {strip.id, strip.title, caption}, chart);
  add_text(figure, "figcaption", caption);
  const std::vector<Range> coarse = split_evenly(rows, kMostTableRows);
  const std::vector<std::size_t> counts = count_in(coarse, strip.numbers);
  std::vector<std::vector<std::string>> numbers;
  for (std::size_t i = 0; i < coarse.size(); ++i) {
    numbers.push_back({describe(coarse[i]), grouped(counts[i])});
  }
  add_numbers(figure, {strip.items, "bad rows"}, numbers);
}

}  // namespace

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
