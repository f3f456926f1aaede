#include "judge.h"

#include "rowsort/worker/job_server.h"
#include "rowsort/worker/judge_job.h"

namespace rowsort {
namespace {

TimingSamples time(GpuDevice& device, ServedJob& job) {
  const TimingInput input(job.input(), job.matrix().layout());
  const auto [seed, rule] = input.terms();
  return device.time({job.matrix(), input.submitted(), input.order(), job.header().block_size, seed,
                      rule, input.results()});
}

void serve(GpuDevice& device, ServedJob& job) {
  const JobKind kind = job.header().kind;
  if (kind != JobKind::kProbe) job.enter(JobStage::kKernel);
  switch (kind) {
    case JobKind::kProbe:
      return job.answer(device.info());
    case JobKind::kRun:
      return device.run(job.matrix(), job.header().block_size);
    case JobKind::kTime:
      return job.answer(time(device, job));
    case JobKind::kCount:
      return job.answer(device.count(job.matrix(), job.header().block_size));
    default:
      throw EnvironmentError("a judge was asked for a job of the submission's host code");
  }
}

}  // namespace

int run_judge(const std::function<std::unique_ptr<GpuDevice>()>& open) {
  std::unique_ptr<GpuDevice> device;
  return serve_jobs([&](ServedJob& job) {
    if (!device) device = open();
    serve(*device, job);
  });
}

}  // namespace rowsort
