#include "timed_runs.h"

#include "rowsort/matrix/exact_inputs.h"
#include "rowsort/matrix/poison.h"

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

}  // namespace

Timing judge_timing(TimingSamples samples, const StoppingCriterion& rule) {
  Timing timing;
  timing.rule = rule;
  timing.measurement = evaluate(samples.pairs, samples.before, samples.other_processes, rule);
  timing.samples = std::move(samples);
  timing.not_modelled_because = "the kernel's results were not all right";
  return timing;
}

RowComparison compare_timed_run(const TestCase& test_case, std::span<const int> order,
                                std::vector<float>& results, std::uint64_t seed, std::size_t run) {
  const std::size_t rows = test_case.matrix.rows();
  const std::uint64_t own_seed = run_seed(seed, run);
  const std::vector<float> x = exact_vector(test_case.matrix.cols, own_seed);
  const std::span<float> y = std::span(results).subspan(run * rows, rows);
  take_signs_off(y, exact_row_signs(rows, own_seed));
  return compare_rows(test_case.matrix, x, expect(test_case, x), order, y);
}

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

}  // namespace rowsort
