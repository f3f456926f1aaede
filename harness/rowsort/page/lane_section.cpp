#include "rowsort/matrix/exact_inputs.h"
#include "rowsort/matrix/row_lengths.h"
#include "rowsort/text.h"

#include <algorithm>

#include "charts.h"
#include "sections.h"
#include "warps.h"
#include <nlohmann/json.hpp>

namespace rowsort::page {
namespace {

// For the warps of one order. Both, and all else of the page, stay below 1 MB.
constexpr std::size_t kWarpDataBytes = 250'000;

struct ShownWarp {
  std::string id;     // of the diagram
  std::string order;  // "unsorted" or "submitted"
  std::span<const int> lengths;
  std::size_t warp = 0;

  std::span<const int> rows() const { return rows_of_warp(lengths, warp); }
};

std::size_t longest_row(std::span<const int> rows) {
  return static_cast<std::size_t>(std::max_element(rows.begin(), rows.end()) - rows.begin());
}

std::size_t warp_that_holds(std::span<const int> order, std::size_t row) {
  const auto position = std::find(order.begin(), order.end(), static_cast<int>(row));
  return static_cast<std::size_t>(position - order.begin()) / kWarpSize;
}

std::string numbers_text(const std::string& warp, const std::string& slots) {
  return "Warp " + warp + ": " + slots;
}

std::string numbers_of(const ShownWarp& shown) {
  return numbers_text(grouped(shown.warp), describe(warp_slots(shown.rows())));
}

// The axes that a warp with rows of at most this length may need, by their ends.
std::string axes_up_to(int longest) {
  auto axes = nlohmann::json::array();
  for (double end = 0; end < longest || axes.empty();) {
    const Scale scale = lane_scale(static_cast<int>(end) + 1);
    end = scale.high();
    auto marks = nlohmann::json::array();
    for (const double mark : scale.marks()) marks.push_back(mark_label(mark));
    axes.push_back({{"end", end}, {"marks", marks}});
  }
  return axes.dump();
}

void add_selector(Node figure, const ShownWarp& shown, std::size_t warps) {
  // The script shows it: without scripts it could do nothing.
  Node line = add(figure, "p", {{"class", "selector"}, {"hidden", "hidden"}});
  add_text(line, "label", "Show warp ", {{"for", shown.id + "-warp"}});
  add(line, "input",
      {{"id", shown.id + "-warp"},
       {"type", "number"},
       {"min", "0"},
       {"max", std::to_string(warps - 1)},
       {"step", "1"},
       {"value", std::to_string(shown.warp)},
       {"aria-controls", shown.id}});
  put_text(line, " of 0 to " + grouped(warps - 1));
}

void add_diagram(Node pair, const ShownWarp& shown, int longest) {
  Node figure = add(pair, "figure", {{"class", "warp"}});
  add_text(figure, "h3", shown.order + " order");
  draw_chart(figure,
             {shown.id, "Lanes of one warp, " + shown.order + " order",
              numbers_of(shown) +
                  ". One bar per lane: filled for each loop iteration in which the lane has a "
                  "nonzero, hollow while it waits for the longest lane."},
             LaneChart{shown.rows(), longest});
  add_text(figure, "figcaption", numbers_of(shown),
           {{"id", shown.id + "-numbers"},
            {"aria-live", "polite"},
            {"data-template",
             numbers_text("{warp}", slots_text("{issued}", "{useful}", "{percentage}"))}});
  add_selector(figure, shown, (shown.lengths.size() + kWarpSize - 1) / kWarpSize);
}

constexpr const char* kNoRow = "no row";

std::string cell(std::span<const int> rows, std::size_t lane) {
  return lane < rows.size() ? grouped(static_cast<std::uint64_t>(rows[lane])) : kNoRow;
}

void add_lane_table(Node section, std::span<const ShownWarp> shown) {
  std::vector<std::string> headings = {"lane"};
  for (const ShownWarp& one : shown) headings.push_back("nonzeros, " + one.order + " order");
  Rows rows;
  for (std::size_t lane = 0; lane < kWarpSize; ++lane) {
    rows.push_back({std::to_string(lane)});
    for (const ShownWarp& one : shown) rows.back().push_back(cell(one.rows(), lane));
  }
  Node table = add_numbers(section, headings, rows);
  table.append_attribute("id").set_value("lane-table");
  table.append_attribute("data-no-row").set_value(kNoRow);
}

void add_data(Node section, const ShownWarp& shown) {
  add_text(section, "script", warp_data(shown.lengths, shown.warp, kWarpDataBytes),
           {{"type", "application/json"}, {"id", shown.id + "-data"}});
}

std::string introduction(const GradedRun& run, std::span<const ShownWarp> shown) {
  std::string text =
      "With one thread per row, 32 rows share a warp. The warp runs until its longest row is done. "
      "Filled: the lane has a nonzero in this loop iteration. Hollow: it waits. ";
  if (shown.size() < 2) {
    return text + "The submitted order is not shown, because the check order did not pass.";
  }
  const std::size_t row = longest_row(shown[0].rows());
  return text + "First you see warp 0 of the unsorted order. Its longest row is row " +
         grouped(row) + " with " +
         counted(static_cast<std::uint64_t>(run.row_lengths[row]), "nonzero") +
         ". In the submitted order this row is in warp " + grouped(shown[1].warp) + ".";
}

}  // namespace

void add_lane_section(Node main, const GradedRun& run) {
  Node section = add_section(main, "lanes", "One warp, lane by lane");
  if (run.row_lengths.empty()) {
    add_text(section, "p", "There are no rows, so no warp runs.");
    return;
  }
  const std::vector<int> submitted = row_lengths_in_order(run.row_lengths, run.order);
  std::vector<ShownWarp> shown = {{"lanes-unsorted", "unsorted", run.row_lengths, 0}};
  if (!submitted.empty()) {
    const std::size_t warp = warp_that_holds(run.order, longest_row(shown[0].rows()));
    shown.push_back({"lanes-submitted", "submitted", submitted, warp});
  }
  add_text(section, "p", introduction(run, shown));
  int longest = 0;
  for (const ShownWarp& one : shown) {
    longest = std::max(longest, *std::max_element(one.rows().begin(), one.rows().end()));
  }
  const int longest_of_all = *std::max_element(run.row_lengths.begin(), run.row_lengths.end());
  Node pair = add(section, "div", {{"class", "pair"}, {"data-axes", axes_up_to(longest_of_all)}});
  for (const ShownWarp& one : shown) add_diagram(pair, one, longest);
  add_lane_table(section, shown);
  for (const ShownWarp& one : shown) add_data(section, one);
}

}  // namespace rowsort::page
