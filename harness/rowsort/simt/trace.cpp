#include "trace.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

#include "tracer.h"

namespace rowsort::simt {
namespace {

constexpr std::size_t kMaxBuffers = 64;  // bits of Counts::buffers

std::vector<UnwrittenElements> find_unwritten(const TracedMemory& memory) {
  std::vector<UnwrittenElements> found;
  for (const TracedBuffer& buffer : memory.buffers()) {
    if (buffer.description->use != BufferUse::kOutput) continue;
    UnwrittenElements unwritten{buffer.description->name};
    for (std::size_t element = buffer.last_writes->elements(); element-- > 0;) {
      if (buffer.last_writes->written(element)) continue;
      unwritten.first = element;
      ++unwritten.count;
    }
    if (unwritten.count > 0) found.push_back(unwritten);
  }
  return found;
}

TraceCounts sum_up(std::vector<SiteCounts> sites) {
  TraceCounts counts;
  for (const SiteCounts& site : sites) {
    if (site.kind == AccessKind::kLoad) {
      counts.load_requests.count += site.requests;
      counts.load_sectors.count += site.sectors;
      counts.executed_lane_slots = std::max(counts.executed_lane_slots, kLanes * site.requests);
    } else if (site.kind == AccessKind::kStore) {
      counts.store_requests.count += site.requests;
      counts.store_sectors.count += site.sectors;
    }
  }
  counts.sites = std::move(sites);
  return counts;
}

/// Accesses after which a thread is taken to be in an endless loop: far more than it needs to do
/// the whole kernel's work alone.
std::uint64_t step_limit(std::span<const KernelBuffer> buffers) {
  std::uint64_t elements = 0;
  for (const KernelBuffer& buffer : buffers) elements += buffer.bytes.size() / buffer.element_size;
  return (std::uint64_t{1} << 20) + 16 * elements;
}

}  // namespace

TraceCounts traced_launch(LaunchShape shape, const std::function<void()>& body,
                          std::span<const KernelBuffer> buffers, LaunchOptions options) {
  if (buffers.size() > kMaxBuffers) {
    throw std::invalid_argument("a kernel with " + std::to_string(buffers.size()) +
                                " buffers: at most 64 are allowed");
  }
  const TracedMemory memory(buffers, std::max(shape.threads_per_block, 1u));
  Totals totals;
  launch_observed(
      shape, [&body] { Tracer::run_lane(body); }, options,
      [&] { return std::make_unique<Tracer>(memory, shape, step_limit(buffers), totals); });
  TraceCounts counts = sum_up(totals.by_line(buffers));
  counts.unwritten = find_unwritten(memory);
  return counts;
}

}  // namespace rowsort::simt
