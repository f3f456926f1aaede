#pragma once

#include "rowsort/text.h"

#include <cmath>
#include <cstdint>
#include <optional>
#include <string>

#include <nlohmann/json.hpp>

/// How single values are written as JSON, in grades and in what is made from them.
namespace rowsort {

/// A number that is not finite is the text "nan", "inf" or "-inf": JSON has none.
inline nlohmann::ordered_json json_number(double value) {
  if (!std::isfinite(value)) return shortest(value);
  return value;
}

/// The shortest decimal that reads back as the float: 0.1f is written 0.1, not 0.10000000149011612.
inline nlohmann::ordered_json json_number(float value) {
  return json_number(std::stod(shortest(value)));
}

/// A whole number without decimals, any other one as it is: points are whole unless a rubric says
/// otherwise.
inline nlohmann::ordered_json json_plain_number(double value) {
  constexpr double kExactIntegers = 9e15;  // below it a double holds every integer
  if (value == std::floor(value) && std::abs(value) < kExactIntegers) {
    return static_cast<std::int64_t>(value);
  }
  return value;
}

inline nlohmann::ordered_json json_text_or_null(const std::string& text) {
  return text.empty() ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(text);
}

}  // namespace rowsort

/// What is absent is null.
template <typename T>
struct nlohmann::adl_serializer<std::optional<T>> {
  template <typename Json>
  static void to_json(Json& json, const std::optional<T>& value) {
    json = value ? Json(*value) : Json(nullptr);
  }
  template <typename Json>
  static void from_json(const Json& json, std::optional<T>& value) {
    value.reset();
    if (!json.is_null()) json.get_to(value.emplace());
  }
};
