#pragma once

#include <chrono>
#include <new>
#include <optional>
#include <stdexcept>
#include <system_error>

#include "faults.h"
#include "job.h"
#include "worker_process.h"

/// What every call of a submission in a worker process has in common.
namespace rowsort {

/// Clears the header and enters what is asked; the answer's fields are zero.
JobHeader& start_job(SharedMemory& memory, JobKind kind, const CsrView& matrix);

/// Sizes the memory for the job in its header. References into the memory are invalid afterwards.
JobLayout allot(SharedMemory& memory);

/// What went wrong in a job, from how the process ended and what it had written by then; nothing
/// when it was done. Only a worker that runs none of the submission's host code is believed when it
/// blames the environment: then, and when it fails before the kernel, throws EnvironmentError.
std::optional<SubmissionFault> fault_of(WorkerRole role, const ChildEnd& end,
                                        const JobHeader& reply, std::chrono::milliseconds limit);

/// The fault of an answer that can still be changed, see WorkerProcess::finish().
SubmissionFault changeable_answer(const std::string& function);

/// The fault of an answer that job_part() found to name bytes outside its memory.
SubmissionFault malformed_answer(const std::string& function, const std::out_of_range& error);

/// Does work that fails only for want of something on the machine: to start a worker, to grow its
/// memory.
template <typename Work>
auto as_environment(Work work) try {
  return work();
} catch (const std::system_error& error) {
  throw EnvironmentError(error.what());
} catch (const std::bad_alloc&) {
  throw EnvironmentError("this machine has not enough memory");
}

}  // namespace rowsort
