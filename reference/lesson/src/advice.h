#pragma once

#include <string>

#include "study.h"

namespace rowsort::lesson {

/// Which method a matrix wants, from its row lengths.
///
/// The rule, in this order:
///  1. ELL, when it pads little: a rectangle of rows of nearly one length is read once and in
///  order.
///  2. Sliced ELL, when windows of 1,024 rows pad little and no thread has to make many steps.
///  3. COO with an atomic per row in a warp, when one row is so long that a product would wait for
///     the warp that has it: COO splits it over as many warps as it needs.
///  4. Adaptive CSR on sorted rows, when rows of more than 32 nonzeros hold most of them.
///  5. CSR streamed by row blocks: rows of mixed lengths, no sorting.
/// "Little" is kLittlePadding. The warp of the longest row is waited for kRoundMicroseconds for
/// each kNonzerosPerRound; COO takes kCooMicroseconds and its bytes / kCooBytesPerMicrosecond
/// instead. These are an H200's (reference/results/nvidia-h200-lesson.txt). Lane-slots and sectors
/// are not in the rule; they are shown beside it, since they are what makes the other kernels slow.
struct Advice {
  std::string method;  ///< id
  std::string reason;  ///< one or two sentences
};

inline constexpr double kLittlePadding = 0.1;
inline constexpr std::uint64_t kManyRounds = 4;
inline constexpr double kRoundMicroseconds = 1.5;
inline constexpr std::uint64_t kNonzerosPerRound = 448;  ///< of csr_adaptive.cu
inline constexpr double kCooMicroseconds = 10;
inline constexpr double kCooBytesPerMicrosecond = 2.0e6;

Advice advise(std::span<const int> row_lengths);

/// Whether the clock agrees with an advice.
struct ClockVerdict {
  bool agrees = false;   ///< the advised method is within kClockTolerance of the fastest
  std::string sentence;  ///< empty without times
};

/// A method that is this much slower than the fastest is not worth another choice.
inline constexpr double kClockTolerance = 0.05;

ClockVerdict judge_by_clock(const MatrixStudy& study, const Advice& advice);

/// Lane-slots, sectors and rounds of each method that was counted, then the advice and its reason,
/// and with times whether the clock agrees.
std::string advice_text(const MatrixStudy& study);

}  // namespace rowsort::lesson
