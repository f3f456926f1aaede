/// The lesson's own program. Exit statuses are those of the local check (rowsort/errors.h); a
/// kernel of the lesson takes the place of a submission.

#include "rowsort/errors.h"
#include "rowsort/exercise/grading.h"
#include "rowsort/files.h"
#include "rowsort/matrix/exact_inputs.h"
#include "rowsort/matrix/matrix_market.h"
#include "rowsort/progress_line.h"
#include "rowsort/report/text_page.h"
#include "rowsort/text.h"
#include "rowsort/version.h"

#include <bit>
#include <filesystem>
#include <iostream>
#include <new>
#include <stdexcept>

#include "advice.h"
#include "dense.h"
#include "explain.h"
#include "growth.h"
#include "huge.h"
#include "tables.h"
#include <CLI/CLI.hpp>
#include <unistd.h>

namespace rowsort::lesson {
namespace {

constexpr const char* kDescription =
    "Computes sparse matrix-vector products y = A x in every storage format and with every kernel "
    "of the lesson. The tables compare memory, lane-slots and, on a GPU, time. Each result is "
    "compared with the CPU on all rows before the kernel is timed.\n\n"
    "Examples:\n"
    "  lesson                          the even and the skewed matrix, every kernel\n"
    "  lesson --count                  also count requests and sectors on the CPU device\n"
    "  lesson --matrix mine.mtx        the best kernel for a matrix of your own\n"
    "  lesson --kernel csr-warp --matrix skewed\n"
    "  lesson --rows 1024 16777216     time per nonzero, from 2^10 to 2^24 rows\n"
    "  lesson --huge                   more than 2^31 nonzeros (a GPU with 19 GiB free)\n"
    "  lesson dense                    a dense array of 10,000 x 10,000, 0.1% full, and CSR\n"
    "  lesson explain                  COO, CSR and lanes of a 4x4 matrix, with questions\n"
    "  lesson explain small.mtx        the same for a small matrix of your own";

constexpr const char* kFooter =
    "Exit status: 0 all results are right; 1 a result is wrong; 2 wrong usage; 3 a fault of the "
    "machine.";

std::string refuse_row_count(const std::string& text) {
  std::size_t rows = 0;
  const bool is_number = CLI::detail::lexical_cast(text, rows);
  if (is_number && rows >= kFewestRows && rows <= kMostRows && std::has_single_bit(rows)) return {};
  return "'" + text + "' is not a power of two from 1024 to 16777216";
}

std::string refuse_kernel(const std::string& id) {
  try {
    find_method(id);
  } catch (const UsageError& error) {
    return error.what();
  }
  return {};
}

constexpr double kGib = 1u << 30;

struct Options {
  DeviceChoice device = DeviceChoice::kAuto;
  std::string matrix;             // "even", "skewed", a Matrix Market file; empty: both
  std::vector<std::size_t> rows;  // of --rows: from and to
  bool huge = false;
  std::uint64_t seed = kPublishedSeed;
  double format_limit_gib = static_cast<double>(kDefaultFormatLimit) / kGib;
  StudyOptions study;
  std::filesystem::path explained;  // of explain; empty: the 4x4 example
  std::filesystem::path json;       // empty: none
  bool quiet = false;

