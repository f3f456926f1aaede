#include "tracer.h"

#include "rowsort/text.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "messages.h"

namespace rowsort::simt {
namespace {

/// An access within this distance of a buffer is taken for one that missed it.
constexpr std::size_t kNearBytes = std::size_t{1} << 20;
/// No int index of 8-byte elements reaches further. Beyond it, distances and addresses differ from
/// run to run, so no message names them.
constexpr std::size_t kIndexBytes = std::size_t{8} << 31;
/// No program has memory below this, so an address there is a null pointer plus an offset.
constexpr std::uintptr_t kNullPageBytes = 65'536;

constexpr std::array kAccessNames = {"read", "write", "atomic operation"};  // by AccessKind

[[gnu::cold]] KernelError wrong_access(const Access& access, const std::string& problem) {
  return error_at(kAccessNames[static_cast<std::size_t>(kind(access.operation))],
                  BlockRunner::running()->thread(), access.code, problem);
}

std::string element_of(const KernelBuffer& buffer, std::size_t element) {
  return buffer.name + "[" + grouped(element) + "]";
}

}  // namespace

constinit thread_local Tracer* Tracer::current_ = nullptr;

Tracer::Tracer(const TracedMemory& memory, LaunchShape shape, std::uint64_t step_limit,
               Totals& totals)
    : memory_(memory),
      shape_(shape),
      step_limit_(step_limit),
      totals_(totals),
      own_regions_(thread_local_regions()),
      exits_(shape.threads_per_block) {
  current_ = this;
}

Tracer::~Tracer() {
  current_ = nullptr;
  totals_.add(counter_);
}

void Tracer::run_lane(const std::function<void()>& body) {
  std::jmp_buf after_failure;
  current_->exits_[threadIdx.x] = &after_failure;
  if (setjmp(after_failure) != 0) throw *std::exchange(current_->failure_, std::nullopt);
  body();
}

// Destructors do not run between here and run_lane(), so its callers hold nothing that has one.
void Tracer::leave_kernel() {
  std::longjmp(*exits_[threadIdx.x], 1);
}

void Tracer::access(const Access& access) {
  if (counter_.add_step() > step_limit_) {
    failure_ = endless_loop(access);
    leave_kernel();
  }
  Site& site = counter_.find_site(access);
  if (!site.region.contains(access.address, access.bytes) && !find_region(site, access)) {
    failure_ = outside_of_buffers(access);
    leave_kernel();
  }
  if (site.region.buffer == nullptr) return;
  const TracedBuffer& buffer = *site.region.buffer;
  // Most accesses are loads of inputs, which have nothing more to check.
  if (writes(access.operation) || buffer.last_writes != nullptr) {
    failure_ = check(buffer, access);
    if (failure_) leave_kernel();
  }
  if (!repeats_update(access)) counter_.count(site, access);
}

/// simt.h makes some atomics of an atomic load and a comparison that is repeated until it succeeds.
/// Together they are one access. How often the comparison fails is chance.
bool Tracer::repeats_update(const Access& access) {
  if (access.operation == Operation::atomic_load) updated_address_ = access.address;
  return access.operation == Operation::atomic_compare && access.address == updated_address_;
}

/// Sets the site's region to the one that contains the access. Returns whether there is one.
bool Tracer::find_region(Site& site, const Access& access) {
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
  if (!search(memory_.regions()) && !search(own_regions_) && !search({&of_lane, 1})) return false;
  if (const TracedBuffer* buffer = site.region.buffer; buffer != nullptr) {
    site.counts.buffers |= std::uint64_t{1} << buffer->index;
  }
  return true;
}

/// Checks an access that is within the buffer.
Tracer::Problem Tracer::check(const TracedBuffer& buffer, const Access& access) const {
  const KernelBuffer& described = *buffer.description;
  const std::size_t offset = access.address - buffer.begin;
  const std::size_t first = offset / described.element_size;
  const std::size_t last = (offset + access.bytes - 1) / described.element_size;
  if (writes(access.operation) && described.use == BufferUse::kInput) {
    return wrong_access(access,
                        "it changes " + element_of(described, first) + ", but " + described.name +
                            " is an input; keep what is computed in a variable or in the output");
  }
  for (std::size_t element = first; element <= last && buffer.last_writes != nullptr; ++element) {
    if (reads(access.operation) && described.use == BufferUse::kOutput &&
        !buffer.last_writes->written(element)) {
      return wrong_access(access, "no thread has written " + element_of(described, element) +
                                      " yet, so it holds no value; sum up in a variable that "
                                      "starts at 0 and write it once");
    }
    if (writes(access.operation)) {
      if (Problem race = write_race(buffer, element, access)) return race;
    }
  }
  return std::nullopt;
}

Tracer::Problem Tracer::write_race(const TracedBuffer& buffer, std::size_t element,
                                   const Access& access) const {
  const BlockRunner& runner = *BlockRunner::running();
  const std::uint64_t block_size = shape_.threads_per_block;
  ElementWrite now{};
  now.thread = (blockIdx.x * block_size + threadIdx.x + 1) & ((std::uint64_t{1} << 42) - 1);
  now.atomic = access.operation != Operation::store ? 1 : 0;
  now.block_epoch = runner.block_epoch() & 0x7ff;
  now.warp_epoch = runner.warp_epoch() & 0x3ff;
  const auto before = buffer.last_writes->write(element, now, access.code);
  if (!before) return std::nullopt;
  const auto thread = static_cast<unsigned>(before->thread % block_size);
  const ThreadIndex other{before->thread / block_size, thread / kLanes, thread % kLanes};
  return wrong_access(access, element_of(*buffer.description, element) +
                                  " has been written by another thread, " +
                                  text(other, before->code) +
                                  ", and nothing orders the two writes; use atomicAdd, or let "
                                  "only one thread write the element");
}

KernelError Tracer::outside_of_buffers(const Access& access) const {
  std::uintptr_t missed = access.address;
  for (const TracedBuffer& buffer : memory_.buffers()) {
    // The access may begin in a buffer and reach past its end.
    const std::size_t size = buffer.description->bytes.size();
    if (missed - buffer.begin < size) missed = buffer.begin + size;
  }
  const auto nearest = out_of_bounds(memory_.descriptions(), missed);
  if (nearest && nearest->distance <= kNearBytes) {
    const std::string past =
        nearest->past_end > 0 ? " (" + grouped(nearest->past_end) + " past the end)" : "";
    return wrong_access(access, "it reaches " + nearest->element + past +
                                    "; check the index before the access, and how the loop ends");
  }
  if (access.address < kNullPageBytes) {
    return wrong_access(access, "address " + hex(access.address, 1) +
                                    " comes from a null pointer; look at where the pointer is set");
  }
  const std::string element = nearest && nearest->distance <= kIndexBytes
                                  ? " (counted from the nearest, it is " + nearest->element + ")"
                                  : "";
  return wrong_access(access, "it reaches memory that belongs to no buffer of the kernel" +
                                  element +
                                  "; look at the pointer, and at how the index is computed");
}

KernelError Tracer::endless_loop(const Access& access) const {
  return error_at("endless loop", BlockRunner::running()->thread(), access.code,
                  "the lane has made " + grouped(step_limit_) +
                      " accesses to memory and is still in the kernel; look at how the loop ends");
}

}  // namespace rowsort::simt
