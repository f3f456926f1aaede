#include "official/official_grade.h"

#include "rowsort/files.h"
#include "rowsort/gpu/cuda_device.h"
#include "rowsort/gpu/judge.h"
#include "rowsort/matrix/exact_inputs.h"
#include "rowsort/worker/calls.h"

#include <cmath>
#include <memory>
#include <new>
#include <stdexcept>
#include <system_error>
#include <thread>

#include "build/build.h"
#include "intake/staged_submission.h"
#include "official/hidden_variant.h"
#include "official/scratch_folder.h"

namespace rowsort {
namespace {

// Time for another process to release the device, or for its memory to be freed.
constexpr std::chrono::seconds kPauseBeforeRetry{2};
constexpr int kAttempts = 2;
// In place of the path of a device image.
constexpr const char* kNoImage = "-";

// Only from what was handed in: an answers.json in the working folder is somebody else's.
Answers answers_of(const std::optional<StagedSubmission>& staged) try {
  if (!staged || !staged->answers) throw AnswersError("there is no such file");
  return parse_answers(*staged->answers);
} catch (const AnswersError& error) {
  throw AnswersError(std::string(kAnswersName) + ": " + error.what());
}

// The judge is this program once more. `image` is the path of a device image; empty for a judge that
// only describes its device.
ChildCommand judge_command(const std::filesystem::path& image) {
  ChildCommand command;
  command.arguments = {"/proc/self/exe", kJudgeOption, image.empty() ? kNoImage : image.string()};
  return command;
}

std::string read_image(const std::filesystem::path& image) try {
  return image == kNoImage ? "" : read_file(image);
} catch (const std::system_error& error) {
  throw EnvironmentError(std::string("the device image: ") + error.what());
}

std::string submission_name(const std::filesystem::path& path) {
  return std::filesystem::absolute(path).lexically_normal().filename().string();
}

GradingOptions grading_options(const std::string& name, std::uint64_t seed,
                               const OfficialOptions& options) {
  GradingOptions grading;
  grading.submission = name;
  grading.limit = std::chrono::milliseconds(std::llround(options.limit_seconds * 1000));
  grading.timing_seed = seed;
  if (options.timed_pairs) set_timed_pairs(grading, *options.timed_pairs);
  if (!options.rubric.empty()) grading.rubric = read_rubric(options.rubric);
  grading.trace = options.trace;
  grading.progress = options.progress;
  grading.small_matrices_seed = seed;
  return grading;
}

/// One attempt at a grade.
class OfficialGrading {
 public:
  /// `staged` is absent if it was refused; grading.build_fault then says why.
  OfficialGrading(const std::optional<StagedSubmission>& staged, GradingOptions grading,
                  const OfficialOptions& options)
      : staged_(staged), options_(options), grading_(std::move(grading)) {
    grading_.read_answers = [&staged] { return answers_of(staged); };
  }

  GradedRun grade() try {
    prepare();
    GradedRun run = grade_run(skewed_case(kPublishedSeed), grading_);
    // A submission that fails on the published matrix needs no variant.
    if (run.grade.status == GradeStatus::kPass) grade_variant(run.grade, shuffled_case);
    if (run.grade.status == GradeStatus::kPass) grade_variant(run.grade, hidden_case);
    return run;
  } catch (const std::bad_alloc&) {
    return failed("this machine does not have enough memory");
  } catch (const std::runtime_error& error) {  // EnvironmentError, std::system_error
    return failed(error.what());
  }

 private:
  GradedRun failed(const std::string& message) const {
    return {error_grade(grading_, "infrastructure", message), {}, {}, {}};
  }

