#include "trace_block.h"

#include <algorithm>
#include <utility>

#include "trace_messages.h"

namespace rowsort::simt {

constinit thread_local BlockTrace* BlockTrace::current_ = nullptr;

BlockTrace::BlockTrace(const TracedMemory& memory, LaunchShape shape, std::uint64_t step_limit,
                       Collect collect)
    : memory_(memory),
      shape_(shape),
      step_limit_(step_limit),
      collect_(std::move(collect)),
      own_regions_(thread_local_regions()),
      exits_(shape.threads_per_block) {
  current_ = this;
}

BlockTrace::~BlockTrace() {
  current_ = nullptr;
  collect_(sites_);
}

void BlockTrace::access(const Access& access) {
  std::uint64_t& steps = warp_log().steps[threadIdx.x % kLanes];
  if (++steps > step_limit_) {
    fail(endless_loop(BlockRunner::running()->place(), access.code, steps - 1));
  }
  Site& site = find_site(access);
  if (!site.region.contains(access.address, access.bytes)) find_region(site, access);
  if (site.region.buffer == nullptr) return;
  const TracedBuffer& buffer = *site.region.buffer;
  // Most accesses are loads of inputs, about which there is nothing more to say.
  if (writes(access.operation) || buffer.writers != nullptr) check(buffer, access);
  if (counts_by_itself(access)) count(site, access);
}

/// simt.h makes some updates of an atomic load and a comparison that is repeated until it succeeds.
/// They are one operation, and how often a comparison fails is chance.
bool BlockTrace::counts_by_itself(const Access& access) {
  if (access.operation == Operation::atomic_load) updated_address_ = access.address;
  return access.operation != Operation::atomic_compare || access.address != updated_address_;
}

Site& BlockTrace::find_site(const Access& access) {
  const auto code = reinterpret_cast<std::uintptr_t>(access.code);
  const std::uint64_t key = code << 2 | static_cast<std::uint64_t>(kind(access.operation));
  CachedSite& cached = cache_[(code ^ code >> 10) % cache_.size()];
  if (cached.key != key) cached = {key, &look_up_site(key, access)};
  return *cached.site;
}

Site& BlockTrace::look_up_site(std::uint64_t key, const Access& access) {
  std::unique_ptr<Site>& site = sites_[key];
  if (!site) {
    site = std::make_unique<Site>(Site{access.code,
                                       kind(access.operation),
                                       static_cast<unsigned>(by_index_.size()),
                                       {},
                                       0,
                                       {},
                                       0});
    by_index_.push_back(site.get());
  }
  return *site;
}

void BlockTrace::find_region(Site& site, const Access& access) {
  const auto search = [&](std::span<const Region> regions) {
    const auto found = std::find_if(regions.begin(), regions.end(), [&](const Region& region) {
      return region.contains(access.address, access.bytes);
    });
    if (found == regions.end()) return false;
    site.region = *found;
    return true;
  };
  const auto stack = BlockRunner::running()->stack();
  const Region of_lane{reinterpret_cast<std::uintptr_t>(stack.data()), stack.size(), nullptr};
  if (!search(memory_.regions()) && !search(own_regions_) && !search({&of_lane, 1})) {
    fail(outside(BlockRunner::running()->place(), access, memory_.extents()));
  }
  if (site.region.buffer != nullptr) site.buffers |= std::uint64_t{1} << site.region.buffer->index;
}

void BlockTrace::check(const TracedBuffer& buffer, const Access& access) {
  const KernelBuffer& described = *buffer.description;
  const std::size_t offset = access.address - buffer.begin;
  const std::size_t first = offset / described.element_size;
  const std::size_t last = (offset + access.bytes - 1) / described.element_size;
  if (writes(access.operation) && described.use == BufferUse::kInput) {
    fail(input_written(BlockRunner::running()->place(), access, described, first));
  }
  for (std::size_t element = first; element <= last && buffer.writers != nullptr; ++element) {
    if (reads(access.operation) && described.use == BufferUse::kOutput &&
        !buffer.writers->written(element)) {
      fail(unwritten_read(BlockRunner::running()->place(), access, described, element));
    }
    if (writes(access.operation)) check_write(buffer, element, access);
  }
}

void BlockTrace::check_write(const TracedBuffer& buffer, std::size_t element,
                             const Access& access) {
  const BlockRunner& runner = *BlockRunner::running();
  const std::uint64_t thread = std::uint64_t{blockIdx.x} * shape_.threads_per_block + threadIdx.x;
  const ElementWrite now{thread, access.operation != Operation::store, runner.block_meetings(),
                         runner.warp_meetings(), access.code};
  const auto before = buffer.writers->write(element, now);
  if (!before) return;
  const std::uint64_t other = before->thread % shape_.threads_per_block;
  const LanePlace other_place{static_cast<std::size_t>(before->thread / shape_.threads_per_block),
                              static_cast<unsigned>(other / kLanes),
                              static_cast<unsigned>(other % kLanes)};
  fail(written_twice(runner.place(), access, *buffer.description, element, other_place,
                     before->code));
}

void BlockTrace::count(Site& site, const Access& access) {
  constexpr std::uintptr_t kSectorBytes = 32;
  const TracedBuffer& buffer = *site.region.buffer;
  const std::uintptr_t first = access.address / kSectorBytes;
  const std::uintptr_t last = (access.address + access.bytes - 1) / kSectorBytes;
  const auto sector =
      static_cast<std::uint32_t>(buffer.first_sector + (first - buffer.begin / kSectorBytes));
  const auto spans_two = static_cast<std::uint32_t>(last - first);
  site.bytes += access.bytes;
  site.widest = std::max(site.widest, access.bytes);
  std::vector<RequestLog>& logs = log_->requests;
  if (site.index >= logs.size()) logs.resize(by_index_.size());
  if (!logs[site.index].add(threadIdx.x % kLanes, 2 * sector + spans_two)) {
    ++site.count.requests;
    site.count.sectors += 1 + spans_two;
  }
}

void BlockTrace::switch_log(unsigned warp) {
  if (!logs_[warp] && !free_logs_.empty()) {
    logs_[warp] = std::move(free_logs_.back());
    free_logs_.pop_back();
  }
  if (!logs_[warp]) logs_[warp] = std::make_unique<WarpLog>();
  log_ = logs_[warp].get();
  log_warp_ = warp;
}

void BlockTrace::warp_ended(unsigned warp) {
  if (!logs_[warp]) return;
  WarpLog& log = *logs_[warp];
  for (std::size_t index = 0; index < log.requests.size(); ++index) {
    const RequestCount taken = log.requests[index].take();
    by_index_[index]->count.requests += taken.requests;
    by_index_[index]->count.sectors += taken.sectors;
  }
  log.steps.fill(0);
  free_logs_.push_back(std::move(logs_[warp]));
  log_ = nullptr;
}

void BlockTrace::block_ended() {
  for (unsigned warp = 0; warp < kMaxWarps; ++warp) warp_ended(warp);
}

void BlockTrace::fail(KernelError error) {
  failure_ = std::move(error);
  std::longjmp(*exits_[threadIdx.x], 1);
}

}  // namespace rowsort::simt
