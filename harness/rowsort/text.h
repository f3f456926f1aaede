#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// How numbers and names are written for a person, everywhere.
namespace rowsort {

/// 524288 -> "524,288".
std::string grouped(std::uint64_t number);

/// "1 row", "2 rows": the number grouped, the noun with an s unless the number is 1.
std::string counted(std::uint64_t number, std::string_view noun);

/// Shortest decimal text that reads back as the same float or double; "nan", "inf", "-inf"
/// otherwise.
std::string shortest(float number);
std::string shortest(double number);

/// The number with this many digits after the point.
std::string fixed(double number, int digits);

/// A share as a percentage: percent(0.0381) is "3.8%".
std::string percent(double share, int digits = 1);

/// A time rounded to seconds or minutes: "45 s", "12 min 3 s", "2 h 5 min".
std::string duration(double seconds);

/// The current time (ISO 8601), as "2026-01-31T23:59:59Z".
std::string utc_now();

/// The texts with the separator between each two: joined({"a", "b"}, ", ") is "a, b".
std::string joined(const std::vector<std::string>& texts, std::string_view separator);

}  // namespace rowsort
