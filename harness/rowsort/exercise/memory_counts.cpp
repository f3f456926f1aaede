#include "memory_counts.h"

#include "rowsort/worker/calls.h"

namespace rowsort {
namespace {

MemoryCounts to_counts(const simt::TraceCounts& trace) {
  return {trace.load_requests.count, trace.load_sectors.count, trace.store_requests.count,
          trace.store_sectors.count};
}

}  // namespace

void count_memory(const TestCase& test_case, const CsrView& sorted, const GradingOptions& options,
                  Grade& grade) {
  MemoryTraffic& memory = grade.memory;
  const auto trace_of = [&](const CsrView& matrix) {
    return trace(options.worker, matrix, test_case.x, *grade.block_size, options.limit);
  };
  const KernelTrace submitted = trace_of(sorted);
  if (submitted.fault) {
    memory.finding = submitted.fault->message;
    memory.not_counted_because = "the trace stopped at a fault";
    return;
  }
  memory.not_counted_because.clear();
  memory.submitted = to_counts(submitted.counts);
  memory.sites = submitted.counts.sites;
  grade.lane_slots.executed = submitted.counts.executed_lane_slots;

  const KernelTrace unsorted = trace_of(test_case.matrix);
  if (unsorted.fault) {
    memory.finding = "on the unsorted matrix, " + unsorted.fault->message;
    return;
  }
  memory.unsorted = to_counts(unsorted.counts);
  if (memory.submitted->load_sectors > 0) {
    grade.ratio.predicted_by_sectors = static_cast<double>(memory.unsorted->load_sectors) /
                                       static_cast<double>(memory.submitted->load_sectors);
  }
}

std::string diagnose(const std::string& message, const CsrView& matrix, std::span<const float> x,
                     int block_size, const GradingOptions& options) {
  if (!options.trace) return message;
  const KernelTrace result = trace(options.worker, matrix, x, block_size, options.limit);
  if (!result.fault || result.fault->message == message) return message;
  return message + ". Traced on the CPU device: " + result.fault->message;
}

}  // namespace rowsort
