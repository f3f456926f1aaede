#pragma once

#include <cstddef>
#include <cstdint>

#include "trace.h"
#include "warp.h"

namespace rowsort::simt {

/// What an instruction of a traced kernel does with memory.
enum class Operation : std::uint8_t {
  load,
  store,
  atomic_load,
  atomic_store,
  atomic_exchange,  ///< replaces whatever is there
  atomic_update,
  atomic_compare,  ///< an update that may fail
};

constexpr bool reads(Operation operation) {
  return operation == Operation::load || operation == Operation::atomic_load ||
         operation == Operation::atomic_update || operation == Operation::atomic_compare;
}
constexpr bool writes(Operation operation) {
  return operation != Operation::load && operation != Operation::atomic_load;
}
constexpr AccessKind kind(Operation operation) {
  if (operation == Operation::load) return AccessKind::kLoad;
  return operation == Operation::store ? AccessKind::kStore : AccessKind::kAtomic;
}

struct Access {
  std::uintptr_t address;
  std::size_t bytes;
  Operation operation;
  CodeAddress code;
};

}  // namespace rowsort::simt
