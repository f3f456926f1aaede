#include "trace.h"

#include "rowsort/device/device.h"
#include "rowsort/errors.h"
#include "rowsort/matrix/exact_inputs.h"
#include "rowsort/matrix/poison.h"
#include "rowsort/simt/trace.h"

#include <algorithm>
#include <stdexcept>

#include "runner.h"

extern "C" void coo_racy(const int* row, const int* col, const float* val, const float* x, float* y,
                         std::size_t nnz);
extern "C" decltype(coo_racy) coo_racy_traced;

namespace rowsort::lesson {
namespace {

// A copy that starts at a multiple of kBufferAlignment, as on a GPU, so that sectors are the same.
class AlignedCopy {
 public:
  explicit AlignedCopy(std::span<const std::byte> bytes)
      : blocks_(bytes.size() / kBufferAlignment + 1), size_(bytes.size()) {
    std::copy(bytes.begin(), bytes.end(), blocks_.front().bytes);
  }

  std::span<std::byte> bytes() { return {blocks_.front().bytes, size_}; }
  float* floats() { return reinterpret_cast<float*>(bytes().data()); }

 private:
  struct alignas(kBufferAlignment) Block {
    std::byte bytes[kBufferAlignment];
  };

  std::vector<Block> blocks_;
  std::size_t size_;
};

// The arrays of column indices are those named col, col_idx and ell_col_idx.
bool holds_columns(const std::string& array) {
  return array.find("col") != std::string::npos;
}

void add(const simt::TraceCounts& counts, PlanTrace& trace) {
  Traffic& traffic = trace.traffic;
  traffic.load_requests += counts.load_requests.count;
  traffic.load_sectors += counts.load_sectors.count;
  for (const simt::SiteCounts& site : counts.sites) {
    if (site.kind != simt::AccessKind::kLoad) {
      traffic.store_sectors += site.sectors;
    } else if (holds_columns(site.buffer)) {
      traffic.lane_slots += 32 * site.requests * (site.widest / sizeof(int));
    }
  }
  for (const simt::UnwrittenElements& unwritten : counts.unwritten) {
    trace.unwritten += unwritten.count;
  }
}

}  // namespace

PlanTrace trace_plan(const Plan& plan, std::span<const float> x) {
  if (plan.cusparse) throw std::invalid_argument("a library's kernels cannot be traced");
  AlignedCopy x_copy(std::as_bytes(x));
  const std::vector<float> poisoned(plan.rows, poison());
  AlignedCopy y_copy(std::as_bytes(std::span(poisoned)));
  std::vector<AlignedCopy> copies;
  std::vector<const void*> pointers = {x_copy.floats(), y_copy.floats()};
  std::vector<simt::KernelBuffer> buffers;
  for (const PlanArray& array : plan.arrays) {
    AlignedCopy& copy = copies.emplace_back(array.bytes);
    pointers.push_back(copy.bytes().data());
    buffers.push_back({array.name, copy.bytes(), array.element_size});
  }
  buffers.push_back({"x", x_copy.bytes()});
  buffers.push_back({"y", y_copy.bytes(), sizeof(float), simt::BufferUse::kOutput});

  PlanTrace trace;
  for (const Launch& launch : plan.launches) {
    LaunchArguments arguments(launch, pointers);
    try {
      add(simt::traced_launch(
              launch.shape, [&] { launch.code.call_traced(arguments.pointers()); }, buffers),
          trace);
    } catch (const simt::KernelError& error) {
      throw SubmissionError(FaultKind::kKernelFailed, error.message());
    }
    // A later launch may read what this one has written.
    buffers.back().use = simt::BufferUse::kInOut;
  }
  trace.y.assign(y_copy.floats(), y_copy.floats() + plan.rows);
  return trace;
}

std::string race_message() {
  // 448 rows: the long rows need 419 columns.
  const Csr matrix = exact_matrix(skewed_row_lengths(448), kPublishedSeed);
  Plan plan = find_method("coo-atomic").plan(matrix, kDefaultFormatLimit);
  plan.launches.back().code = ROWSORT_KERNEL_CODE(coo_racy);
  try {
    trace_plan(plan, exact_vector(matrix.cols, kPublishedSeed));
  } catch (const SubmissionError& race) {
    return race.what();
  }
  throw std::logic_error("the CPU device found no race in COO without atomics");
}

}  // namespace rowsort::lesson
