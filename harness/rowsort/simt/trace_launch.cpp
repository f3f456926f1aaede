#include <algorithm>
#include <charconv>
#include <map>
#include <mutex>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>

#include "code_place.h"
#include "observer.h"
#include "trace.h"
#include "trace_block.h"
#include "trace_memory.h"

namespace rowsort::simt {
namespace {

constexpr std::size_t kMaxBuffers = 64;  // bits of Site::buffers

/// What all OS threads counted, by instruction.
class Totals {
 public:
  void add(const BlockTrace::Sites& sites) {
    const std::lock_guard lock(mutex_);
    for (const auto& [key, site] : sites) {
      Total& total = totals_[{site->code, site->kind}];
      total.buffers |= site->buffers;
      total.requests += site->count.requests;
      total.sectors += site->count.sectors;
      total.bytes += site->bytes;
      total.widest = std::max(total.widest, site->widest);
    }
  }

  /// By line, kind and buffers. Instructions without a line stay by themselves.
  std::vector<SiteCounts> sites(std::span<const KernelBuffer> buffers) const {
    std::map<std::tuple<std::string, int, AccessKind, std::string, CodeAddress>, SiteCounts> lines;
    for (const auto& [site, total] : totals_) {
      if (total.buffers == 0) continue;
      const auto [file, line] = split(code_place(site.first));
      const std::string names = join_names(buffers, total.buffers);
      const CodeAddress alone = file.empty() ? site.first : nullptr;
      SiteCounts& counts = lines[{file, line, site.second, names, alone}];
      counts.file = file;
      counts.line = line;
      counts.kind = site.second;
      counts.buffer = names;
      counts.requests += total.requests;
      counts.sectors += total.sectors;
      counts.bytes += total.bytes;
      counts.widest = std::max(counts.widest, total.widest);
    }
    std::vector<SiteCounts> all;
    all.reserve(lines.size());
    for (auto& [key, counts] : lines) all.push_back(std::move(counts));
    return all;
  }

 private:
  struct Total {
    std::uint64_t buffers = 0;
    std::uint64_t requests = 0;
    std::uint64_t sectors = 0;
    std::uint64_t bytes = 0;
    std::size_t widest = 0;
  };

  /// "row_sort.cu:57" -> "row_sort.cu", 57
  static std::pair<std::string, int> split(const std::string& place) {
    const std::size_t colon = place.rfind(':');
    int line = 0;
    if (colon == std::string::npos) return {"", line};
    std::from_chars(place.data() + colon + 1, place.data() + place.size(), line);
    return {place.substr(0, colon), line};
  }

  static std::string join_names(std::span<const KernelBuffer> buffers, std::uint64_t used) {
    std::string names;
    for (std::size_t b = 0; b < buffers.size(); ++b) {
      if ((used >> b & 1) != 0) names += (names.empty() ? "" : " or ") + buffers[b].name;
    }
    return names;
  }

  std::mutex mutex_;
  std::map<std::pair<CodeAddress, AccessKind>, Total> totals_;
};

std::vector<UnwrittenElements> find_unwritten(const TracedMemory& memory) {
  std::vector<UnwrittenElements> found;
  for (const TracedBuffer& buffer : memory.buffers()) {
    if (buffer.description->use != BufferUse::kOutput) continue;
    UnwrittenElements unwritten{buffer.description->name};
    for (std::size_t element = buffer.writers->elements(); element-- > 0;) {
      if (buffer.writers->written(element)) continue;
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

/// Calls the kernel, or throws what its trace has found in it.
void run_lane(const std::function<void()>& body) {
  BlockTrace& trace = *BlockTrace::current();
  std::jmp_buf after_failure;
  trace.enter_lane(after_failure);
  if (setjmp(after_failure) != 0) throw BlockTrace::current()->take_failure();
  body();
}

}  // namespace

std::uint64_t step_limit(std::span<const KernelBuffer> buffers) {
  std::uint64_t elements = 0;
  for (const KernelBuffer& buffer : buffers) elements += buffer.bytes.size() / buffer.element_size;
  return (std::uint64_t{1} << 20) + 16 * elements;
}

TraceCounts traced_launch(LaunchShape shape, const std::function<void()>& body,
                          std::span<const KernelBuffer> buffers, LaunchOptions options) {
  if (buffers.size() > kMaxBuffers) {
    throw std::invalid_argument("a kernel with " + std::to_string(buffers.size()) +
                                " buffers: at most 64 are allowed");
  }
  const TracedMemory memory(buffers, std::max(shape.threads_per_block, 1u));
  Totals totals;
  launch_observed(
      shape, [&body] { run_lane(body); }, options,
      [&] {
        return std::make_unique<BlockTrace>(
            memory, shape, step_limit(buffers),
            [&](const BlockTrace::Sites& sites) { totals.add(sites); });
      });
  TraceCounts counts = sum_up(totals.sites(buffers));
  counts.unwritten = find_unwritten(memory);
  return counts;
}

}  // namespace rowsort::simt
