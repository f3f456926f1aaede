#include "job_server.h"

#include "rowsort/device/hardware_counters.h"

#include <csignal>
#include <cstdio>
#include <exception>
#include <new>

#include <sys/prctl.h>
#include <unistd.h>

namespace rowsort {
namespace {

// Says how a job ended that is not done.
void end_job(JobHeader& header, JobOutcome outcome, const std::string& message) {
  store_text(header.message, message);
  header.outcome = outcome;
}

void do_job(const std::function<void(ServedJob&)>& handle, SharedMemory& memory) {
  const auto fault = [&](FaultKind kind, const std::string& message) {
    job_header(memory).fault = kind;
    end_job(job_header(memory), JobOutcome::kSubmissionFault, message);
  };
  try {
    ServedJob job(memory);
    handle(job);
    end_job(job.header(), JobOutcome::kDone, "");
    job.enter(JobStage::kFinished);
  } catch (const CountersUnavailable& unavailable) {
    end_job(job_header(memory), JobOutcome::kUnavailable, unavailable.what());
  } catch (const EnvironmentError& error) {
    end_job(job_header(memory), JobOutcome::kEnvironmentFault, error.what());
  } catch (const SubmissionError& error) {
    fault(error.kind(), error.what());
  } catch (const std::bad_alloc&) {
    fault(FaultKind::kMemoryLimit, "wanted more memory than there is for it (std::bad_alloc)");
  } catch (const std::exception& exception) {
    fault(FaultKind::kThrew, std::string("threw an exception: ") + exception.what());
  } catch (...) {
    fault(FaultKind::kThrew, "threw an exception that does not derive from std::exception");
  }
}

}  // namespace

void ServedJob::enter(JobStage stage) {
  // Volatile, because another process reads it whatever comes next in this one.
  *const_cast<volatile JobStage*>(&header().stage) = stage;
}

int serve_jobs(const std::function<void(ServedJob&)>& handle) try {
  // A worker in an endless loop must not outlive a harness that was interrupted.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  SharedMemory memory = SharedMemory::attach(kWorkerMemoryDescriptor);
  char byte = 0;
  while (read(kWorkerChannelDescriptor, &byte, 1) == 1) {
    memory.refresh();
    do_job(handle, memory);
    if (write(kWorkerChannelDescriptor, &byte, 1) != 1) return 1;
  }
  return 0;
} catch (const std::exception& exception) {
  std::fprintf(stderr, "rowsort worker: %s\n", exception.what());
  return 1;
}

}  // namespace rowsort
