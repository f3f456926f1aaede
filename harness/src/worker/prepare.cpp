#include "rowsort/worker/prepare.h"

#include "rowsort/worker/answer.h"

#include <stdexcept>

#include "call.h"

namespace rowsort {

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
      if (sorted) prepared.sort_seconds = reply.sort_seconds;
      if (!prepared.fault) prepared.rebuild_seconds = reply.rebuild_seconds;
    } catch (const std::out_of_range& error) {
      prepared.fault = malformed_answer("sort_rows", error);
    }
    return prepared;
  });
}

}  // namespace rowsort
