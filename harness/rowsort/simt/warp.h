#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>

#include "fiber.h"
#include "simt.h"

namespace rowsort::simt {

inline constexpr unsigned kLanes = 32;

/// Sets of lanes are masks: bit l stands for lane l.
using LaneMask = std::uint32_t;

inline unsigned lowest(LaneMask mask) {
  return static_cast<unsigned>(std::countr_zero(mask));
}

/// Where a function of the kernel goes on after a call; code_place() tells file and line.
using CodeAddress = const void*;

/// Lanes that wait for each other at a built-in of the warp.
struct Group {
  detail::BuiltIn built_in;
  LaneMask mask;  ///< who has to arrive; 0 for __activemask, which names nobody
  int line;       ///< tells the calls of __activemask apart; 0 for all others
  LaneMask arrived;
};

/// The lanes of one warp and what they exchange. Knows which lanes may run, but runs none.
class Warp {
 public:
  /// Forgets everything; the first `lanes` lanes exist.
  void reset(unsigned lanes);

  /// Lane `lane` brings `value` to a built-in that all lanes of `mask` have to reach; in a shuffle
  /// it reads the value of lane `source`. Returns true when it is the last: the others are then
  /// ready and each lane's result is in `values`. Returns false when it has to wait.
  bool arrive(detail::BuiltIn built_in, LaneMask mask, unsigned lane, detail::Bits value,
              unsigned source, int line = 0);

  /// To be called when no lane can run. Makes those ready that need not wait for the rest: at
  /// __syncwarp for lanes that have left the kernel, at __activemask for any. Returns whether there
  /// were some.
  bool release_stalled();

  /// Stops everything: each lane that waits becomes ready and none starts any more.
  void abandon();

  /// The lanes that wait at built-ins of the warp, in the order in which their first one arrived.
  std::span<const Group> groups() const { return std::span(groups_).first(group_count_); }

  LaneMask existing = 0;
  LaneMask unstarted = 0;
  LaneMask ready = 0;  ///< have waited, and can go on
  LaneMask exited = 0;
  std::array<detail::Bits, kLanes> values{};  ///< brought to the built-in, then its result
  std::array<Fiber*, kLanes> fibers{};        ///< of the lanes that wait or are ready
  std::array<CodeAddress, kLanes> callers{};  ///< of the built-in that the lane called last
  unsigned meetings = 0;                      ///< how often lanes have waited for each other

 private:
  Group& find_group(detail::BuiltIn built_in, LaneMask mask, int line);
  void complete(Group& group);

  std::array<std::uint8_t, kLanes> sources_{};
  std::array<Group, kLanes> groups_{};  // a lane is in one group at most
  unsigned group_count_ = 0;
};

inline Group& Warp::find_group(detail::BuiltIn built_in, LaneMask mask, int line) {
  for (unsigned i = 0; i < group_count_; ++i) {
    Group& group = groups_[i];
    if (group.mask == mask && group.built_in == built_in && group.line == line) {
      return group;
    }
  }
  groups_[group_count_] = {built_in, mask, line, 0};
  return groups_[group_count_++];
}

inline bool Warp::arrive(detail::BuiltIn built_in, LaneMask mask, unsigned lane, detail::Bits value,
                         unsigned source, int line) {
  values[lane] = value;
  sources_[lane] = static_cast<std::uint8_t>(source);
  Group& group = find_group(built_in, mask, line);
  group.arrived |= LaneMask{1} << lane;
  if (group.arrived != mask) return false;
  complete(group);
  ready &= ~(LaneMask{1} << lane);
  return true;
}

/// The lane whose value `lane` gets from a shuffle with the given last arguments; `width` is a
/// power of two.
inline unsigned shuffle_source(detail::BuiltIn built_in, unsigned lane, unsigned operand,
                               unsigned width) {
  const unsigned first = lane & ~(width - 1);
  const unsigned last = first + width - 1;
  switch (built_in) {
    case detail::BuiltIn::shfl:
      return first + (operand & (width - 1));
    case detail::BuiltIn::shfl_up:
      return operand <= lane - first ? lane - operand : lane;
    case detail::BuiltIn::shfl_down:
      return operand <= last - lane ? lane + operand : lane;
    default:
      return (lane ^ operand) <= last ? lane ^ operand : lane;
  }
}

}  // namespace rowsort::simt
