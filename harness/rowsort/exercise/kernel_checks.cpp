#include "kernel_checks.h"

#include "rowsort/checks/rows.h"
#include "rowsort/text.h"

#include "memory_counts.h"
#include "timed_runs.h"

namespace rowsort {
namespace {

class KernelChecks {
 public:
  KernelChecks(const TestCase& test_case, std::span<const int> order, DeviceWorker& device,
               const GradingOptions& options, Grade& grade, CheckList& checks)
      : test_case_(test_case),
        order_(order),
        device_(device),
        options_(options),
        grade_(grade),
        checks_(checks) {}

  std::vector<int> run() {
    check_runs();
    return std::move(bad_rows_);
  }

 private:
  void check_runs() {
    progress("running spmv_sorted on " + counted(test_case_.matrix.rows(), "row"));
    // Built anew from the verified order: nothing that a submission may have hidden in its own copy
    // of the matrix reaches the kernel.
    const Csr sorted = permute_rows(test_case_.matrix, order_);
    const KernelRun run = device_.run(sorted, test_case_.x, *grade_.block_size);
    if (run.fault) return kernel_failed(explained(run.fault->message, sorted), run.fault->kind);
    std::optional<std::string> tampering = run.tampering;
    RowComparison comparison = compare(run.y);
    std::string when;
    if (!comparison.first_bad && may_time(tampering.has_value())) {
      KernelTiming timing = time_kernel(sorted);
      if (timing.fault) {
        return kernel_failed("in a timed run, " + timing.fault->message, timing.fault->kind);
      }
      tampering = timing.tampering;
      when = compare_timed_runs(timing, sorted, comparison);
    }
    enter_comparison(comparison, when, sorted);
    enter_memory(comparison, tampering, sorted);
    if (!comparison.first_bad && !tampering) {
      count(sorted);
      count_on_gpu(sorted);
    }
    bad_rows_ = std::move(comparison.bad_row_numbers);
  }

  void progress(const std::string& step) const {
    if (options_.progress) options_.progress(step);
  }

  void kernel_failed(const std::string& message, FaultKind kind) {
    grade_.ratio.not_measured_because = "the kernel failed";
    checks_.fail(CheckId::kAllRows, message, kind);
    checks_.stopped(CheckId::kMemory, CheckId::kAllRows);
  }

  // The message with what a trace says of the kernel that went wrong.
  std::string explained(const std::string& message, const Csr& sorted) const {
    progress("tracing spmv_sorted to explain what went wrong");
    return diagnose(message, sorted, test_case_.x, *grade_.block_size, options_);
  }

  void count(const Csr& sorted) {
    if (!options_.trace) return;
    progress("counting loads and stores");
    count_memory(test_case_, sorted, options_, grade_);
  }

  // After the timed runs, which it could slow down.
  void count_on_gpu(const Csr& sorted) {
    if (device_.info().kind != DeviceKind::kCuda) return;
    if (!options_.gpu_counters) {
      grade_.counters.not_counted_because = "counting on the GPU is off";
      return;
    }
    progress("reading the GPU's counters");
    const auto count_run = [&](const Csr& matrix, std::optional<HardwareCounters>& counters) {
      const KernelCounters counted = device_.count(matrix, test_case_.x, *grade_.block_size);
      counters = counted.counters;
      grade_.counters.not_counted_because = counted.not_counted_because;
    };
    count_run(sorted, grade_.counters.submitted);
    if (grade_.counters.submitted) count_run(test_case_.matrix, grade_.counters.unsorted);
  }

  RowComparison compare(std::span<const float> y) const {
    return compare_rows(test_case_.matrix, test_case_.x, test_case_.expected, order_, y);
  }

  // Enters the reason when it says no.
  bool may_time(bool tampered) {
    if (tampered) {
      // The next run would start from what this one left.
      grade_.ratio.not_measured_because = "the kernel wrote what it must not";
    } else if (device_.info().kind == DeviceKind::kCpu) {
      grade_.ratio.not_measured_because = "the CPU device runs a kernel, it does not time one";
    } else if (!options_.time) {
      grade_.ratio.not_measured_because = "no timed runs were asked for";
    } else if (test_case_.matrix.rows() == 0) {
      grade_.ratio.not_measured_because = "a matrix without rows takes no time";
    } else {
      return true;
    }
    return false;
  }

  KernelTiming time_kernel(const Csr& sorted) {
    progress("timing pairs of runs");
    KernelTiming timing = device_.time(
        {test_case_.matrix, sorted, order_, *grade_.block_size, timing_seed(), options_.measuring});
    grade_.timing_seed = timing_seed();
    if (!timing.fault) grade_.timing = judge_timing(timing.samples, options_.measuring);
    return timing;
  }

  std::uint64_t timing_seed() const { return options_.timing_seed.value_or(test_case_.seed); }

  // Every timed run is compared like the first one. Says which one was bad and leaves its
  // comparison, or enters the measured ratio.
  std::string compare_timed_runs(KernelTiming& timing, const Csr& sorted,
                                 RowComparison& comparison) {
    const std::size_t runs = timing.samples.pairs.size();
    progress("comparing " + counted(runs, "timed run"));
    for (std::size_t run = 0; run < runs; ++run) {
      comparison = compare_timed_run(test_case_, order_, timing.results, timing_seed(), run);
      if (!comparison.first_bad) continue;
      return "right at first, but in timed run " + std::to_string(run + 1) + " of " +
             std::to_string(runs) + " ";
    }
    grade_.ratio.measured = grade_.timing->measurement.ratio;
    grade_.ratio.not_measured_because =
        grade_.ratio.measured ? "" : grade_.timing->measurement.inconclusive_because;
    progress("modelling the times");
    model_times(test_case_.matrix, sorted, *grade_.block_size, *grade_.device, grade_);
    return {};
  }

  void enter_comparison(const RowComparison& comparison, const std::string& when,
                        const Csr& sorted) {
    grade_.rows_compared = comparison.rows;
    grade_.bad_rows = comparison.bad_rows;
    grade_.first_bad_row = comparison.first_bad;
    const std::string message = when + describe(comparison);
    if (!comparison.first_bad) return checks_.pass(CheckId::kAllRows, message);
    grade_.ratio.not_measured_because = "not every row matches";
    checks_.fail(CheckId::kAllRows, explained(message, sorted));
  }

  // Where a row is bad, its own message holds the explanation.
  void enter_memory(const RowComparison& comparison, const std::optional<std::string>& tampering,
                    const Csr& sorted) {
    if (tampering) {
      return checks_.fail(CheckId::kMemory,
                          comparison.first_bad ? *tampering : explained(*tampering, sorted),
                          FaultKind::kTamperedInput);
    }
    if (comparison.unwritten > 0) {
      return checks_.fail(
          CheckId::kMemory,
          "the kernel left " + counted(comparison.unwritten, "element") + " of y unwritten");
    }
    checks_.pass(CheckId::kMemory, "inputs unchanged, nothing outside y written, all of y written");
  }

  const TestCase& test_case_;
  std::span<const int> order_;
  DeviceWorker& device_;
  const GradingOptions& options_;
  Grade& grade_;
  CheckList& checks_;
  std::vector<int> bad_rows_;
};

}  // namespace

std::vector<int> check_kernel(const TestCase& test_case, std::span<const int> order,
                              DeviceWorker& device, const GradingOptions& options, Grade& grade,
                              CheckList& checks) {
  return KernelChecks(test_case, order, device, options, grade, checks).run();
}

}  // namespace rowsort
