#include "timing_report.h"

#include "rowsort/grade/reference_timings.h"
#include "rowsort/text.h"

#include <algorithm>
#include <cmath>

namespace rowsort {
namespace {

std::string ratio_text(double ratio) {
  return fixed(ratio, 2) + "x";
}

std::string side(const Timing& timing, TimedRun TimedPair::*run) {
  const std::vector<double> times = times_of(timing.samples.pairs, run);
  const auto [low, high] = std::minmax_element(times.begin(), times.end());
  return fixed(median(times), 1) + " us (" + fixed(*low, 1) + " to " + fixed(*high, 1) + ")";
}

std::string interval_text(const Timing& timing) {
  if (!timing.measurement.interval) return {};
  const Interval& interval = *timing.measurement.interval;
  return " (" + fixed(100 * timing.rule.confidence, 0) + "% interval " + fixed(interval.low, 3) +
         " to " + fixed(interval.high, 3) + ")";
}

// "3.1% too much".
std::string error_text(double predicted, double measured) {
  const double error = predicted / measured - 1;
  return percent(std::abs(error)) + (error < 0 ? " too little" : " too much");
}

void put_model(const Grade& grade, TextPage& page) {
  const Timing& timing = *grade.timing;
  if (!timing.model) {
    page.line("time model", "no prediction: " + timing.not_modelled_because);
    return;
  }
  const double unsorted = median(times_of(timing.samples.pairs, &TimedPair::unsorted));
  const double submitted = median(times_of(timing.samples.pairs, &TimedPair::submitted));
  page.line("time model", ratio_text(timing.model->unsorted / timing.model->submitted) +
                              " predicted: " + fixed(timing.model->unsorted, 1) + " us (" +
                              error_text(timing.model->unsorted, unsorted) + ") / " +
                              fixed(timing.model->submitted, 1) + " us (" +
                              error_text(timing.model->submitted, submitted) +
                              "), from how the warps share the multiprocessors");
}

void put_order_alone(const Grade& grade, TextPage& page) {
  const TimingSamples& samples = grade.timing->samples;
  const auto unsorted = median_of(samples, kHarnessUnsortedSeries);
  const auto submitted = median_of(samples, kHarnessSubmittedSeries);
  if (!unsorted || !submitted) return;
  page.line("order alone", ratio_text(*unsorted / *submitted) +
                               " with the harness's own kernel on both orders: " +
                               fixed(*unsorted, 1) + " us / " + fixed(*submitted, 1) + " us");
}

void put_two_times(const Grade& grade, const std::string& label, const char* unsorted_series,
                   const char* submitted_series, TextPage& page) {
  const auto unsorted = median_of(grade.timing->samples, unsorted_series);
  const auto submitted = median_of(grade.timing->samples, submitted_series);
  if (!unsorted || !submitted) return;
  page.line(label,
            fixed(*unsorted, 1) + " us unsorted, " + fixed(*submitted, 1) + " us in your order");
}

void put_floor(const Grade& grade, TextPage& page) {
  const TimingSamples& samples = grade.timing->samples;
  const auto floor = median_of(samples, kFloorSeries);
  if (!floor) return;
  page.line("floor", fixed(*floor, 1) + " us to read the matrix and x and write y, " +
                         percent(floor_share_of_copy(grade)) + " of the copy bandwidth of " +
                         fixed(samples.copy_bytes_per_microsecond / 1e6, 2) + " TB/s");
}

void put_break_even(const Grade& grade, TextPage& page) {
  const HostTimes& host = grade.host;
  if (!host.sort_seconds || !host.rebuild_seconds) return;
  const BreakEven break_even = break_even_of(grade);
  const auto when = [](const std::optional<double>& count) {
    return count ? "after " + grouped(static_cast<std::uint64_t>(*count)) + " multiplies"
                 : std::string("never");
  };
  page.line("sorting pays", when(break_even.in_order) + ", " + when(break_even.with_unpermute) +
                                " with y put back each time: sort_rows took " +
                                fixed(1e3 * *host.sort_seconds, 1) + " ms, rebuild " +
                                fixed(1e3 * *host.rebuild_seconds, 1) + " ms");
}

void put_counter(const Grade& grade, const char* label, std::uint64_t HardwareCounters::*count,
                 std::uint64_t MemoryCounts::*traced, TextPage& page) {
  const HardwareCounters& unsorted = *grade.counters.unsorted;
  const HardwareCounters& submitted = *grade.counters.submitted;
  std::string note;
  if (traced != nullptr && grade.memory.unsorted && grade.memory.submitted) {
    const bool equal = (*grade.memory.unsorted).*traced == unsorted.*count &&
                       (*grade.memory.submitted).*traced == submitted.*count;
    note = equal ? ", as on the CPU device" : ", not as on the CPU device";
  }
  put_counts(label, unsorted.*count, submitted.*count, page, note);
}

}  // namespace

void put_counts(const char* label, std::uint64_t unsorted, std::uint64_t submitted, TextPage& page,
                const std::string& note) {
  page.line(label,
            grouped(unsorted) + " unsorted, " + grouped(submitted) + " in your order" + note);
}

void put_gpu_counters(const Grade& grade, TextPage& page) {
  const GpuCounters& counters = grade.counters;
  if (!grade.timing) return;
  page.title("Counted by the GPU");
  if (!counters.unsorted || !counters.submitted) {
    page.line("not counted", counters.not_counted_because);
    return;
  }
  const auto unsorted = lane_slots_on_gpu(counters.unsorted, grade.matrix.rows);
  const auto submitted = lane_slots_on_gpu(counters.submitted, grade.matrix.rows);
  if (unsorted && submitted) put_counts("lane-slots", *unsorted, *submitted, page);
  put_counter(grade, "load requests", &HardwareCounters::load_requests,
              &MemoryCounts::load_requests, page);
  put_counter(grade, "32-byte sectors", &HardwareCounters::load_sectors,
              &MemoryCounts::load_sectors, page);
  put_counter(grade, "warp instructions", &HardwareCounters::warp_instructions, nullptr, page);
  put_counter(grade, "multiply-adds", &HardwareCounters::ffma_instructions, nullptr, page);
  put_counter(grade, "bytes from memory", &HardwareCounters::dram_read_bytes, nullptr, page);
}

void put_measured_ratio(const Grade& grade, TextPage& page) {
  const Timing& timing = *grade.timing;
  put_model(grade, page);
  page.line("time", ratio_text(*grade.ratio.measured) + " measured" + interval_text(timing) + ": " +
                        side(timing, &TimedPair::unsorted) + " / " +
                        side(timing, &TimedPair::submitted) + ", medians of " +
                        counted(timing.samples.pairs.size(), "pair") + " of runs");
  if (!timing.measurement.conclusive()) {
    page.line("", "inconclusive: " + timing.measurement.inconclusive_because, Colour::kYellow);
  }
  put_order_alone(grade, page);
}

void put_reference_timings(const Grade& grade, TextPage& page) {
  if (!grade.timing || grade.timing->samples.references.empty()) return;
  const TimingSamples& samples = grade.timing->samples;
  page.title("Reference timings");
  put_two_times(grade, "warp per row", kWarpPerRowUnsortedSeries, kWarpPerRowSubmittedSeries, page);
  if (samples.cusparse_timed) {
    put_two_times(grade, "cuSPARSE " + samples.cusparse, kCusparseUnsortedSeries,
                  kCusparseSubmittedSeries, page);
  } else {
    page.line("cuSPARSE", "not timed: " + samples.cusparse);
  }
  put_floor(grade, page);
  if (const auto unpermute = median_of(samples, kUnpermuteSeries)) {
    page.line("putting y back", fixed(*unpermute, 1) + " us");
  }
  put_break_even(grade, page);
  if (!samples.other_processes_note.empty()) {
    page.line("other processes", samples.other_processes_note, Colour::kYellow);
  }
}

}  // namespace rowsort
