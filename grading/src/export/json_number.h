#pragma once

#include <cmath>
#include <cstdint>

#include <nlohmann/json.hpp>

namespace rowsort {

/// A whole number without decimals, any other one as it is.
inline nlohmann::ordered_json json_number(double value) {
  if (value == std::floor(value) && value < 9e15) return static_cast<std::int64_t>(value);
  return value;
}

}  // namespace rowsort
