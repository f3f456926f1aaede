#include "rowsort/matrix/poison.h"

#include <cstring>
#include <memory>
#include <stdexcept>

#include "arguments.h"
#include "runner.h"

namespace rowsort::lesson {
namespace {

// A copy that starts at a multiple of kBufferAlignment, as on a GPU, so that sectors are the same.
class AlignedCopy {
 public:
  explicit AlignedCopy(std::span<const std::byte> bytes)
      : storage_(new std::byte[bytes.size() + kBufferAlignment]), size_(bytes.size()) {
    void* start = storage_.get();
    std::size_t space = bytes.size() + kBufferAlignment;
    start_ = static_cast<std::byte*>(std::align(kBufferAlignment, size_, start, space));
    if (size_ > 0) std::memcpy(start_, bytes.data(), size_);
  }

  std::span<std::byte> bytes() const { return {start_, size_}; }

 private:
  std::unique_ptr<std::byte[]> storage_;
  std::byte* start_ = nullptr;
  std::size_t size_ = 0;
};

// By the convention of the plans, the arrays of column indices are those named col, col_idx and
// ell_col_idx: one element for each nonzero and each place for one.
bool holds_columns(const std::string& array) {
  return array.find("col") != std::string::npos;
}

// 32 lanes, each with as many places as a load of the line fetches.
std::uint64_t column_places(const simt::TraceCounts& counts) {
  std::uint64_t places = 0;
  for (const simt::SiteCounts& site : counts.sites) {
    if (site.kind == simt::AccessKind::kLoad && holds_columns(site.buffer)) {
      places += 32 * site.requests * (site.widest / sizeof(int));
    }
  }
  return places;
}

class PlanTracer {
 public:
  PlanTracer(const Plan& plan, std::span<const float> x)
      : plan_(plan),
        x_(std::as_bytes(x)),
        y_(std::as_bytes(std::span<const float>(poisoned(plan.rows)))) {
    for (const PlanArray& array : plan.arrays) copies_.emplace_back(array.bytes);
    for (const AlignedCopy& copy : copies_) arrays_.push_back(copy.bytes().data());
  }

  PlanTrace run() {
    for (const Launch& launch : plan_.launches) run(launch);
    trace_.y.resize(plan_.rows);
    if (plan_.rows > 0) std::memcpy(trace_.y.data(), y_.bytes().data(), y_.bytes().size());
    return std::move(trace_);
  }

 private:
  static std::vector<float> poisoned(std::size_t rows) {
    return std::vector<float>(rows, poison());
  }

  void run(const Launch& launch) {
    LaunchArguments arguments(launch, arrays_, reinterpret_cast<const float*>(x_.bytes().data()),
                              reinterpret_cast<float*>(y_.bytes().data()));
    try {
      add(simt::traced_launch(
          launch.shape, [&] { launch.code.call_traced(arguments.pointers()); }, buffers()));
    } catch (const simt::KernelError& error) {
      throw KernelFailure(error.message());
    }
    // What an earlier launch has written, a later one may read.
    y_use_ = simt::BufferUse::kInOut;
  }

  std::vector<simt::KernelBuffer> buffers() const {
    std::vector<simt::KernelBuffer> all;
    for (std::size_t a = 0; a < copies_.size(); ++a) {
      all.push_back({plan_.arrays[a].name, copies_[a].bytes(), plan_.arrays[a].element_size});
    }
    all.push_back({"x", x_.bytes()});
    all.push_back({"y", y_.bytes(), sizeof(float), y_use_});
    return all;
  }

  void add(const simt::TraceCounts& counts) {
    trace_.lane_slots += column_places(counts);
    trace_.load_requests += counts.load_requests.count;
    trace_.load_sectors += counts.load_sectors.count;
    for (const simt::SiteCounts& site : counts.sites) {
      if (site.kind != simt::AccessKind::kLoad) trace_.store_sectors += site.sectors;
    }
    for (const simt::UnwrittenElements& unwritten : counts.unwritten) {
      trace_.unwritten += unwritten.count;
    }
  }

  const Plan& plan_;
  std::vector<AlignedCopy> copies_;
  std::vector<const std::byte*> arrays_;
  AlignedCopy x_;
  AlignedCopy y_;
  simt::BufferUse y_use_ = simt::BufferUse::kOutput;
  PlanTrace trace_;
};

}  // namespace

PlanTrace trace_plan(const Plan& plan, std::span<const float> x) {
  if (plan.cusparse) throw std::invalid_argument("what a library does cannot be traced");
  return PlanTracer(plan, x).run();
}

}  // namespace rowsort::lesson
