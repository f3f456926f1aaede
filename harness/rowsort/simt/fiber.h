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

/// A stack that code can leave in the middle of a function and return to later. Only the OS thread
/// that made it may run it.
class Fiber {
 public:
  /// The calling OS thread's own stack.
  Fiber() = default;

  /// A new stack. The first switch to it calls `run(argument)`, which has to return before the
  /// object is destroyed; the fiber that switched here last then continues. `index` numbers the
  /// fibers of an OS thread. Throws std::bad_alloc.
  Fiber(unsigned index, void (*run)(void*), void* argument);

  Fiber(const Fiber&) = delete;
  Fiber& operator=(const Fiber&) = delete;

  /// Leaves `from`, on which the caller runs, and continues on `to`. Returns when another fiber
  /// switches to `from`.
  static void switch_to(Fiber& to, Fiber& from) {
    to.resumed_by_ = &from;
    from.announce_switch_to(to, false);
    boost::context::fiber left = std::move(to.context_).resume();
    from.arrive(std::move(left));
  }

  /// The memory of a new stack.
  std::span<const std::byte> stack() const { return stack_; }

 private:
  boost::context::fiber finish();

  void arrive(boost::context::fiber left) {
    confirm_switch_from(*resumed_by_);
    resumed_by_->context_ = std::move(left);
  }

#ifdef ROWSORT_ADDRESS_SANITIZER
  void announce_switch_to(const Fiber& to, bool last) {
    __sanitizer_start_switch_fiber(last ? nullptr : &fake_stack_, to.stack_.data(),
                                   to.stack_.size());
  }
  void confirm_switch_from(Fiber& left) {
    const void* bottom = nullptr;
    std::size_t size = 0;
    __sanitizer_finish_switch_fiber(fake_stack_, &bottom, &size);
    left.stack_ = {static_cast<const std::byte*>(bottom), size};
  }
  void* fake_stack_ = nullptr;  ///< the sanitizer's, while the fiber does not run
#else
  void announce_switch_to(const Fiber&, bool) {}
  void confirm_switch_from(Fiber&) {}
#endif

  std::span<const std::byte> stack_;
  boost::context::fiber context_;  ///< where the fiber was left; empty while it runs
  Fiber* resumed_by_ = nullptr;    ///< the fiber that switched to it last
};

}  // namespace rowsort::simt
