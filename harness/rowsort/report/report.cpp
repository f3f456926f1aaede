#include "report.h"

#include "rowsort/matrix/lane_slots.h"
#include "rowsort/page/wording.h"
#include "rowsort/text.h"
#include "rowsort/visible_text.h"

#include <sstream>

#include "text_page.h"
#include "timing_report.h"

namespace rowsort {
namespace {

Colour colour_of(const CheckResult& check) {
  if (check.status == CheckStatus::kPass) return Colour::kGreen;
  const bool decides_pass = check.status == CheckStatus::kFail && check.decides_pass;
  return decides_pass ? Colour::kRed : Colour::kYellow;
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
    page_.put(page_.painted(Colour::kBold, visible_text(grade_.submission)));
    if (grade_.matrix.rows > 0 || !grade_.checks.empty()) {
      page_.put(" on the matrix " + visible_text(grade_.matrix.name) + ": " +
                counted(grade_.matrix.rows, "row") + ", " +
                counted(grade_.matrix.nonzeros, "nonzero") + ", seed " +
                std::to_string(grade_.seed));
    }
    page_.put("\n");
  }

  void device() {
    page_.line("device", device_text(*grade_.device));
    if (!grade_.device_note.empty()) page_.line("", "(no GPU: " + grade_.device_note + ")");
    if (grade_.block_size) page_.line("block size", std::to_string(*grade_.block_size));
  }

  void row_lengths() {
    const RowLengthStatistics& lengths = grade_.matrix.row_lengths;
    page_.title("Row lengths: min " + std::to_string(lengths.min) + ", max " +
                std::to_string(lengths.max) + ", mean " + fixed(lengths.mean, 2));
    page_.put(histogram(lengths));
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
              right_aligned(percent(useful_share(grade_.matrix.nonzeros, slots)), 8) + " useful\n");
  }

  // What the kernel did, beside what the row lengths predict.
  void counted_memory() {
    const MemoryTraffic& memory = grade_.memory;
    if (!memory.submitted && memory.finding.empty()) return;
    page_.title("Counted on the CPU device");
    if (grade_.lane_slots.executed) {
      page_.line("lane-slots", "predicted " + grouped(*grade_.lane_slots.submitted) +
                                   ", executed " + grouped(*grade_.lane_slots.executed));
    }
    if (memory.submitted && memory.unsorted) {
      put_counts("load requests", memory.unsorted->load_requests, memory.submitted->load_requests,
                 page_);
      put_counts("32-byte sectors", memory.unsorted->load_sectors, memory.submitted->load_sectors,
                 page_);
    }
    if (!memory.finding.empty()) {
      page_.line("warning",
                 memory.finding + " (no row is wrong because of it, and you lose no points)",
                 Colour::kYellow);
    }
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
                     (only_slots_fall ? ": the kernel reads as much memory as before, so the time "
                                        "does not fall with the lane-slots"
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
      const std::string points = points_text(check);
      page_.line(left_aligned(check_mark(check), 5) + check.id, check.message, colour_of(check),
                 points.empty() ? "" : "[" + points + "]");
    }
  }

  // Other matrices of the official grader. If one of them fails, a check above says how.
  void variants() {
    if (grade_.variants.empty()) return;
    page_.title("Also graded on");
    for (const Grade& variant : grade_.variants) {
      const bool passed = variant.status == GradeStatus::kPass;
      page_.line(variant.matrix.name,
                 counted(variant.matrix.rows, "row") + " of " +
                     std::to_string(variant.matrix.row_lengths.min) + " to " +
                     std::to_string(variant.matrix.row_lengths.max) + " nonzeros, seed " +
                     std::to_string(variant.seed) + (passed ? ": pass" : ": FAIL"),
                 passed ? Colour::kGreen : Colour::kRed);
    }
  }

  void build_log() {
    if (grade_.build_log.empty()) return;
    page_.title("First messages of the compiler");
    std::istringstream lines(grade_.build_log);
    for (std::string line; std::getline(lines, line);) page_.put("  " + visible_text(line) + "\n");
  }

  void result() {
    page_.put("\n");
    if (grade_.status == GradeStatus::kError) return error();
    if (grade_.status == GradeStatus::kPass) {
      page_.line("PASS", score_text(grade_), Colour::kGreen);
    } else {
      page_.line("FAIL", score_text(grade_) + ": see the first check marked FAIL above",
                 Colour::kRed);
    }
    if (const std::string next = next_step(); !next.empty()) page_.line("next", next);
  }

  void error() {
    page_.line("ERROR", grade_.error->message, Colour::kRed);
    page_.line("", grade_.error->kind == "usage"
                       ? "Nothing was graded."
                       : "This is not the submission's fault: it loses no points.");
  }

  // What a student whose submission passes can do next; empty when all is done.
  std::string next_step() const {
    if (grade_.status != GradeStatus::kPass) return {};
    const CheckResult* open = first_check(grade_, CheckStatus::kFail);
    if (open == nullptr) return {};
    if (open->id != "lane_slots") return open->message;
    return "predict the lane-slots, then sort: sort_rows in row_sort.cu decides which rows share a "
           "warp, and rebuild puts the rows in that order";
  }

  const Grade& grade_;
  TextPage page_;
};

}  // namespace

std::string report(const Grade& grade, const ReportStyle& style) {
  return Report(grade, style).text();
}

}  // namespace rowsort
