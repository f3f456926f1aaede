#include "warp.h"

#include <algorithm>

namespace rowsort::simt {

using detail::Bits;
using detail::BuiltIn;

namespace {

unsigned combine(BuiltIn reduction, unsigned a, unsigned b) {
  switch (reduction) {
    case BuiltIn::reduce_min:
      return std::min(a, b);
    case BuiltIn::reduce_max:
      return std::max(a, b);
    case BuiltIn::reduce_and:
      return a & b;
    case BuiltIn::reduce_or:
      return a | b;
    case BuiltIn::reduce_xor:
      return a ^ b;
    default:
      return a + b;
  }
}

}  // namespace

void Warp::reset(unsigned lanes) {
  existing = static_cast<LaneMask>((std::uint64_t{1} << lanes) - 1);
  unstarted = existing;
  ready = 0;
  exited = 0;
  epoch = 0;
  group_count_ = 0;
}

/// Puts the results of the lanes that have arrived into `values`, makes these lanes ready and ends
/// the group.
void Warp::complete(Group& group) {
  const LaneMask lanes = group.arrived;
  ++epoch;
  switch (group.built_in) {
    case BuiltIn::syncwarp:
      break;
    case BuiltIn::activemask:
      for_each_lane(lanes, [&](unsigned lane) { values[lane] = lanes; });
      break;
    case BuiltIn::shfl:
    case BuiltIn::shfl_up:
    case BuiltIn::shfl_down:
    case BuiltIn::shfl_xor: {
      const std::array<Bits, kLanes> sent = values;
      for_each_lane(lanes, [&](unsigned lane) {
        const unsigned source = sources_[lane];
        values[lane] = (lanes >> source & 1) != 0 ? sent[source] : ~Bits{0};
      });
      break;
    }
    case BuiltIn::ballot:
    case BuiltIn::any:
    case BuiltIn::all: {
      LaneMask votes = 0;
      for_each_lane(lanes,
                    [&](unsigned lane) { votes |= static_cast<LaneMask>(values[lane]) << lane; });
      for_each_lane(lanes, [&](unsigned lane) { values[lane] = votes; });
      break;
    }
    default: {
      auto total = static_cast<unsigned>(values[lowest(lanes)]);
      for_each_lane(lanes & (lanes - 1), [&](unsigned lane) {
        total = combine(group.built_in, total, static_cast<unsigned>(values[lane]));
      });
      for_each_lane(lanes, [&](unsigned lane) { values[lane] = total; });
    }
  }
  ready |= lanes;
  std::copy(&group + 1, groups_.data() + group_count_, &group);
  --group_count_;
}

bool Warp::release_stalled() {
  const auto end = groups_.begin() + group_count_;
  const LaneMask gone = exited | ~existing;
  auto released = std::find_if(groups_.begin(), end, [gone](const Group& group) {
    return group.built_in == BuiltIn::syncwarp && (group.mask & ~group.arrived & ~gone) == 0;
  });
  if (released == end) {
    released = std::find_if(groups_.begin(), end, [](const Group& group) {
      return group.built_in == BuiltIn::activemask;
    });
  }
  if (released == end) return false;
  complete(*released);
  return true;
}

void Warp::abandon() {
  ready = existing & ~unstarted & ~exited;
  existing &= ~unstarted;
  unstarted = 0;
  group_count_ = 0;
}

}  // namespace rowsort::simt
