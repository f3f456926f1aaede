#include "trace_messages.h"

#include "rowsort/text.h"

#include <array>
#include <cstdio>
#include <string>

namespace rowsort::simt {
namespace {

/// Further away from every buffer than this, an access is not taken for one that missed it.
constexpr std::size_t kNearBytes = std::size_t{1} << 20;
/// As far as an int can be an index of 8-byte elements. What lies further away was not reached by
/// one, and its distance and its address are others in each run, as no message may be.
constexpr std::size_t kIndexBytes = std::size_t{8} << 31;
/// No program has memory there, so a pointer into it is a null pointer with something added.
constexpr std::uintptr_t kNullPageBytes = 65'536;

std::string name(Operation operation) {
  switch (operation) {
    case Operation::load:
      return "read";
    case Operation::store:
      return "write";
    default:
      return "atomic operation";
  }
}

KernelError wrong_access(LanePlace place, const Access& access, const std::string& problem) {
  return error_at(name(access.operation), place, access.code, problem);
}

std::string element_of(const KernelBuffer& buffer, std::size_t element) {
  return buffer.name + "[" + grouped(element) + "]";
}

std::string hex_address(std::uintptr_t address) {
  std::array<char, 20> digits{};
  std::snprintf(digits.data(), digits.size(), "0x%zx", static_cast<std::size_t>(address));
  return digits.data();
}

}  // namespace

KernelError outside(LanePlace place, const Access& access, std::span<const BufferExtent> buffers) {
  std::uintptr_t missed = access.address;
  for (const BufferExtent& buffer : buffers) {
    // The access may begin in a buffer and reach past its end.
    if (missed >= buffer.begin && missed < buffer.end) missed = buffer.end;
  }
  const Miss miss = find_miss(buffers, missed);
  if (miss.bytes <= kNearBytes) {
    const std::string past = miss.past_end ? " (" + grouped(miss.elements) + " past the end)" : "";
    return wrong_access(place, access,
                        "it reaches " + rowsort::text(miss) + past +
                            "; check the index before the access, and how the loop ends");
  }
  if (access.address < kNullPageBytes) {
    return wrong_access(place, access,
                        "address " + hex_address(access.address) +
                            " comes from a null pointer; look at where the pointer is set");
  }
  const std::string nearest =
      miss.buffer == nullptr || miss.bytes > kIndexBytes
          ? ""
          : " (counted from the nearest, it is " + rowsort::text(miss) + ")";
  return wrong_access(place, access,
                      "it reaches memory that belongs to no buffer of the kernel" + nearest +
                          "; look at the pointer, and at how the index is computed");
}

KernelError input_written(LanePlace place, const Access& access, const KernelBuffer& buffer,
                          std::size_t element) {
  return wrong_access(place, access,
                      "it changes " + element_of(buffer, element) + ", but " + buffer.name +
                          " is an input; keep what is computed in a variable or in the output");
}

KernelError unwritten_read(LanePlace place, const Access& access, const KernelBuffer& buffer,
                           std::size_t element) {
  return wrong_access(place, access,
                      "nobody has written " + element_of(buffer, element) +
                          " yet, so it holds no value; sum up in a variable that starts at 0 and "
                          "write it once");
}

KernelError written_twice(LanePlace place, const Access& access, const KernelBuffer& buffer,
                          std::size_t element, LanePlace other, CodeAddress other_code) {
  return wrong_access(place, access,
                      element_of(buffer, element) + " has been written by another thread, " +
                          text(other, other_code) +
                          ", and nothing says which comes first; use atomicAdd, or let one thread "
                          "own the element");
}

KernelError endless_loop(LanePlace place, CodeAddress code, std::uint64_t accesses) {
  return error_at("endless loop", place, code,
                  "the lane has made " + grouped(accesses) +
                      " accesses to memory and is still in the kernel; look at how the loop ends");
}

}  // namespace rowsort::simt
