#pragma once

#include <span>
#include <string>

#include "study.h"

namespace rowsort::lesson {

/// Which method a matrix wants, from its row lengths.
///
/// The rule, in this order:
///  1. ELL, when it pads little: a rectangle of rows of nearly one length is read once and in
///  order.
///  2. Sliced ELL, when windows of 1,024 rows pad little and no thread has to make many steps.
///  3. Else, of COO with an atomic per row in a warp, CSR streamed by row blocks, and, when rows of
///     more than 32 nonzeros hold at least half of them, adaptive CSR, the one with the shortest
///
///         start + bytes / rate + wait * (rounds of its longest row - 1):
///
///     to start, to read, and to wait for whoever has the longest row, which COO cuts into pieces.
///
/// Rates and waits are an H200's (estimates in advice.cpp, from
/// reference/results/nvidia-h200-lesson.txt); on another GPU the border between the three lies
/// elsewhere. Lane-slots and sectors are not in the rule: they are what makes the other kernels
/// slow, and are shown beside it. Nor is where the columns lie.
struct Advice {
  std::string method;  ///< id
  std::string reason;  ///< one or two sentences
};

inline constexpr double kLittlePadding = 0.1;
inline constexpr std::uint64_t kManyRounds = 4;

Advice advise(std::span<const int> row_lengths);

/// Whether the clock agrees with an advice.
struct ClockVerdict {
  bool agrees = false;   ///< the advised method is within kClockTolerance of the lesson's fastest
  std::string sentence;  ///< empty without times; says so when cuSPARSE is faster than all of them
};

/// A method that is this much slower than the fastest is not worth another choice.
inline constexpr double kClockTolerance = 0.05;

ClockVerdict judge_by_clock(const MatrixStudy& study, const Advice& advice);

/// Lane-slots, sectors and rounds of each method that was counted, then the advice and its reason,
/// and with times whether the clock agrees.
std::string advice_text(const MatrixStudy& study);

}  // namespace rowsort::lesson
