#pragma once

#include <cstddef>
#include <span>
#include <utility>

#include <boost/context/fiber.hpp>

#if defined(__SANITIZE_ADDRESS__)
#define ROWSORT_ADDRESS_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ROWSORT_ADDRESS_SANITIZER 1
#endif
#endif
#ifdef ROWSORT_ADDRESS_SANITIZER
#include <sanitizer/common_interface_defs.h>
#endif

namespace rowsort::simt {

/// A stack that code can leave in the middle of a function and come back to later. It stays with
/// the OS thread that made it.
class Fiber {
 public:
  /// The calling OS thread's own stack.
  Fiber() = default;

  /// A new stack, on which `run(argument)` starts at the first switch to it. `run` has to return
  /// before the object is destroyed; whoever switched to the fiber last then continues. `index`
  /// numbers the fibers of an OS thread. Throws std::bad_alloc.
  Fiber(unsigned index, void (*run)(void*), void* argument);

  Fiber(const Fiber&) = delete;
  Fiber& operator=(const Fiber&) = delete;

  /// Leaves `from`, on which the caller runs, and continues on `to`. Returns when another fiber
  /// switches to `from`.
  static void switch_to(Fiber& to, Fiber& from) {
    to.resumed_by_ = &from;
    from.announce_switch_to(to);
    boost::context::fiber left = std::move(to.context_).resume();
    from.arrive(std::move(left));
  }

  /// The memory of the stack; empty for an OS thread's own.
  std::span<const std::byte> stack() const { return stack_; }

 private:
  boost::context::fiber finish();

  void arrive(boost::context::fiber left) {
    confirm_switch_from(*resumed_by_);
    resumed_by_->context_ = std::move(left);
  }

#ifdef ROWSORT_ADDRESS_SANITIZER
  void announce_switch_to(const Fiber& to) {
    __sanitizer_start_switch_fiber(&fake_stack_, to.stack_bottom_, to.stack_size_);
  }
  void announce_last_switch_to(const Fiber& to) {
    __sanitizer_start_switch_fiber(nullptr, to.stack_bottom_, to.stack_size_);
  }
  void confirm_switch_from(Fiber& left) {
    __sanitizer_finish_switch_fiber(fake_stack_, &left.stack_bottom_, &left.stack_size_);
  }
  const void* stack_bottom_ = nullptr;
  std::size_t stack_size_ = 0;
  void* fake_stack_ = nullptr;  ///< the sanitizer's, while the fiber does not run
#else
  void announce_switch_to(const Fiber&) {}
  void announce_last_switch_to(const Fiber&) {}
  void confirm_switch_from(Fiber&) {}
#endif

  std::span<const std::byte> stack_;
  boost::context::fiber context_;  ///< where the fiber was left; empty while it runs
  Fiber* resumed_by_ = nullptr;    ///< who switched to it last
};

}  // namespace rowsort::simt
