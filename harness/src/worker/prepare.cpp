#include "rowsort/worker/prepare.h"

#include <stdexcept>

#include "call.h"

namespace rowsort {
namespace {

void read_order(Prepared& prepared, const JobHeader& reply, std::size_t offset) {
  prepared.order = job_part<const int>(prepared.memory, offset, reply.order_size);
}

void read_rebuilt(Prepared& prepared, const JobHeader& reply, std::size_t offset) {
  std::size_t end = align_part(offset + prepared.order->size_bytes());
  const auto row_ptr = job_part<const int>(prepared.memory, end, reply.rebuilt_row_ptr_size);
  end = align_part(end + row_ptr.size_bytes());
  const auto col_idx = job_part<const int>(prepared.memory, end, reply.rebuilt_col_idx_size);
  end = align_part(end + col_idx.size_bytes());
  const auto val = job_part<const float>(prepared.memory, end, reply.rebuilt_val_size);
  prepared.rebuilt = CsrView(reply.rebuilt_cols, row_ptr, col_idx, val);
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
    if (!finished) prepared.fault = changeable_answer();
    if (end.kind == ChildEnd::Kind::kAnswered || reply.stage != JobStage::kStarting) {
      prepared.block_size = reply.submission_block_size;
    }
    try {
      const bool sorted = !prepared.fault || (finished && reply.stage == JobStage::kRebuild);
      if (sorted) read_order(prepared, reply, layout.answer);
      if (!prepared.fault) read_rebuilt(prepared, reply, layout.answer);
      if (sorted) prepared.sort_seconds = reply.sort_seconds;
      if (!prepared.fault) prepared.rebuild_seconds = reply.rebuild_seconds;
    } catch (const std::out_of_range& error) {
      prepared.fault = malformed_answer(error);
    }
    return prepared;
  });
}

}  // namespace rowsort
