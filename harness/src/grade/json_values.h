#pragma once

#include "rowsort/text.h"

#include <cmath>
#include <optional>
#include <string>

#include <nlohmann/json.hpp>

/// How a grade writes single values.
namespace rowsort {

inline nlohmann::ordered_json json_number(double value) {
  if (!std::isfinite(value)) return shortest(value);
  return value;
}

/// The shortest decimal that reads back as the float: 0.1f is written 0.1, not 0.10000000149011612.
inline nlohmann::ordered_json json_number(float value) {
  return json_number(std::stod(shortest(value)));
}

template <typename T>
nlohmann::ordered_json json_or_null(const std::optional<T>& value) {
  return value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json(nullptr);
}

inline nlohmann::ordered_json json_text_or_null(const std::string& text) {
  return text.empty() ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(text);
}

}  // namespace rowsort
