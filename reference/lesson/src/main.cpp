/// The lesson's own program. Exit statuses are those of the local check (rowsort/errors.h); a
/// kernel of the lesson takes the place of a submission.

#include "rowsort/errors.h"
#include "rowsort/files.h"
#include "rowsort/matrix/matrix_market.h"
#include "rowsort/progress_line.h"
#include "rowsort/report/text_page.h"
#include "rowsort/text.h"
#include "rowsort/version.h"

#include <iostream>
#include <new>
#include <stdexcept>

#include "advice.h"
#include "dense.h"
#include "explain.h"
#include "growth.h"
#include "huge.h"
#include "options.h"
#include "tables.h"
#include <unistd.h>

namespace rowsort::lesson {
namespace {

nlohmann::json to_json(const DeviceInfo& device) {
  return {{"kind", device.kind == DeviceKind::kCuda ? "cuda" : "cpu"},
          {"name", device.name},
          {"compute_capability", device.compute_capability},
          {"multiprocessors", device.multiprocessors},
          {"memory_bytes", device.memory_bytes},
          {"l2_bytes", device.l2_bytes},
          {"driver_version", device.driver_version},
          {"runtime_version", device.runtime_version}};
}

class Program {
 public:
  explicit Program(const LessonOptions& options) : options_(options), progress_(!options.quiet) {
    options_.study.progress = [this](const std::string& step) { progress_.show(step); };
    if (!options.json.empty()) require_writable(options.json);
    json_["version"] = kVersion;
    json_["seed"] = options.seed;
  }

  int run() {
    int status = kExitPass;
    switch (options_.mode) {
      case Mode::kTables:
        status = tables();
        break;
      case Mode::kGrowth:
        growth();
        break;
      case Mode::kHuge:
        status = huge();
        break;
      case Mode::kDense:
        dense();
        break;
      case Mode::kExplain:
        explain_matrix();
        break;
    }
    if (!options_.json.empty()) write_atomically(options_.json, json_.dump(1) + "\n");
    return status;
  }

 private:
  void print(const std::string& text) {
    progress_.clear();
    if (!options_.quiet) std::cout << text << std::flush;
  }

  void open_device() {
    std::string note;
    runner_ = make_runner(note);
    json_["device"] = to_json(runner_->info());
    print(left_aligned("device", TextPage::kLabelWidth) + device_line(runner_->info()) +
          (note.empty() ? "" : " (no GPU: " + note + ")") + "\n");
  }

  std::unique_ptr<Runner> make_runner(std::string& note) const {
    if (options_.device == DeviceChoice::kCpu) return make_cpu_runner();
    try {
      return make_cuda_runner();
    } catch (const EnvironmentError& unavailable) {
      if (options_.device == DeviceChoice::kCuda) throw;
      note = unavailable.what();
      return make_cpu_runner();
    }
  }

  std::vector<TestCase> test_cases() {
    std::vector<TestCase> all;
    progress_.show("preparing the matrices");
    if (options_.own_matrix()) {
      all.push_back(file_case(options_.matrix, options_.seed));
      return all;
    }
    if (options_.matrix != "skewed") all.push_back(even_case(options_.seed));
    if (options_.matrix != "even") all.push_back(skewed_case(options_.seed));
    return all;
  }

  int tables() {
    open_device();
    const std::vector<TestCase> matrices = test_cases();
    std::vector<MatrixStudy> studies;
    for (const TestCase& test_case : matrices) studies.push_back(survey(test_case, options_.study));
    print(matrices_table(studies) + memory_table(studies));
    if (!options_.own_matrix()) print(giant_row_table(options_.study.format_limit));
    print(lane_slots_table(studies));
    print("\nCOO without atomics is wrong and not in these tables. The CPU device reports:\n  " +
          race_message() + "\n");
    for (MatrixStudy& each : studies) run_study(each, *runner_, options_.study);
    print(results_table(studies) + verdicts(studies));
    json_["matrices"] = nlohmann::json::array();
    bool right = true;
    for (const MatrixStudy& each : studies) {
      right = right && all_right(each);
      json_["matrices"].push_back(to_json(each));
      if (options_.study.count) advise_on(each);
    }
    return right ? kExitPass : kExitSubmission;
  }

  void advise_on(const MatrixStudy& study) {
    const Advice advice = advise(study.test_case->row_lengths);
    const ClockVerdict clock = judge_by_clock(study, advice);
    print(advice_text(study, advice, clock));
    json_["matrices"].back()["advice"] = {
        {"kernel", advice.method},
        {"reason", advice.reason},
        {"clock_agrees",
         clock.sentence.empty() ? nlohmann::json(nullptr) : nlohmann::json(clock.agrees)}};
  }

  void growth() {
    open_device();
    const std::vector<GrowthPoint> points = measure_growth(
        growth_sizes(options_.rows[0], options_.rows[1]), options_.seed, *runner_, options_.study);
    print(growth_table(points));
    json_["growth"] = to_json(points);
  }

  int huge() {
    const HugeRun run = run_huge(kHugeRows, options_.seed, options_.study.progress);
    print(describe(run));
    json_["huge"] = to_json(run);
    for (const HugeKernel& kernel : run.kernels) {
      if (kernel.bad_rows > 0) return kExitSubmission;
    }
    return kExitPass;
  }

  void dense() {
    progress_.show("timing a dense array of " + grouped(kDenseRows) + " squared and CSR");
    // 0.1% of the places hold a nonzero.
    const DenseComparison comparison =
        compare_with_dense(kDenseRows, kDenseRows * kDenseRows / 1000, options_.seed);
    print(describe(comparison));
    json_["dense"] = to_json(comparison);
  }

  void explain_matrix() {
    const bool from_file = !options_.explained.empty();
    const Csr matrix = from_file ? to_csr(read_matrix_market(options_.explained)) : four_by_four();
    const bool terminal = isatty(STDIN_FILENO) != 0 && isatty(STDOUT_FILENO) != 0;
    explain(matrix, from_file ? options_.explained.string() : "the 4x4 example",
            terminal ? &std::cin : nullptr, std::cout);
  }

  LessonOptions options_;
  ProgressLine progress_;
  std::unique_ptr<Runner> runner_;
  nlohmann::json json_;
};

int fail(int status, const std::string& message) {
  std::cerr << "lesson: " << message << std::endl;
  return status;
}

int run(int argc, char** argv) try {
  const ParsedOptions parsed = parse_options(argc, argv);
  if (parsed.exit_status) return *parsed.exit_status;
  return Program(parsed.options).run();
} catch (const UsageError& error) {
  return fail(kExitUsage, error.what());
} catch (const std::length_error& error) {
  return fail(kExitUsage, error.what());
} catch (const SubmissionError& error) {
  return fail(kExitSubmission, error.what());
} catch (const std::bad_alloc&) {
  return fail(kExitEnvironment, "this machine does not have enough memory");
} catch (const std::exception& error) {
  return fail(kExitEnvironment, error.what());
}

}  // namespace
}  // namespace rowsort::lesson

int main(int argc, char** argv) {
  return rowsort::lesson::run(argc, argv);
}
