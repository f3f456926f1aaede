#include "messages.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdio>
#include <utility>
#include <vector>

#include "code_place.h"

namespace rowsort::simt {

using detail::BuiltIn;

namespace {

std::string name(BuiltIn built_in) {
  constexpr std::array kNames = {
      "__syncwarp",          "__activemask",      "__shfl_sync",       "__shfl_up_sync",
      "__shfl_down_sync",    "__shfl_xor_sync",   "__ballot_sync",     "__any_sync",
      "__all_sync",          "__reduce_add_sync", "__reduce_min_sync", "__reduce_max_sync",
      "__reduce_and_sync",   "__reduce_or_sync",  "__reduce_xor_sync", "__syncthreads",
      "__syncthreads_count", "__syncthreads_and", "__syncthreads_or"};
  static_assert(kNames.size() == static_cast<std::size_t>(BuiltIn::syncthreads_or) + 1);
  return kNames[static_cast<std::size_t>(built_in)];
}

/// "a", "a and b", "a, b and c"
std::string join(const std::vector<std::string>& parts) {
  std::string joined;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) joined += i + 1 == parts.size() ? " and " : ", ";
    joined += parts[i];
  }
  return joined;
}

/// "lane 3", "lanes 0, 2 and 5-7"
std::string lanes(LaneMask mask) {
  const bool one = std::has_single_bit(mask);
  std::vector<std::string> ranges;
  while (mask != 0) {
    const unsigned first = lowest(mask);
    const unsigned length = static_cast<unsigned>(std::countr_one(mask >> first));
    ranges.push_back(std::to_string(first));
    if (length > 1) ranges.back().append("-").append(std::to_string(first + length - 1));
    mask &= ~static_cast<LaneMask>(((std::uint64_t{1} << length) - 1) << first);
  }
  return std::string(one ? "lane " : "lanes ").append(join(ranges));
}

/// Picks the form of the verb for `mask`'s number of lanes.
std::string verb(LaneMask mask, const char* singular, const char* plural) {
  return std::has_single_bit(mask) ? singular : plural;
}

/// " at row_sort.cu:57", or nothing.
std::string at(CodeAddress code) {
  const std::string place = code_place(code);
  return place.empty() ? "" : " at " + place;
}

/// The waiting lanes by the line that they wait at, in the order of their first lanes.
std::vector<std::pair<std::string, LaneMask>> by_place(LaneMask waiting, const Warp& warp) {
  std::vector<std::pair<std::string, LaneMask>> places;
  for (; waiting != 0; waiting &= waiting - 1) {
    const std::string place = at(warp.callers[lowest(waiting)]);
    auto found = std::find_if(places.begin(), places.end(),
                              [&](const auto& known) { return known.first == place; });
    if (found == places.end()) found = places.insert(found, {place, 0});
    found->second |= waiting & -waiting;
  }
  return places;
}

/// Says for each of the missing lanes where it is instead.
std::vector<std::string> whereabouts(LaneMask missing, unsigned warp, const Warp& state,
                                     const Barriers& barriers) {
  std::vector<std::string> parts;
  const LaneMask nonexistent = missing & ~state.existing;
  if (nonexistent != 0) {
    parts.push_back(lanes(nonexistent) + verb(nonexistent, " does", " do") +
                    " not exist in this warp of " + std::to_string(std::popcount(state.existing)));
  }
  const LaneMask exited = missing & state.exited;
  if (exited != 0) {
    parts.push_back(lanes(exited) + verb(exited, " has", " have") + " already left the kernel");
  }
  const auto wait = [&](LaneMask waiting, BuiltIn built_in, const std::string& with) {
    for (const auto& [place, there] : by_place(waiting, state)) {
      parts.push_back(lanes(there) + verb(there, " waits", " wait") + " at " + name(built_in) +
                      with + place);
    }
  };
  for (const Group& group : state.groups()) {
    wait(missing & group.arrived, group.built_in, " with mask " + hex(group.mask));
  }
  for (const Barrier& barrier : barriers)
    wait(missing & barrier.waiting[warp], barrier.built_in, "");
  return parts;
}

LanePlace first_waiting(std::size_t block, const Barrier& barrier) {
  const auto warp = std::find_if(barrier.waiting.begin(), barrier.waiting.end(),
                                 [](LaneMask waiting) { return waiting != 0; });
  return {block, static_cast<unsigned>(warp - barrier.waiting.begin()), lowest(*warp)};
}

}  // namespace

std::string hex(LaneMask mask) {
  std::array<char, 11> digits{};
  std::snprintf(digits.data(), digits.size(), "0x%08x", mask);
  return digits.data();
}

std::string text(const LanePlace& place, CodeAddress code) {
  return "block " + std::to_string(place.block) + ", warp " + std::to_string(place.warp) +
         ", lane " + std::to_string(place.lane) + at(code);
}

KernelError error_at(const std::string& what, LanePlace place, CodeAddress code,
                     const std::string& problem) {
  return {place.block, place.warp, place.lane, what + " in " + text(place, code) + ": " + problem};
}

KernelError misuse(BuiltIn built_in, LanePlace place, CodeAddress caller,
                   const std::string& problem) {
  return error_at(name(built_in), place, caller, problem);
}

KernelError uncaught(LanePlace place, const std::string& what) {
  return error_at("exception", place, nullptr, what);
}

KernelError stuck_warp(std::size_t block, unsigned warp, const Warp& state,
                       const Barriers& barriers) {
  const Group& group = state.groups().front();
  const LaneMask missing = group.mask & ~group.arrived;
  const unsigned first = lowest(group.arrived);
  return misuse(group.built_in, {block, warp, first}, state.callers[first],
                std::to_string(std::popcount(group.arrived)) + " of the " +
                    std::to_string(std::popcount(group.mask)) + " lanes named by mask " +
                    hex(group.mask) + " arrived; " +
                    join(whereabouts(missing, warp, state, barriers)) + ", so it never completes");
}

KernelError stuck_block(std::size_t block, unsigned threads, std::span<const Warp> warps,
                        const Barriers& barriers) {
  const Barrier* most = &barriers.front();
  for (const Barrier& barrier : barriers) {
    if (barrier.arrived > most->arrived) most = &barrier;
  }
  const auto caller_at = [&](const LanePlace& place) {
    return warps[place.warp].callers[place.lane];
  };
  std::vector<std::string> rest;
  int exited = 0;
  for (const Warp& warp : warps) exited += std::popcount(warp.exited);
  if (exited > 0)
    rest.push_back(std::to_string(exited) + (exited == 1 ? " has" : " have") + " left the kernel");
  for (const Barrier& barrier : barriers) {
    if (&barrier == most || barrier.arrived == 0) continue;
    rest.push_back(std::to_string(barrier.arrived) + (barrier.arrived == 1 ? " waits" : " wait") +
                   " at " + name(barrier.built_in) + at(caller_at(first_waiting(block, barrier))));
  }
  const LanePlace first = first_waiting(block, *most);
  return misuse(most->built_in, first, caller_at(first),
                std::to_string(most->arrived) + " of the " + std::to_string(threads) +
                    " threads of the block arrived; " + join(rest) + ", so it never completes");
}

}  // namespace rowsort::simt