  // Sets in grading_ how workers are started, or why there are none.
  void prepare() {
    if (!staged_) return;
    const WorkerKit kit = read_worker_kit(options_.worker_kit);
    scratch_ = std::make_unique<ScratchFolder>();
    const Sandbox sandbox(options_.isolation, scratch_->path(), kit.guard());
    const int compute_capability = find_gpu(kit);
    grading_.show_progress("building");
    const BuiltSubmission built =
        build_submission(staged_->source, compute_capability, kit, sandbox, scratch_->path(),
                         std::chrono::seconds(options_.build_limit_seconds));
    grading_.build_fault = built.fault;
    if (built.fault) return;
    grading_.build =
        "row_sort.cu builds with " + kit.compiler_name +
        (compute_capability == 0 ? ", for the CPU device"
                                 : " and nvcc for sm_" + std::to_string(compute_capability));
    grading_.worker = worker_command(sandbox, built.worker);
    grading_.judge = judge_command(built.image);
  }

  // The GPU's compute capability, or 0 for the CPU device. The choice then holds for all runs.
  int find_gpu(const WorkerKit& kit) {
    grading_.device = DeviceChoice::kCpu;
    if (options_.device == DeviceChoice::kCpu) return 0;
    try {
      grading_.show_progress("looking for a GPU");
      const DeviceWorker judge(judge_command({}), DeviceKind::kCuda, grading_.limit);
      if (kit.nvcc.empty()) {
        throw EnvironmentError("there is a GPU, but nvcc, which builds for it, was not found");
      }
      grading_.device = DeviceChoice::kCuda;
      return judge.info().compute_capability;
    } catch (const EnvironmentError& error) {
      if (options_.device == DeviceChoice::kCuda) throw;
      grading_.device_note = error.what();
      return 0;
    }
  }

  ChildCommand worker_command(const Sandbox& sandbox, const std::filesystem::path& worker) const {
    View view{library_paths()};
    view.paths.push_back(worker);
    Limits limits;
    // Each call has a limit of its own, within which threads may use every core.
    limits.processor_time = std::chrono::ceil<std::chrono::seconds>(grading_.limit) *
                            std::max(1u, std::thread::hardware_concurrency());
    limits.memory = static_cast<std::uint64_t>(options_.memory_gib * (1u << 30));
    limits.data_bytes = limits.memory;
    limits.tmp_bytes = std::uint64_t{64} << 20;
    return sandbox.confine({worker.string()}, view, limits);
  }

  void grade_variant(Grade& grade, TestCase (*test_case)(std::uint64_t)) const {
    grading_.show_progress("preparing a hidden variant");
    GradingOptions variant = grading_;
    variant.is_variant = true;
    variant.time = variant.gpu_counters = false;
    variant.trace = false;
    add_variant(grade, grade_run(test_case(*grading_.timing_seed), variant).grade, grading_.rubric);
  }

  const std::optional<StagedSubmission>& staged_;
  const OfficialOptions& options_;
  GradingOptions grading_;
  std::unique_ptr<ScratchFolder> scratch_;
};

}  // namespace

GradedRun official_grade(const std::filesystem::path& path, const OfficialOptions& options) {
  GradingOptions grading =
      grading_options(options.name.empty() ? submission_name(path) : options.name,
                      options.seed ? *options.seed : fresh_seed(), options);
  std::optional<StagedSubmission> staged;
  try {
    staged = stage(path);
  } catch (const SubmissionError& error) {
    grading.build_fault = BuildFault{error.kind(), error.what(), {}};
  }
  GradedRun run;
  for (int attempt = 1; attempt <= kAttempts; ++attempt) {
    if (attempt > 1) std::this_thread::sleep_for(kPauseBeforeRetry);
    run = OfficialGrading(staged, grading, options).grade();
    run.grade.attempts = attempt;
    if (run.grade.status != GradeStatus::kError) break;
  }
  run.grade.isolation = isolation_name(options.isolation);
  if (staged) run.grade.source_sha256 = sha256(staged->source);
  return run;
}

int run_judge(const char* image) {
  std::string bytes;
  return run_judge([&] {
    bytes = read_image(image);
    return make_cuda_device(std::as_bytes(std::span(bytes)));
  });
}

}  // namespace rowsort
