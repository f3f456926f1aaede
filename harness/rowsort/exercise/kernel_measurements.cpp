#include "kernel_measurements.h"

#include "rowsort/matrix/exact_inputs.h"
#include "rowsort/matrix/poison.h"
#include "rowsort/text.h"

namespace rowsort {
namespace {

// Why a kernel is not timed, as a clause; empty when it is.
std::string not_timed_because(const Inspection& inspection) {
  // The next run would start from what this one left.
  if (inspection.kernel.tampering) return "the kernel wrote what it must not";
  if (inspection.device->info().kind == DeviceKind::kCpu) {
    return "the CPU device runs a kernel, it does not time one";
  }
  if (!inspection.options.time) return "no timed runs were asked for";
  if (inspection.test_case.matrix.rows() == 0) return "a matrix without rows takes no time";
  return {};
}

// A poisoned element stays as it is: it shows that it was never written.
void take_signs_off(std::span<float> y, const std::vector<float>& signs) {
  for (std::size_t i = 0; i < y.size(); ++i) {
    if (!is_poison(y[i])) y[i] *= signs[i];
  }
}

LaunchPlace place_of(int block_size, int resident, const DeviceInfo& device) {
  return {static_cast<std::size_t>(block_size) / kWarpSize,
          static_cast<std::size_t>(device.multiprocessors),
          static_cast<std::size_t>(std::max(resident, 1))};
}

Timing judge_timing(TimingSamples samples, const StoppingCriterion& rule) {
  Timing timing;
  timing.rule = rule;
  timing.measurement = evaluate(samples.pairs, samples.before, samples.other_processes, rule);
  timing.samples = std::move(samples);
  timing.not_modelled_because = "the kernel's results were not all right";
  return timing;
}

// One timed run, which had inputs of its own (TimingRequest, with its `seed`). `results` has y of all
// runs, one after the other; this takes the rows' signs off that of this run.
RowComparison compare_timed_run(const TestCase& test_case, std::span<const int> order,
                                std::vector<float>& results, std::uint64_t seed, std::size_t run) {
  const std::size_t rows = test_case.matrix.rows();
  const std::uint64_t own_seed = run_seed(seed, run);
  const std::vector<float> x = exact_vector(test_case.matrix.cols, own_seed);
  const std::span<float> y = std::span(results).subspan(run * rows, rows);
  take_signs_off(y, exact_row_signs(rows, own_seed));
  return compare_rows(test_case.matrix, x, expect(test_case, x), order, y);
}

// Enters what the time model predicts for both matrices, and the ratio, or why it predicts nothing.
void model_times(const Inspection& inspection) {
  Grade& grade = inspection.grade;
  Timing& timing = *grade.timing;
  const TimeCalibration& calibration = timing.samples.calibration;
  const auto constants = fit_time_constants(calibration);
  if (!constants) {
    timing.not_modelled_because = calibration.complete()
                                      ? "the launches that the model is fitted to make no sense"
                                      : "the matrix is too small to fit the model on this GPU";
    return;
  }
  const std::vector<float>* floor_times = find_series(timing.samples, kFloorSeries);
  const double floor =
      floor_times == nullptr ? 0 : median({floor_times->begin(), floor_times->end()});
  const auto predicted = [&](const CsrView& matrix, int block, int resident) {
    return predict_time(warp_work(matrix), place_of(block, resident, *grade.device), *constants,
                        floor);
  };
  timing.model = {
      predicted(inspection.test_case.matrix, kBaselineBlockSize, calibration.unsorted_blocks),
      predicted(inspection.kernel.sorted, *grade.block_size, calibration.submitted_blocks),
      *constants};
  timing.not_modelled_because.clear();
  grade.ratio.predicted_by_time = timing.model->unsorted / timing.model->submitted;
}

MemoryCounts to_counts(const simt::TraceCounts& trace) {
  return {trace.load_requests.count, trace.load_sectors.count, trace.store_requests.count,
          trace.store_sectors.count};
}

void count_by_trace(const Inspection& inspection) {
  const TestCase& test_case = inspection.test_case;
  const GradingOptions& options = inspection.options;
  Grade& grade = inspection.grade;
  options.show_progress("counting loads and stores");
  const auto trace_of = [&](const CsrView& matrix) {
    return trace(options.worker, matrix, test_case.x, *grade.block_size, options.limit);
  };
  MemoryTraffic& memory = grade.memory;
  const KernelTrace submitted = trace_of(inspection.kernel.sorted);
  if (submitted.fault) {
    memory.finding = submitted.fault->message;
    memory.not_counted_because = "the trace stopped at a fault";
    return;
  }
  memory.not_counted_because.clear();
  memory.submitted = to_counts(submitted.counts);
  memory.sites = submitted.counts.sites;
  grade.lane_slots.executed = submitted.counts.executed_lane_slots;

  const KernelTrace unsorted = trace_of(test_case.matrix);
  if (unsorted.fault) {
    memory.finding = "on the unsorted matrix, " + unsorted.fault->message;
    return;
  }
  memory.unsorted = to_counts(unsorted.counts);
  if (memory.submitted->load_sectors > 0) {
    grade.ratio.predicted_by_sectors = static_cast<double>(memory.unsorted->load_sectors) /
                                       static_cast<double>(memory.submitted->load_sectors);
  }
}

// After the timed runs, which it could slow down.
void count_on_gpu(const Inspection& inspection) {
  const TestCase& test_case = inspection.test_case;
  GpuCounters& counters = inspection.grade.counters;
  if (!inspection.options.gpu_counters) {
    counters.not_counted_because = "counting on the GPU is off";
    return;
  }
  inspection.options.show_progress("reading the GPU's counters");
  const auto count_run = [&](const Csr& matrix, std::optional<HardwareCounters>& result) {
    const KernelCounters counted =
        inspection.device->count(matrix, test_case.x, *inspection.grade.block_size);
    result = counted.counters;
    counters.not_counted_because = counted.not_counted_because;
  };
  count_run(inspection.kernel.sorted, counters.submitted);
  if (counters.submitted) count_run(test_case.matrix, counters.unsorted);
}

}  // namespace

std::string time_kernel(Inspection& inspection) {
  const TestCase& test_case = inspection.test_case;
  const GradingOptions& options = inspection.options;
  const std::vector<int>& order = inspection.host.order;
  KernelRunResult& kernel = inspection.kernel;
  Grade& grade = inspection.grade;
  grade.ratio.not_measured_because = not_timed_because(inspection);
  if (!grade.ratio.not_measured_because.empty()) return {};
  const std::uint64_t seed = options.timing_seed.value_or(test_case.seed);
  options.show_progress("timing pairs of runs");
  KernelTiming timing = inspection.device->time(
      {test_case.matrix, kernel.sorted, order, *grade.block_size, seed, options.measuring});
  grade.timing_seed = seed;
  kernel.fault = timing.fault;
  if (kernel.fault) {
    grade.ratio.not_measured_because = "the kernel failed";
    return {};
  }
  grade.timing = judge_timing(timing.samples, options.measuring);
  kernel.tampering = timing.tampering;

  const std::size_t runs = timing.samples.pairs.size();
  options.show_progress("comparing " + counted(runs, "timed run"));
  for (std::size_t run = 0; run < runs; ++run) {
    kernel.rows = compare_timed_run(test_case, order, timing.results, seed, run);
    if (!kernel.rows.first_bad) continue;
    return "right at first, but in timed run " + std::to_string(run + 1) + " of " +
           std::to_string(runs) + " ";
  }
  grade.ratio.measured = grade.timing->measurement.ratio;
  grade.ratio.not_measured_because =
      grade.ratio.measured ? "" : grade.timing->measurement.inconclusive_because;
  options.show_progress("modelling the times");
  model_times(inspection);
  return {};
}

void count_accesses(Inspection& inspection) {
  const KernelRunResult& kernel = inspection.kernel;
  if (!passed(inspection.grade, "all_rows") || kernel.tampering) return;
  if (inspection.options.trace) count_by_trace(inspection);
  if (inspection.device->info().kind == DeviceKind::kCuda) count_on_gpu(inspection);
}

}  // namespace rowsort
