#include "access_counts.h"

#include "rowsort/worker/calls.h"

namespace rowsort {
namespace {

MemoryCounts to_counts(const simt::TraceCounts& trace) {
  return {trace.load_requests.count, trace.load_sectors.count, trace.store_requests.count,
          trace.store_sectors.count};
}

void count_by_trace(const Inspection& inspection) {
  const TestCase& test_case = inspection.test_case;
  const GradingOptions& options = inspection.options;
  Grade& grade = inspection.grade;
  options.show_progress("counting loads and stores");
  const auto trace_of = [&](const CsrView& matrix) {
    return trace(options.worker, matrix, test_case.x, *grade.block_size, options.limit);
  };
  MemoryTraffic& memory = grade.memory;
  const KernelTrace submitted = trace_of(inspection.kernel.sorted);
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

// After the timed runs, which it could slow down.
void count_on_gpu(const Inspection& inspection) {
  const TestCase& test_case = inspection.test_case;
  GpuCounters& counters = inspection.grade.counters;
  if (!inspection.options.gpu_counters) {
    counters.not_counted_because = "counting on the GPU is off";
    return;
  }
  inspection.options.show_progress("reading the GPU's counters");
  const auto count_run = [&](const Csr& matrix, std::optional<HardwareCounters>& result) {
    const KernelCounters counted =
        inspection.device->count(matrix, test_case.x, *inspection.grade.block_size);
    result = counted.counters;
    counters.not_counted_because = counted.not_counted_because;
  };
  count_run(inspection.kernel.sorted, counters.submitted);
  if (counters.submitted) count_run(test_case.matrix, counters.unsorted);
}

}  // namespace

void count_accesses(Inspection& inspection) {
  const KernelRunResult& kernel = inspection.kernel;
  if (!passed(inspection.grade, "all_rows") || kernel.tampering) return;
  if (inspection.options.trace) count_by_trace(inspection);
  if (inspection.device->info().kind == DeviceKind::kCuda) count_on_gpu(inspection);
}

}  // namespace rowsort
