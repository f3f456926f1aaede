#pragma once

#include <string>

#include "study.h"

namespace rowsort::lesson {

/// Which method a matrix wants, from what was counted of each.
///
/// The rule. A product waits for memory: for the sectors that its warps touch, and where a thread
/// has a long row to itself, for its loads one after the other. So the method is taken with the
/// least
///
///     sectors + rounds * kSectorsPerRound,
///
/// loads and stores, rounds as in Method::rounds. kSectorsPerRound is what the whole GPU could move
/// while one thread waits for one load (Little's law: bandwidth * latency): about 0.8 us at 4.3
/// TB/s on an H200, 3.4 MB. On a smaller GPU a round weighs less. Lane-slots are not in the rule:
/// they are why a kernel touches sectors again and again, and are shown beside it.
struct Advice {
  const MethodStudy* best = nullptr;  ///< null when no method was counted
  std::string reason;                 ///< sentences
  /// With times: whether best is the fastest, and by how much not. Empty without.
  std::string clock;
  bool clock_agrees = false;  ///< best is within kClockTolerance of the fastest
};

inline constexpr std::uint64_t kSectorsPerRound = 3'400'000 / 32;

/// A method that is this much slower than the fastest is not worth another choice.
inline constexpr double kClockTolerance = 0.05;

/// sectors + rounds * kSectorsPerRound of a counted method.
std::uint64_t memory_cost(const MatrixStudy& study, const MethodStudy& method);

Advice advise(const MatrixStudy& study);

/// Sectors, rounds and cost of each counted method, cheapest first, then the advice.
std::string advice_text(const MatrixStudy& study);

}  // namespace rowsort::lesson
