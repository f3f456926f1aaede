#include "prepare.h"

#include <stdexcept>

#include "answer.h"
#include "call.h"

namespace rowsort {
namespace {

// A time that the call can have taken; a submission's process can say anything.
std::optional<double> believable(double seconds, std::chrono::milliseconds limit) {
  const bool possible = seconds >= 0 && seconds <= std::chrono::duration<double>(limit).count();
  return possible ? std::optional(seconds) : std::nullopt;
}

}  // namespace

Prepared prepare(const ChildCommand& command, const CsrView& matrix,
                 std::chrono::milliseconds limit) {
  return as_environment([&] {
    WorkerProcess process(command, WorkerRole::kHost);
    start_job(process.memory(), JobKind::kPrepare, matrix);
    const JobLayout layout = allot(process.memory());
    // Only the matrix: a host job has no use for x, y and the guard bands.
    job_unsorted(process.memory(), layout).fill_matrix(matrix);
    const ChildEnd end = process.run(limit);
    const bool finished = process.finish();

    Prepared prepared{std::move(process.memory()), {}, {}, {}, {}};
    const JobHeader reply = job_header(prepared.memory);
    prepared.fault = fault_of(WorkerRole::kHost, end, reply, limit);
    if (!finished) prepared.fault = changeable_answer("sort_rows");
    if (end.kind == ChildEnd::Kind::kAnswered || reply.stage != JobStage::kStarting) {
      prepared.block_size = reply.submission_block_size;
    }
    try {
      const bool sorted = !prepared.fault || (finished && reply.stage == JobStage::kRebuild);
      const std::span<std::byte> memory = prepared.memory.bytes();
      if (sorted) prepared.order = read_order(memory, reply, layout.answer);
      if (!prepared.fault) prepared.rebuilt = read_rebuilt(memory, reply, layout.answer);
      if (sorted) prepared.sort_seconds = believable(reply.sort_seconds, limit);
      if (!prepared.fault) prepared.rebuild_seconds = believable(reply.rebuild_seconds, limit);
    } catch (const std::out_of_range& error) {
      prepared.fault = malformed_answer("sort_rows", error);
    }
    return prepared;
  });
}

}  // namespace rowsort
