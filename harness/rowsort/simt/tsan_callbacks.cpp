// The functions that -fsanitize=thread makes a traced kernel call (rowsort_add_traced_kernels() in
// harness/cmake/RowsortTrace.cmake). Names and arguments are those of tsan_interface.h and
// tsan_interface_atomic.h of compiler-rt; the sanitizer's own runtime is not linked.
//
// A callback runs before the access that it announces. That of an atomic operation also makes the
// access. Outside of a traced launch the callbacks do nothing else.

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "tracer.h"

namespace rowsort::simt {
namespace {

// Inlined, so that the callback's return address is the kernel's.
[[gnu::always_inline]] inline void announce(const volatile void* address, std::size_t bytes,
                                            Operation operation, CodeAddress code) {
  Tracer* tracer = Tracer::current();
  if (tracer == nullptr || BlockRunner::running() == nullptr) return;
  tracer->access({reinterpret_cast<std::uintptr_t>(address), bytes, operation, code});
}

/// A GPU moves at most 16 bytes per lane with one instruction.
void announce_range(const void* address, std::size_t bytes, Operation operation, CodeAddress code) {
  constexpr std::size_t kWidest = 16;
  const char* next = static_cast<const char*>(address);
  for (; bytes > kWidest; bytes -= kWidest, next += kWidest) {
    announce(next, kWidest, operation, code);
  }
  if (bytes > 0) announce(next, bytes, operation, code);
}

template <class Word>
bool compare_exchange(volatile Word* address, Word* expected, Word value) {
  const bool same = __atomic_compare_exchange_n(address, expected, value, false, __ATOMIC_SEQ_CST,
                                                __ATOMIC_SEQ_CST);
  if (same && Tracer::current() != nullptr) Tracer::current()->end_update();
  return same;
}

}  // namespace

#define ROWSORT_CALLER __builtin_return_address(0)

extern "C" {

void __tsan_init() {}
void __tsan_func_entry(void*) {}
void __tsan_func_exit() {}

#define ROWSORT_ACCESS(name, bytes, operation)           \
  void __tsan_##name(void* address) {                    \
    announce(address, bytes, operation, ROWSORT_CALLER); \
  }
#define ROWSORT_ACCESSES_OF(bytes, prefix)                    \
  ROWSORT_ACCESS(prefix##read##bytes, bytes, Operation::load) \
  ROWSORT_ACCESS(prefix##write##bytes, bytes, Operation::store)
#define ROWSORT_ACCESSES(bytes)          \
  ROWSORT_ACCESSES_OF(bytes, )           \
  ROWSORT_ACCESSES_OF(bytes, unaligned_) \
  ROWSORT_ACCESSES_OF(bytes, volatile_)  \
  ROWSORT_ACCESSES_OF(bytes, unaligned_volatile_)
ROWSORT_ACCESSES(1)
ROWSORT_ACCESSES(2)
ROWSORT_ACCESSES(4)
ROWSORT_ACCESSES(8)
ROWSORT_ACCESSES(16)

ROWSORT_ACCESS(vptr_read, sizeof(void*), Operation::load)
void __tsan_vptr_update(void** address, void*) {
  announce(address, sizeof(void*), Operation::store, ROWSORT_CALLER);
}

void __tsan_read_range(void* address, std::size_t bytes) {
  announce_range(address, bytes, Operation::load, ROWSORT_CALLER);
}
void __tsan_write_range(void* address, std::size_t bytes) {
  announce_range(address, bytes, Operation::store, ROWSORT_CALLER);
}

// Clang 16 and later calls these. Other compilers call the C library's functions, which
// RowsortTrace.cmake renames to these.
void* __tsan_memcpy(void* target, const void* source, std::size_t bytes) {
  announce_range(source, bytes, Operation::load, ROWSORT_CALLER);
  announce_range(target, bytes, Operation::store, ROWSORT_CALLER);
  return std::memcpy(target, source, bytes);
}
void* __tsan_memmove(void* target, const void* source, std::size_t bytes) {
  announce_range(source, bytes, Operation::load, ROWSORT_CALLER);
  announce_range(target, bytes, Operation::store, ROWSORT_CALLER);
  return std::memmove(target, source, bytes);
}
void* __tsan_memset(void* target, int value, std::size_t bytes) {
  announce_range(target, bytes, Operation::store, ROWSORT_CALLER);
  return std::memset(target, value, bytes);
}

// Atomics. The strictest memory order is right for each that a kernel may ask for.

#define ROWSORT_ATOMIC_UPDATE(bits, name)                                                        \
  Word##bits __tsan_atomic##bits##_##name(volatile Word##bits* address, Word##bits value, int) { \
    announce(address, sizeof(Word##bits), Operation::atomic_update, ROWSORT_CALLER);             \
    return __atomic_##name(address, value, __ATOMIC_SEQ_CST);                                    \
  }
#define ROWSORT_ATOMIC_COMPARE(bits, strength)                                          \
  int __tsan_atomic##bits##_compare_exchange_##strength(                                \
      volatile Word##bits* address, Word##bits* expected, Word##bits value, int, int) { \
    announce(address, sizeof(Word##bits), Operation::atomic_compare, ROWSORT_CALLER);   \
    return compare_exchange(address, expected, value);                                  \
  }
#define ROWSORT_ATOMICS(bits)                                                                      \
  Word##bits __tsan_atomic##bits##_load(const volatile Word##bits* address, int) {                 \
    announce(address, sizeof(Word##bits), Operation::atomic_load, ROWSORT_CALLER);                 \
    return __atomic_load_n(address, __ATOMIC_SEQ_CST);                                             \
  }                                                                                                \
  void __tsan_atomic##bits##_store(volatile Word##bits* address, Word##bits value, int) {          \
    announce(address, sizeof(Word##bits), Operation::atomic_store, ROWSORT_CALLER);                \
    __atomic_store_n(address, value, __ATOMIC_SEQ_CST);                                            \
  }                                                                                                \
  Word##bits __tsan_atomic##bits##_exchange(volatile Word##bits* address, Word##bits value, int) { \
    announce(address, sizeof(Word##bits), Operation::atomic_exchange, ROWSORT_CALLER);             \
    return __atomic_exchange_n(address, value, __ATOMIC_SEQ_CST);                                  \
  }                                                                                                \
  Word##bits __tsan_atomic##bits##_compare_exchange_val(                                           \
      volatile Word##bits* address, Word##bits expected, Word##bits value, int, int) {             \
    announce(address, sizeof(Word##bits), Operation::atomic_compare, ROWSORT_CALLER);              \
    compare_exchange(address, &expected, value);                                                   \
    return expected;                                                                               \
  }                                                                                                \
  ROWSORT_ATOMIC_COMPARE(bits, strong)                                                             \
  ROWSORT_ATOMIC_COMPARE(bits, weak)                                                               \
  ROWSORT_ATOMIC_UPDATE(bits, fetch_add)                                                           \
  ROWSORT_ATOMIC_UPDATE(bits, fetch_sub)                                                           \
  ROWSORT_ATOMIC_UPDATE(bits, fetch_and)                                                           \
  ROWSORT_ATOMIC_UPDATE(bits, fetch_or)                                                            \
  ROWSORT_ATOMIC_UPDATE(bits, fetch_xor)                                                           \
  ROWSORT_ATOMIC_UPDATE(bits, fetch_nand)

using Word8 = std::uint8_t;
using Word16 = std::uint16_t;
using Word32 = std::uint32_t;
using Word64 = std::uint64_t;
ROWSORT_ATOMICS(8)
ROWSORT_ATOMICS(16)
ROWSORT_ATOMICS(32)
ROWSORT_ATOMICS(64)

void __tsan_atomic_thread_fence(int) {
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
void __tsan_atomic_signal_fence(int) {}
}

}  // namespace rowsort::simt
