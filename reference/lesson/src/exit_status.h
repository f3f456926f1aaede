#pragma once

namespace rowsort::lesson {

/// As those of the local check.
inline constexpr int kExitRight = 0;
inline constexpr int kExitWrong = 1;        ///< a kernel's result was wrong
inline constexpr int kExitUsage = 2;        ///< wrong usage, such as an unreadable file
inline constexpr int kExitEnvironment = 3;  ///< no such device, too little memory

}  // namespace rowsort::lesson
