#include "kernel_checks.h"

#include "rowsort/checks/rows.h"
#include "rowsort/grade/timing.h"
#include "rowsort/text.h"

#include "memory_counts.h"

namespace rowsort {
namespace {

class KernelChecks {
 public:
  KernelChecks(const Exercise& exercise, std::span<const int> order, DeviceWorker& device,
               const GradingOptions& options, Grade& grade, CheckList& checks)
      : exercise_(exercise),
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
    progress("running spmv_sorted on " + counted(exercise_.matrix.rows(), "row"));
    // Built anew from the verified order: nothing that a submission may have hidden in its own copy
    // of the matrix reaches the kernel.
    const Csr sorted = permute_rows(exercise_.matrix, order_);
    const KernelRun run = device_.run(sorted, exercise_.x, *grade_.block_size);
    if (run.fault) return kernel_failed(explained(run.fault->message, sorted), run.fault->kind);
    std::optional<std::string> tampering = run.tampering;
    RowComparison comparison = compare(run.y);
    std::string when;
    if (!comparison.first_bad && may_time(tampering.has_value())) {
      const KernelTiming timing = time_kernel(sorted);
      if (timing.fault) {
        return kernel_failed("in a timed run, " + timing.fault->message, timing.fault->kind);
      }
      tampering = timing.tampering;
      when = compare_timed_runs(timing, comparison);
    }
    enter_comparison(comparison, when, sorted);
    enter_memory(comparison, tampering, sorted);
    if (!comparison.first_bad && !tampering) count(sorted);
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
    return diagnose(message, sorted, exercise_.x, *grade_.block_size, options_);
  }

  void count(const Csr& sorted) {
    if (!options_.trace) return;
    progress("counting loads and stores");
    count_memory(exercise_, sorted, options_, grade_);
  }

  RowComparison compare(std::span<const float> y) const {
    return compare_rows(exercise_.matrix, exercise_.x, exercise_.expected, order_, y);
  }

  // Enters the reason when it says no.
  bool may_time(bool tampered) {
    if (tampered) {
      // The next run would start from what this one left.
      grade_.ratio.not_measured_because = "the kernel wrote what it must not";
    } else if (device_.info().kind == DeviceKind::kCpu) {
      grade_.ratio.not_measured_because = "the CPU device runs a kernel, it does not time one";
    } else if (options_.timed_pairs == 0) {
      grade_.ratio.not_measured_because = "no timed runs were asked for";
    } else if (exercise_.matrix.rows() == 0) {
      grade_.ratio.not_measured_because = "a matrix without rows takes no time";
    } else {
      return true;
    }
    return false;
  }

  KernelTiming time_kernel(const Csr& sorted) {
    progress("timing " + counted(options_.timed_pairs, "pair") + " of runs");
    KernelTiming timing = device_.time(exercise_.matrix, sorted, exercise_.x, *grade_.block_size,
                                       options_.timed_pairs);
    grade_.timed_pairs = timing.pairs;
    return timing;
  }

  // Every timed run is compared like the first one. Says which one was bad and leaves its
  // comparison, or enters the measured ratio.
  std::string compare_timed_runs(const KernelTiming& timing, RowComparison& comparison) {
    const std::size_t rows = exercise_.matrix.rows();
    progress("comparing " + counted(timing.pairs.size(), "timed run"));
    for (std::size_t i = 0; i < timing.pairs.size(); ++i) {
      comparison = compare(std::span(timing.results).subspan(i * rows, rows));
      if (!comparison.first_bad) continue;
      return "right at first, but in timed run " + std::to_string(i + 1) + " of " +
             std::to_string(timing.pairs.size()) + " ";
    }
    grade_.ratio.measured = median(paired_ratios(timing.pairs));
    grade_.ratio.not_measured_because.clear();
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

  const Exercise& exercise_;
  std::span<const int> order_;
  DeviceWorker& device_;
  const GradingOptions& options_;
  Grade& grade_;
  CheckList& checks_;
  std::vector<int> bad_rows_;
};

}  // namespace

std::vector<int> check_kernel(const Exercise& exercise, std::span<const int> order,
                              DeviceWorker& device, const GradingOptions& options, Grade& grade,
                              CheckList& checks) {
  return KernelChecks(exercise, order, device, options, grade, checks).run();
}

}  // namespace rowsort
