#include "trace_call.h"

#include <algorithm>
#include <stdexcept>

#include "call.h"

namespace rowsort {
namespace {

simt::TraceCounts read_counts(SharedMemory& memory, const JobHeader& reply, std::size_t sites) {
  simt::TraceCounts counts;
  counts.executed_lane_slots = reply.executed_lane_slots;
  counts.load_requests.count = reply.load_requests;
  counts.load_sectors.count = reply.load_sectors;
  counts.store_requests.count = reply.store_requests;
  counts.store_sectors.count = reply.store_sectors;
  for (const SiteRecord& record : job_part<const SiteRecord>(memory, sites, reply.site_count)) {
    counts.sites.push_back(from_record(record));
  }
  return counts;
}

}  // namespace

KernelTrace trace(const ChildCommand& command, const CsrView& matrix, std::span<const float> x,
                  int block_size, std::chrono::milliseconds limit) {
  return as_environment([&] {
    WorkerProcess process(command, WorkerRole::kCpu);
    start_job(process.memory(), JobKind::kTrace, matrix).block_size = block_size;
    const JobLayout layout = allot(process.memory());
    job_unsorted(process.memory(), layout).fill(matrix, x);
    const ChildEnd end = process.run(limit);
    const bool finished = process.finish();

    const JobHeader reply = job_header(process.memory());
    KernelTrace result;
    result.fault =
        finished ? fault_of(WorkerRole::kCpu, end, reply, limit) : changeable_answer("spmv_sorted");
    if (result.fault) return result;
    try {
      result.counts = read_counts(process.memory(), reply, layout.sites);
    } catch (const std::out_of_range& error) {
      result.fault = malformed_answer("spmv_sorted", error);
    }
    return result;
  });
}

}  // namespace rowsort
