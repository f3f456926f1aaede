#include "timed_runs.h"

#include "rowsort/matrix/exact_inputs.h"
#include "rowsort/matrix/poison.h"
#include "rowsort/text.h"

namespace rowsort {
namespace {

// A poisoned element stays as it is: it shows that it was never written.
void take_signs_off(std::span<float> y, const std::vector<float>& signs) {
  for (std::size_t i = 0; i < y.size(); ++i) {
    if (!is_poison(y[i])) y[i] *= signs[i];
  }
}

std::size_t warps(int block_size) {
  return static_cast<std::size_t>(block_size) / kWarpSize;
}

LaunchPlace place_of(int block_size, int resident, const DeviceInfo& device) {
  return {warps(block_size), static_cast<std::size_t>(device.multiprocessors),
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
void model_times(const CsrView& unsorted, const CsrView& submitted, int block_size,
                 const DeviceInfo& device, Grade& grade) {
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
    return predict_time(warp_work(matrix), place_of(block, resident, device), *constants, floor);
  };
  timing.model = {predicted(unsorted, kBaselineBlockSize, calibration.unsorted_blocks),
                  predicted(submitted, block_size, calibration.submitted_blocks), *constants};
  timing.not_modelled_because.clear();
  grade.ratio.predicted_by_time = timing.model->unsorted / timing.model->submitted;
}

}  // namespace

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

TimedRuns time_kernel(Inspection& inspection) {
  const TestCase& test_case = inspection.test_case;
  const GradingOptions& options = inspection.options;
  const Csr& sorted = inspection.kernel.sorted;
  Grade& grade = inspection.grade;
  const std::uint64_t seed = options.timing_seed.value_or(test_case.seed);
  options.show_progress("timing pairs of runs");
  KernelTiming timing = inspection.device->time({test_case.matrix, sorted, inspection.host.order,
                                                 *grade.block_size, seed, options.measuring});
  grade.timing_seed = seed;
  if (timing.fault) return {timing.fault, {}, {}, {}};
  grade.timing = judge_timing(timing.samples, options.measuring);

  TimedRuns result;
  result.tampering = timing.tampering;
  const std::size_t runs = timing.samples.pairs.size();
  options.show_progress("comparing " + counted(runs, "timed run"));
  for (std::size_t run = 0; run < runs; ++run) {
    result.rows = compare_timed_run(test_case, inspection.host.order, timing.results, seed, run);
    if (!result.rows.first_bad) continue;
    result.bad_run = "right at first, but in timed run " + std::to_string(run + 1) + " of " +
                     std::to_string(runs) + " ";
    return result;
  }
  grade.ratio.measured = grade.timing->measurement.ratio;
  grade.ratio.not_measured_because =
      grade.ratio.measured ? "" : grade.timing->measurement.inconclusive_because;
  options.show_progress("modelling the times");
  model_times(test_case.matrix, sorted, *grade.block_size, *grade.device, grade);
  return result;
}

}  // namespace rowsort
