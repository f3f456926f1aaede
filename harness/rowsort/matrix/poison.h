#pragma once

#include <bit>
#include <cstdint>

namespace rowsort {

/// Every element of y holds this before a kernel runs: a quiet NaN that no arithmetic produces. An
/// element that still holds it afterwards was never written.
inline constexpr std::uint32_t kPoisonBits = 0x7fe5'a5e5;

inline float poison() {
  return std::bit_cast<float>(kPoisonBits);
}
inline bool is_poison(float element) {
  return std::bit_cast<std::uint32_t>(element) == kPoisonBits;
}

}  // namespace rowsort
