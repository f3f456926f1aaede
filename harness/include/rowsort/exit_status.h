#pragma once

namespace rowsort {

/// Exit statuses of every program here, which scripts can rely on.
inline constexpr int kExitPass = 0;
inline constexpr int kExitSubmission = 1;   ///< the submission's fault
inline constexpr int kExitUsage = 2;        ///< wrong usage
inline constexpr int kExitEnvironment = 3;  ///< the machine's fault; costs no points

}  // namespace rowsort
