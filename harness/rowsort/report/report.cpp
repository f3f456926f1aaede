#include "report.h"

#include "rowsort/matrix/lane_slots.h"
#include "rowsort/text.h"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <utility>
#include <vector>

#include "text_page.h"
#include "timing_report.h"

namespace rowsort {
namespace {

constexpr std::size_t kBarWidth = 40;

std::string percent(double share) {
  return right_aligned(fixed(100 * share, 1), 5) + "%";
}

class Report {
 public:
  Report(const Grade& grade, const ReportStyle& style)
      : grade_(grade), page_(style.colour, style.width) {}

  std::string text() {
    heading();
    if (grade_.device) device();
    if (grade_.matrix.rows > 0) {
      row_lengths();
      lane_slots();
    }
    if (!grade_.checks.empty()) {
      counted_memory();
      put_gpu_counters(grade_, page_);
      ratios();
      put_reference_timings(grade_, page_);
      checks();
    }
    variants();
    build_log();
    result();
    return page_.text();
  }

 private:
  void heading() {
    page_.put(page_.painted(Colour::kBold, printable(grade_.submission)));
    if (grade_.matrix.rows > 0 || !grade_.checks.empty()) {
      page_.put(" on the matrix " + printable(grade_.matrix.name) + ": " +
                counted(grade_.matrix.rows, "row") + ", " +
                counted(grade_.matrix.nonzeros, "nonzero") + ", seed " +
                std::to_string(grade_.seed));
    }
    page_.put("\n");
  }

  void device() {
    const DeviceInfo& device = *grade_.device;
    const auto units = static_cast<std::uint64_t>(device.multiprocessors);
    const bool cuda = device.kind == DeviceKind::kCuda;
    page_.line("device", cuda ? device.name + ", " + counted(units, "multiprocessor")
                              : "CPU device on " + device.name + ", " + counted(units, "core"));
    if (!grade_.device_note.empty()) page_.line("", "(no GPU: " + grade_.device_note + ")");
    if (grade_.block_size) page_.line("block size", std::to_string(*grade_.block_size));
  }

  void row_lengths() {
    const RowLengthStatistics& lengths = grade_.matrix.row_lengths;
    page_.title("Row lengths: min " + std::to_string(lengths.min) + ", max " +
                std::to_string(lengths.max) + ", mean " + fixed(lengths.mean, 2));
    for (const HistogramBin& bin : lengths.histogram) histogram_bar(bin);
  }

  void histogram_bar(const HistogramBin& bin) {
    const double share = static_cast<double>(bin.rows) / static_cast<double>(grade_.matrix.rows);
    const auto bar = static_cast<std::size_t>(std::ceil(share * static_cast<double>(kBarWidth)));
    std::string range = std::to_string(bin.shortest);
    if (bin.longest != bin.shortest) range += ".." + std::to_string(bin.longest);
    page_.put(right_aligned(range, TextPage::kLabelWidth - 2) + "  " +
              left_aligned(std::string(bar, '#'), kBarWidth) + " " +
              right_aligned(grouped(bin.rows), 11) + (bin.rows == 1 ? " row  " : " rows ") +
              percent(share) + "\n");
  }

  void lane_slots() {
    page_.title("Lane-slots, one thread per row");
    lane_slots_line("unsorted", grade_.lane_slots.unsorted);
    if (grade_.lane_slots.submitted) {
      lane_slots_line("your order", *grade_.lane_slots.submitted);
    } else if (find_check(grade_, "order") != nullptr) {
      page_.line("your order", "not counted, because the check order did not pass");
    }
  }

  void lane_slots_line(const char* label, std::uint64_t slots) {
    page_.put(left_aligned(label, TextPage::kLabelWidth) + right_aligned(grouped(slots), 15) +
              "  " + percent(useful_share(grade_.matrix.nonzeros, slots)) + " useful\n");
  }

  // What the kernel really did, beside what the arithmetic says of it.
  void counted_memory() {
    const MemoryTraffic& memory = grade_.memory;
    if (!memory.submitted && memory.finding.empty()) return;
    page_.title("Counted on the CPU device");
    if (grade_.lane_slots.executed) {
      page_.line("lane-slots", "predicted " + grouped(*grade_.lane_slots.submitted) +
                                   ", executed " + grouped(*grade_.lane_slots.executed));
    }
    if (memory.submitted && memory.unsorted) {
      counts_line("load requests", memory.unsorted->load_requests, memory.submitted->load_requests);
      counts_line("32-byte sectors", memory.unsorted->load_sectors, memory.submitted->load_sectors);
    }
    if (!memory.finding.empty()) {
      page_.line("warning", memory.finding + " (no row is wrong for it, and no points are lost)",
                 Colour::kYellow);
    }
  }

