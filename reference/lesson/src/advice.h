#pragma once

#include <span>
#include <string>

#include "study.h"

namespace rowsort::lesson {

/// The best method for a matrix, judged from its row lengths.
///
/// The rule, in this order:
///  1. ELL, when it needs little padding: its arrays are read once and in order.
///  2. Sliced ELL, when windows of 1,024 rows need little padding and no thread makes many rounds.
///  3. Otherwise COO with an atomic per row in a warp, CSR streamed by row blocks, or, when rows of
///     more than 32 nonzeros hold at least half of the nonzeros, adaptive CSR: the method with the
///     least estimated time,
///
///         start + bytes / rate + wait * (rounds of its longest row - 1).
///
///     The last term is the wait for the thread, warp or block that has the longest row. COO has no
///     such wait, because it cuts rows into pieces.
///
/// Rates and waits are those of an H200 (advice.cpp, from reference/results/nvidia-h200-lesson.txt).
/// On another GPU the border between the three methods may differ. The rule uses neither lane-slots
/// nor sectors, which are shown with the advice, nor the column indices.
struct Advice {
  std::string method;  ///< id
  std::string reason;  ///< one or two sentences
};

inline constexpr double kLittlePadding = 0.1;
inline constexpr std::uint64_t kManyRounds = 4;

Advice advise(std::span<const int> row_lengths);

/// Whether the measured times agree with an advice.
struct ClockVerdict {
  bool agrees = false;   ///< the advised method is within kClockTolerance of the lesson's fastest
  std::string sentence;  ///< names cuSPARSE when it is the fastest; empty without times
};

/// A smaller difference in time does not justify another choice.
inline constexpr double kClockTolerance = 0.05;

ClockVerdict judge_by_clock(const MatrixStudy& study, const Advice& advice);

/// Lane-slots, sectors and rounds of each method that was counted; then the advice, its reason and,
/// with times, whether they agree.
std::string advice_text(const MatrixStudy& study, const Advice& advice, const ClockVerdict& clock);

}  // namespace rowsort::lesson