  // Whether `matrix` is a file.
  bool own_matrix() const { return !matrix.empty() && matrix != "even" && matrix != "skewed"; }
};

nlohmann::ordered_json to_json(const DeviceInfo& device) {
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
  explicit Program(const Options& options) : options_(options), progress_(!options.quiet) {
    options_.study.progress = [this](const std::string& step) { progress_.show(step); };
    if (!options.json.empty()) require_writable(options.json);
    json_["version"] = kVersion;
    json_["seed"] = options.seed;
  }

  // One of the functions below, which returns an exit status.
  int run(int (Program::*part)()) {
    const int status = (this->*part)();
    if (!options_.json.empty()) write_atomically(options_.json, json_.dump(1) + "\n");
    return status;
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
    json_["matrices"] = nlohmann::ordered_json::array();
    bool right = true;
    for (const MatrixStudy& each : studies) {
      right = right && all_right(each);
      json_["matrices"].push_back(to_json(each));
      if (options_.study.count) advise_on(each);
    }
    return right ? kExitPass : kExitSubmission;
  }

  int growth() {
    open_device();
    const std::vector<GrowthPoint> points = measure_growth(
        growth_sizes(options_.rows[0], options_.rows[1]), options_.seed, *runner_, options_.study);
    print(growth_table(points));
    json_["growth"] = to_json(points);
    return kExitPass;
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

  int dense() {
    progress_.show("timing a dense array of " + grouped(kDenseRows) + " squared and CSR");
    // 0.1% of the places hold a nonzero.
    const DenseComparison comparison =
        compare_with_dense(kDenseRows, kDenseRows * kDenseRows / 1000, options_.seed);
    print(describe(comparison));
    json_["dense"] = to_json(comparison);
    return kExitPass;
  }

  int explain_matrix() {
    const bool from_file = !options_.explained.empty();
    const Csr matrix = from_file ? to_csr(read_matrix_market(options_.explained)) : four_by_four();
    const bool terminal = isatty(STDIN_FILENO) != 0 && isatty(STDOUT_FILENO) != 0;
    explain(matrix, from_file ? options_.explained.string() : "the 4x4 example",
            terminal ? &std::cin : nullptr, std::cout);
    return kExitPass;
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

  void advise_on(const MatrixStudy& study) {
    const Advice advice = advise(study.test_case->row_lengths);
    const ClockVerdict clock = judge_by_clock(study, advice);
    print(advice_text(study, advice, clock));
    json_["matrices"].back()["advice"] = {
        {"kernel", advice.method},
        {"reason", advice.reason},
        {"clock_agrees", clock.sentence.empty() ? nlohmann::ordered_json(nullptr)
                                                : nlohmann::ordered_json(clock.agrees)}};
  }

  Options options_;
  ProgressLine progress_;
  std::unique_ptr<Runner> runner_;
  nlohmann::ordered_json json_;
};

void add_common(CLI::App& app, Options& options) {
  app.add_option("--seed", options.seed, "seed of the values and of x")->capture_default_str();
  app.add_option("--json", options.json, "also write everything to this file as JSON")
      ->type_name("FILE");
  app.add_flag("-q,--quiet", options.quiet, "print no tables and no progress");
}

void add_main(CLI::App& app, Options& options) {
  app.add_option("--device", options.device, "auto (default), cuda or cpu")
      ->transform(CLI::CheckedTransformer(device_choices()).description(""))
      ->type_name("NAME");
  auto* matrix = app.add_option("--matrix", options.matrix,
                                "even, skewed, or a Matrix Market file (default: even and skewed)")
                     ->type_name("NAME");
  app.add_option("--kernel", options.study.methods,
                 "only these kernels, of " + joined(method_ids(), ", "))
      ->delimiter(',')
      ->check(CLI::Validator(refuse_kernel, ""))
      ->type_name("ID,...");
  auto* rows =
      app.add_option("--rows", options.rows,
                     "show the time per nonzero, from FROM rows to TO (powers of two from 1024 to "
                     "16777216)")
          ->expected(1, 2)
          ->check(CLI::Validator(refuse_row_count, ""))
          ->type_name("FROM TO")
          ->excludes(matrix);
  app.add_flag("--huge", options.huge, "multiply a matrix of more than 2^31 nonzeros on a GPU")
      ->excludes(matrix)
      ->excludes(rows);
  app.add_option("--runs", options.study.runs, "timed runs of each kernel on a GPU; 0 for none")
      ->check(CLI::Range(0, 10'000))
      ->capture_default_str();
  app.add_flag("--count", options.study.count,
               "count the requests and sectors of each kernel on the CPU device (always done for a "
               "file)");
  app.add_option("--format-limit", options.format_limit_gib,
                 "GiB that a format may take; a larger one is refused")
      ->check(CLI::Range(0.001, 1e6))
      ->capture_default_str();
}

void complete(Options& options) {
  if (options.rows.size() == 1) options.rows.push_back(options.rows.front());
  if (options.rows.size() == 2 && options.rows[0] > options.rows[1]) {
    throw CLI::ValidationError("--rows", "FROM is larger than TO");
  }
  if (options.own_matrix()) options.study.count = true;
  options.study.format_limit = static_cast<std::uint64_t>(options.format_limit_gib * kGib);
}

int run_command_line(int argc, char** argv) {
  Options options;
  CLI::App app(kDescription, "lesson");
  app.footer(kFooter);
  app.set_version_flag("--version", std::string("rowsort ") + kVersion);
  add_common(app, options);
  add_main(app, options);
  // Options may follow the subcommand.
  app.fallthrough();
  CLI::App* dense = app.add_subcommand(
      "dense", "compare a dense array of 10,000 x 10,000 doubles with CSR, on one core");
  CLI::App* explained = app.add_subcommand(
      "explain", "show a small matrix in every format, and ask questions about it");
  explained->add_option("FILE", options.explained, "a Matrix Market file (default: a 4x4 example)");
  app.require_subcommand(0, 1);
  try {
    app.parse(argc, argv);
    complete(options);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? kExitPass : kExitUsage;
  }
  Program program(options);
  if (explained->parsed()) return program.run(&Program::explain_matrix);
  if (dense->parsed()) return program.run(&Program::dense);
  if (options.huge) return program.run(&Program::huge);
  if (!options.rows.empty()) return program.run(&Program::growth);
  return program.run(&Program::tables);
}

int fail(int status, const std::string& message) {
  std::cerr << "lesson: " << message << std::endl;
  return status;
}

int run(int argc, char** argv) try {
  return run_command_line(argc, argv);
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