  void counts_line(const char* label, std::uint64_t unsorted, std::uint64_t submitted) {
    page_.line(label, grouped(unsorted) + " unsorted, " + grouped(submitted) + " in your order");
  }

  void ratios() {
    page_.title("Ratio unsorted / your order");
    const auto& predicted = grade_.ratio.predicted;
    const auto& measured = grade_.ratio.measured;
    const auto& claimed = grade_.ratio.claimed;
    const std::string& because = grade_.ratio.not_measured_because;
    if (predicted) page_.line("lane-slots", fixed(*predicted, 2) + "x");
    if (const auto sectors = grade_.ratio.predicted_by_sectors) {
      const bool only_slots_fall = predicted > 1.1 && *sectors < 1.1;
      page_.line("sectors",
                 fixed(*sectors, 2) + "x" +
                     (only_slots_fall ? ": as much memory has to be read as before, which "
                                        "is why time does not follow the lane-slots"
                                      : ""));
    }
    if (measured && grade_.timing) {
      put_measured_ratio(grade_, page_);
    } else if (!because.empty()) {
      page_.line("time", "not measured: " + because);
    }
    if (measured && *measured < 1 && predicted > 1) {
      page_.line(
          "",
          "below 1 is a result, not a mistake: fewer lane-slots, but the long rows now share "
          "fewer multiprocessors. Which order and block size spread them?");
    }
    if (claimed) page_.line("your claim", fixed(*claimed, 2) + "x");
  }

  void checks() {
    page_.title("Checks");
    for (const CheckResult& check : grade_.checks) {
      const auto [mark, colour] = mark_of(check);
      std::string points;
      if (check.max_points > 0) {
        points = "[" + shortest(check.points) + " of " + shortest(check.max_points) + "]";
      }
      page_.line(std::string(mark) + " " + check.id, check.message, colour,
                 points);
    }
  }

  // After the gate nothing fails a submission: what is not there yet is still to be done.
  static std::pair<const char*, Colour> mark_of(const CheckResult& check) {
    if (check.status == CheckStatus::kPass) return {"ok  ", Colour::kGreen};
    if (check.status == CheckStatus::kSkipped) return {"-   ", Colour::kYellow};
    if (!check.decides_pass) return {"todo", Colour::kYellow};
    return {"FAIL", Colour::kRed};
  }

  // Other matrices that the official grader took; where one fails, a check above says how.
  void variants() {
    if (grade_.variants.empty()) return;
    page_.title("Also graded on");
    for (const Grade& variant : grade_.variants) {
      const bool passed = variant.status == GradeStatus::kPass;
      page_.line(variant.matrix.name,
                 counted(variant.matrix.rows, "row") + " of " +
                     std::to_string(variant.matrix.row_lengths.min) + " to " +
                     std::to_string(variant.matrix.row_lengths.max) + " nonzeros, seed " +
                     std::to_string(variant.seed) + (passed ? ": the gate holds" : ": FAIL"),
                 passed ? Colour::kGreen : Colour::kRed);
    }
  }

  void build_log() {
    if (grade_.build_log.empty()) return;
    page_.title("What the compiler said first");
    std::istringstream lines(grade_.build_log);
    for (std::string line; std::getline(lines, line);) page_.put("  " + printable(line) + "\n");
  }

  void result() {
    page_.put("\n");
    if (grade_.status == GradeStatus::kError) return error();
    const bool passed = grade_.status == GradeStatus::kPass;
    const std::string verdict =
        passed ? "the gate holds" : "look at the first check marked FAIL above";
    page_.line(passed ? "PASS" : "FAIL",
               verdict + "; score " + shortest(*grade_.score) + " of " + shortest(grade_.max_score),
               passed ? Colour::kGreen : Colour::kRed);
    if (const std::string next = next_step(); !next.empty()) page_.line("next", next);
  }

  void error() {
    page_.line("ERROR", grade_.error->message, Colour::kRed);
    page_.line("", grade_.error->kind == "usage"
                       ? "Nothing was graded."
                       : "This is not the submission's fault: no points are given or lost.");
  }

  // What a student whose submission passes the gate does next; nothing when all is done.
  std::string next_step() const {
    if (grade_.status != GradeStatus::kPass) return {};
    const auto open =
        std::find_if(grade_.checks.begin(), grade_.checks.end(),
                     [](const CheckResult& check) { return check.status == CheckStatus::kFail; });
    if (open == grade_.checks.end()) return {};
    if (open->id != "lane_slots") return open->message;
    return "sort: sort_rows in row_sort.cu decides which rows share a warp, and rebuild has to "
           "follow it. Predict the lane-slots first.";
  }

  const Grade& grade_;
  TextPage page_;
};

}  // namespace

std::string report(const Grade& grade, const ReportStyle& style) {
  return Report(grade, style).text();
}

}  // namespace rowsort
