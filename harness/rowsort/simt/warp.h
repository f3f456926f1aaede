#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>

#include "fiber.h"
#include "simt.h"

namespace rowsort::simt {

inline constexpr unsigned kLanes = 32;

/// A set of lanes: bit l is lane l.
using LaneMask = std::uint32_t;

inline unsigned lowest(LaneMask mask) {
  return static_cast<unsigned>(std::countr_zero(mask));
}

template <class Visit>
void for_each_lane(LaneMask lanes, Visit visit) {
  for (; lanes != 0; lanes &= lanes - 1) visit(lowest(lanes));
}

/// Where a call in the kernel returns to. source_line() gives its file and line.
using CodeAddress = const void*;

/// Lanes that wait for each other at a built-in of the warp.
struct Group {
  detail::BuiltIn built_in;
  LaneMask mask;  ///< the lanes that have to arrive; 0 for __activemask, which names none
  int line;       ///< of the call, for __activemask; 0 for all others
  LaneMask arrived;
};

/// The lanes of one warp and what they exchange. It knows which lanes may run. BlockRunner runs them.
class Warp {
 public:
  /// Starts anew with the first `lanes` lanes.
  void reset(unsigned lanes);

  /// Lane `lane` calls a built-in with `value`. All lanes of `mask` have to arrive there; in a
  /// shuffle the lane reads the value of lane `source`. Returns true when it is the last: the others
  /// are then ready and each lane's result is in `values`. Returns false when it has to wait.
  bool arrive(detail::BuiltIn built_in, LaneMask mask, unsigned lane, detail::Bits value,
              unsigned source, int line = 0);

  /// Call it when no lane can run. Makes lanes ready that need not wait for the rest: __syncwarp
  /// does not wait for lanes that have left the kernel, __activemask for none. Returns whether
  /// there were such lanes.
  bool release_stalled();

  /// Ends the warp early: lanes that wait become ready, and no further lane starts.
  void abandon();

  /// The lanes that wait at built-ins of the warp, in the order in which their first one arrived.
  std::span<const Group> groups() const { return std::span(groups_).first(group_count_); }

  LaneMask existing = 0;
  LaneMask unstarted = 0;
  LaneMask ready = 0;  ///< have waited and can go on
  LaneMask exited = 0;
  std::array<detail::Bits, kLanes> values{};  ///< passed to the built-in, then its result
  std::array<Fiber*, kLanes> fibers{};        ///< of the lanes that wait or are ready
  std::array<CodeAddress, kLanes> callers{};  ///< of the built-in that the lane called last
  unsigned epoch = 0;                         ///< how often lanes have synchronized

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
