#include "fiber.h"

#include <memory>

#include <boost/context/preallocated.hpp>
#include <boost/context/protected_fixedsize_stack.hpp>

#ifdef ROWSORT_ADDRESS_SANITIZER
#include <sanitizer/asan_interface.h>
#endif

namespace rowsort::simt {
namespace {

#ifdef ROWSORT_ADDRESS_SANITIZER
constexpr std::size_t kStackBytes = std::size_t{256} * 1024;  // red zones make frames larger
#else
constexpr std::size_t kStackBytes = std::size_t{64} * 1024;
#endif

/// Stacks are aligned to pages, so the same frames of all lanes of a warp would compete for the
/// same few lines of the L1 cache. Each stack therefore starts at a different distance below the
/// end of its memory. Boost rounds to 256 bytes.
constexpr std::size_t kColorBytes = 256;
constexpr std::size_t kColors = 16;

using ProtectedStack = boost::context::protected_fixedsize_stack;

/// Ends in a guard page, so that a stack overflow crashes and cannot give a wrong result.
struct StackMemory : ProtectedStack {
  using ProtectedStack::basic_protected_fixedsize_stack;

#ifdef ROWSORT_ADDRESS_SANITIZER
  void deallocate(boost::context::stack_context& memory) {
    // The outermost frames of a fiber never return. Without this, the memory's next owner would
    // inherit their red zones.
    __asan_unpoison_memory_region(static_cast<std::byte*>(memory.sp) - memory.size, memory.size);
    ProtectedStack::deallocate(memory);
  }
#endif
};

}  // namespace

Fiber::Fiber(unsigned index, void (*run)(void*), void* argument) {
  StackMemory allocator(kStackBytes);
  const boost::context::stack_context memory = allocator.allocate();
  const std::size_t unused = index % kColors * kColorBytes;
  const boost::context::preallocated stack(static_cast<std::byte*>(memory.sp) - unused,
                                           memory.size - unused, memory);
  stack_ = {static_cast<std::byte*>(memory.sp) - memory.size, memory.size};
  context_ = boost::context::fiber(std::allocator_arg, stack, allocator,
                                   [this, run, argument](boost::context::fiber&& left) {
                                     arrive(std::move(left));
                                     run(argument);
                                     return finish();
                                   });
}

boost::context::fiber Fiber::finish() {
  Fiber& next = *resumed_by_;
  next.resumed_by_ = this;
  announce_switch_to(next, true);
  return std::move(next.context_);
}

}  // namespace rowsort::simt
