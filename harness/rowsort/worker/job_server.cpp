#include "job_server.h"

#include <csignal>
#include <cstdio>
#include <exception>
#include <new>

#include <sys/prctl.h>
#include <unistd.h>

namespace rowsort {
namespace {

JobEnd do_job(const std::function<JobEnd(ServedJob&)>& handle, SharedMemory& memory) {
  const auto fault = [&](FaultKind kind, const std::string& message) {
    job_header(memory).fault = kind;
    return JobEnd{JobOutcome::kSubmissionFault, message};
  };
  try {
    ServedJob job(memory);
    return handle(job);
  } catch (const EnvironmentError& error) {
    return {JobOutcome::kEnvironmentFault, error.what()};
  } catch (const SubmissionError& error) {
    return fault(error.kind(), error.what());
  } catch (const std::bad_alloc&) {
    return fault(FaultKind::kMemoryLimit,
                 "wanted more memory than there is for it (std::bad_alloc)");
  } catch (const std::exception& exception) {
    return fault(FaultKind::kThrew, std::string("threw an exception: ") + exception.what());
  } catch (...) {
    return fault(FaultKind::kThrew, "threw an exception that does not derive from std::exception");
  }
}

// Volatile, because another process reads it whatever comes next in this one.
void store_stage(JobHeader& header, JobStage stage) {
  *const_cast<volatile JobStage*>(&header.stage) = stage;
}

}  // namespace

void ServedJob::enter(JobStage stage) {
  store_stage(header(), stage);
}

int serve_jobs(const std::function<JobEnd(ServedJob&)>& handle) try {
  // A worker in an endless loop must not outlive a harness that was interrupted.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  SharedMemory memory = SharedMemory::attach(kWorkerMemoryDescriptor);
  char byte = 0;
  while (read(kWorkerChannelDescriptor, &byte, 1) == 1) {
    memory.refresh();
    const JobEnd end = do_job(handle, memory);
    JobHeader& header = job_header(memory);
    store_text(header.message, end.message);
    header.outcome = end.outcome;
    if (end.outcome == JobOutcome::kDone) store_stage(header, JobStage::kFinished);
    if (write(kWorkerChannelDescriptor, &byte, 1) != 1) return 1;
  }
  return 0;
} catch (const std::exception& exception) {
  std::fprintf(stderr, "rowsort worker: %s\n", exception.what());
  return 1;
}

}  // namespace rowsort
