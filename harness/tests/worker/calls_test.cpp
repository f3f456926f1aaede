#include "rowsort/worker/calls.h"

#include "rowsort/matrix/exact_inputs.h"

#include <gtest/gtest.h>

namespace rowsort {
namespace {

using std::chrono::milliseconds;

Csr small_matrix() {
  return exact_matrix(std::vector<int>{1, 2, 3}, 1);
}

Prepared prepare_with(const std::string& how) {
  return prepare({{ROWSORT_HOSTILE_WORKER, how}}, small_matrix(), milliseconds(5000));
}

KernelTrace trace_with(const std::string& how) {
  const Csr matrix = small_matrix();
  const std::vector<float> x(matrix.cols);
  return trace({{ROWSORT_HOSTILE_WORKER, how}}, matrix, x, 32, milliseconds(5000));
}

// That the answer was malformed, of whom, and the end of the sentence that says why.
void expect_malformed(const std::optional<SubmissionFault>& fault, const std::string& function,
                      const std::string& why) {
  ASSERT_TRUE(fault);
  EXPECT_EQ(fault->kind, FaultKind::kMalformedAnswer);
  EXPECT_EQ(fault->function, function);
  EXPECT_EQ(fault->message, "the submission's process sent a malformed answer: " + why);
}

TEST(Prepare, AProgramThatCannotBeStartedIsTheEnvironmentsFault) {
  EXPECT_THROW(prepare({{"/nonexistent/worker"}}, small_matrix(), milliseconds(1000)),
               EnvironmentError);
}

TEST(Prepare, AWorkerThatEndsWithStatusZeroHasAnsweredNothing) {
  const Prepared prepared = prepare({{"/bin/true"}}, small_matrix(), milliseconds(5000));
  ASSERT_TRUE(prepared.fault);
  EXPECT_FALSE(prepared.block_size);
  EXPECT_FALSE(prepared.order);
  EXPECT_EQ(prepared.fault->function, "");
  EXPECT_EQ(prepared.fault->message,
            "the submission's process ended the process without an answer (exit status 0)");
}

TEST(Prepare, AWorkerThatClosesItsChannelAndStaysIsKilled) {
  const Prepared prepared = prepare_with("closes-channel");
  ASSERT_TRUE(prepared.fault);
  EXPECT_NE(prepared.fault->message.find("did not return within its limit"), std::string::npos)
      << prepared.fault->message;
}

TEST(Prepare, SizesThatPointOutsideTheMemoryAreAMalformedAnswer) {
  for (const char* how : {"huge-sizes", "past-the-end", "rebuilt-past-the-end"}) {
    SCOPED_TRACE(how);
    const Prepared prepared = prepare_with(how);
    const bool more_than_any = std::string(how) != "past-the-end";
    expect_malformed(
        prepared.fault, "sort_rows",
        more_than_any ? "a number or a size is out of range" : "it names bytes outside its memory");
    EXPECT_FALSE(prepared.rebuilt);
  }
}

TEST(Prepare, AnAnswerThatIsNotThereIsAMalformedAnswer) {
  const Prepared prepared = prepare_with("no-answer-at-all");
  expect_malformed(prepared.fault, "sort_rows", "it names bytes outside its memory");
  EXPECT_FALSE(prepared.order);
}

TEST(Prepare, ATimeThatTheCallCannotHaveTakenIsAMalformedAnswer) {
  for (const char* how : {"slower-than-its-limit", "time-is-not-a-number"}) {
    SCOPED_TRACE(how);
    const Prepared prepared = prepare_with(how);
    expect_malformed(prepared.fault, "sort_rows", "a number or a size is out of range");
    EXPECT_FALSE(prepared.sort_seconds);
  }
}

TEST(Prepare, AWorkerThatRunsTheSubmissionIsNotBelievedWhenItBlamesTheMachine) {
  expect_malformed(prepare_with("blames-environment").fault, "sort_rows",
                   "it names an outcome that it cannot have");
}

TEST(Prepare, AMessageWithoutAnEndIsReadNoFurtherThanItsField) {
  const Prepared prepared = prepare_with("message-without-end");
  ASSERT_TRUE(prepared.fault);
  EXPECT_EQ(prepared.fault->kind, FaultKind::kThrew);
  EXPECT_EQ(prepared.fault->message.size(), std::string("sort_rows ").size() + kMaxMessageBytes);
}

TEST(Prepare, ValuesThatNoEnumeratorHasAreAMalformedAnswer) {
  const Prepared prepared = prepare_with("undefined-enums");
  expect_malformed(prepared.fault, "sort_rows", "it names a stage that this job does not have");
  EXPECT_FALSE(prepared.order);
}

// Only staging can find kRefused, and there is no fault 999: a grade must not say either.
TEST(Prepare, AFaultThatAWorkerCannotFindIsAMalformedAnswer) {
  for (const char* how : {"fault-999", "fault-refused"}) {
    SCOPED_TRACE(how);
    expect_malformed(prepare_with(how).fault, "sort_rows",
                     "it names a fault that is not for it to find");
    expect_malformed(trace_with(how).fault, "spmv_sorted",
                     "it names a fault that is not for it to find");
  }
}

TEST(Prepare, ASignalThatDoesNotExistIsAMalformedAnswer) {
  expect_malformed(prepare_with("signal-31337").fault, "sort_rows",
                   "it names a signal that does not exist");
}

TEST(Prepare, AnOutcomeThatContradictsTheStageIsAMalformedAnswer) {
  expect_malformed(prepare_with("done-but-in-sort-rows").fault, "sort_rows",
                   "its outcome contradicts its stage");
}

TEST(Trace, MoreSitesThanAWorkerSendsAreAMalformedAnswer) {
  const KernelTrace trace = trace_with("site-count-huge");
  expect_malformed(trace.fault, "spmv_sorted", "a number or a size is out of range");
  EXPECT_TRUE(trace.counts.sites.empty());
}

TEST(Trace, ALineBelowZeroIsAMalformedAnswer) {
  const KernelTrace trace = trace_with("site-line-negative");
  expect_malformed(trace.fault, "spmv_sorted", "a number or a size is out of range");
  EXPECT_TRUE(trace.counts.sites.empty());
}

TEST(Run, OnlyAJudgeCanSayThatTheMachineCannotDoIt) {
  DeviceWorker device({{ROWSORT_HOSTILE_WORKER, "unavailable"}}, DeviceKind::kCpu,
                      milliseconds(5000));
  const Csr matrix = small_matrix();
  const std::vector<float> x(matrix.cols);
  expect_malformed(device.run(matrix, x, 32).fault, "spmv_sorted",
                   "it names an outcome that it cannot have");
}

// A judge runs none of the submission's host code: what it does wrong must not cost points.
TEST(Judge, AMalformedAnswerOfAJudgeIsTheMachinesFault) {
  EXPECT_THROW(DeviceWorker({{ROWSORT_HOSTILE_WORKER, "undefined-enums"}}, DeviceKind::kCuda,
                            milliseconds(5000)),
               EnvironmentError);
}

DeviceWorker judge_that(const std::string& how) {
  return {{{ROWSORT_FAKE_JUDGE, how}}, DeviceKind::kCuda, milliseconds(5000)};
}

TEST(Judge, DescribesItsDeviceAndRunsAKernelAgainAndAgain) {
  DeviceWorker judge = judge_that("works");
  EXPECT_EQ(judge.info().name, "made up");
  EXPECT_EQ(judge.info().compute_capability, 90);
  const Csr matrix = small_matrix();
  const std::vector<float> x(matrix.cols);
  for (const int block_size : {32, 64}) {
    const KernelRun run = judge.run(matrix, x, block_size);
    EXPECT_FALSE(run.fault);
    EXPECT_FALSE(run.tampering);
    ASSERT_EQ(run.y.size(), 3u);
    EXPECT_EQ(run.y[2], static_cast<float>(2 + block_size));
  }
}

TEST(Judge, TimesInTheOrderAndWithTheSeedThatItWasGiven) {
  DeviceWorker judge = judge_that("works");
  const Csr matrix = small_matrix();
  const std::vector<int> order = {2, 0, 1};
  const Csr sorted = permute_rows(matrix, order);
  const KernelTiming timing = judge.time({matrix, sorted, order, 32, 7, {.max_pairs = 4}});
  EXPECT_FALSE(timing.fault);
  EXPECT_FALSE(timing.tampering) << *timing.tampering;
  ASSERT_EQ(timing.samples.pairs.size(), 1u);
  EXPECT_EQ(timing.samples.pairs[0].submitted.microseconds, 93);
  EXPECT_EQ(timing.samples.other_processes, 7u);
  EXPECT_EQ(timing.results, (std::vector<float>{2, 0, 1}));
}

TEST(Judge, CountersOrWhyThereAreNone) {
  const Csr matrix = small_matrix();
  const std::vector<float> x(matrix.cols);
  const KernelCounters counted = judge_that("works").count(matrix, x, 32);
  EXPECT_EQ(counted.counters, (HardwareCounters{1, 2, 3, 4, 5, 6, 7}));
  EXPECT_EQ(counted.not_counted_because, "");
  const KernelCounters uncounted = judge_that("no-counters").count(matrix, x, 32);
  EXPECT_FALSE(uncounted.counters);
  EXPECT_EQ(uncounted.not_counted_because, "nobody may read them");
}

TEST(Judge, IsStartedAnewAfterTheKernelFailed) {
  DeviceWorker judge = judge_that("kernel-fails");
  const Csr matrix = small_matrix();
  const std::vector<float> x(matrix.cols);
  for (int call = 0; call < 2; ++call) {
    const KernelRun run = judge.run(matrix, x, 32);
    ASSERT_TRUE(run.fault);
    EXPECT_EQ(run.fault->kind, FaultKind::kIllegalAddress);
    EXPECT_EQ(run.fault->message, "spmv_sorted read at 0");
  }
}

TEST(Judge, IsBelievedWhenItBlamesTheMachine) {
  EXPECT_THROW(judge_that("no-gpu"), EnvironmentError);
  DeviceWorker judge = judge_that("machine-fails");
  const Csr matrix = small_matrix();
  const std::vector<float> x(matrix.cols);
  EXPECT_THROW(judge.run(matrix, x, 32), EnvironmentError);
}

TEST(CheckReply, AHeaderThatAWorkerCanHaveLeftPasses) {
  JobHeader header{};
  EXPECT_NO_THROW(check_reply(header, JobKind::kPrepare, WorkerKind::kSubmission, false));
  header.stage = JobStage::kRebuild;
  header.crash_signal = 11;
  EXPECT_NO_THROW(check_reply(header, JobKind::kPrepare, WorkerKind::kSubmission, false));
  header.stage = JobStage::kKernel;
  header.outcome = JobOutcome::kSubmissionFault;
  header.fault = FaultKind::kKernelFailed;
  EXPECT_NO_THROW(check_reply(header, JobKind::kRun, WorkerKind::kSubmission, true));
  header.outcome = JobOutcome::kUnavailable;
  header.fault = {};
  EXPECT_NO_THROW(check_reply(header, JobKind::kCount, WorkerKind::kJudge, true));
}

TEST(CheckReply, AStageOfAnotherJobIsRefused) {
  JobHeader header{};
  header.stage = JobStage::kKernel;
  EXPECT_THROW(check_reply(header, JobKind::kPrepare, WorkerKind::kSubmission, false),
               SubmissionError);
  header.stage = JobStage::kRebuild;
  EXPECT_THROW(check_reply(header, JobKind::kTrace, WorkerKind::kSubmission, false),
               SubmissionError);
}

}  // namespace
}  // namespace rowsort
