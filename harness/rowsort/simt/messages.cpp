#include "messages.h"

#include "rowsort/text.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdio>
#include <utility>
#include <vector>

#include "source_line.h"

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
std::string listed(std::vector<std::string> parts) {
  if (parts.empty()) return "";
  const std::string last = std::move(parts.back());
  parts.pop_back();
  return parts.empty() ? last : joined(parts, ", ") + " and " + last;
}

/// "lane 3 waits", "lanes 0, 2 and 5-7 wait": with the form of the verb that fits.
std::string lanes(LaneMask mask, const char* one, const char* several) {
  const bool single = std::has_single_bit(mask);
  std::vector<std::string> ranges;
  while (mask != 0) {
    const unsigned first = lowest(mask);
    const unsigned length = static_cast<unsigned>(std::countr_one(mask >> first));
    ranges.push_back(std::to_string(first));
    if (length > 1) ranges.back() += "-" + std::to_string(first + length - 1);
    mask &= ~static_cast<LaneMask>(((std::uint64_t{1} << length) - 1) << first);
  }
  return (single ? "lane " : "lanes ") + listed(ranges) + (single ? one : several);
}

/// " at row_sort.cu:57", or nothing.
std::string at(CodeAddress code) {
  const std::string line = source_line(code);
  return line.empty() ? "" : " at " + line;
}

/// The waiting lanes by the line that they wait at, in the order of their first lanes.
std::vector<std::pair<std::string, LaneMask>> by_line(LaneMask waiting, const Warp& warp) {
  std::vector<std::pair<std::string, LaneMask>> lines;
  for (; waiting != 0; waiting &= waiting - 1) {
    const std::string line = at(warp.callers[lowest(waiting)]);
    auto found = std::find_if(lines.begin(), lines.end(),
                              [&](const auto& known) { return known.first == line; });
    if (found == lines.end()) found = lines.insert(found, {line, 0});
    found->second |= waiting & -waiting;
  }
  return lines;
}

/// Says for each of the missing lanes of the warp where it is.
std::vector<std::string> where_are(LaneMask missing, unsigned warp, const Warp& state,
                                   const Barriers& barriers) {
  std::vector<std::string> parts;
  if (const LaneMask nonexistent = missing & ~state.existing; nonexistent != 0) {
    parts.push_back(lanes(nonexistent, " does", " do") + " not exist in this warp of " +
                    std::to_string(std::popcount(state.existing)));
  }
  if (const LaneMask exited = missing & state.exited; exited != 0) {
    parts.push_back(lanes(exited, " has", " have") + " already left the kernel");
  }
  const auto wait = [&](LaneMask waiting, BuiltIn built_in, const std::string& with) {
    for (const auto& [line, there] : by_line(waiting, state)) {
      parts.push_back(lanes(there, " waits", " wait") + " at " + name(built_in) + with + line);
    }
  };
  for (const Group& group : state.groups()) {
    wait(missing & group.arrived, group.built_in, " with mask " + hex(group.mask, 8));
  }
  for (const Barrier& barrier : barriers) {
    wait(missing & barrier.waiting[warp], barrier.built_in, "");
  }
  return parts;
}

ThreadIndex first_waiting(std::size_t block, const Barrier& barrier) {
  const auto warp = std::find_if(barrier.waiting.begin(), barrier.waiting.end(),
                                 [](LaneMask waiting) { return waiting != 0; });
  return {block, static_cast<unsigned>(warp - barrier.waiting.begin()), lowest(*warp)};
}

}  // namespace

std::string text(const ThreadIndex& thread, CodeAddress code) {
  return "block " + std::to_string(thread.block) + ", warp " + std::to_string(thread.warp) +
         ", lane " + std::to_string(thread.lane) + at(code);
}

std::string hex(std::uint64_t number, int digits) {
  std::array<char, 20> text{};
  std::snprintf(text.data(), text.size(), "0x%0*llx", digits,
                static_cast<unsigned long long>(number));
  return text.data();
}

KernelError error_at(const std::string& what, const ThreadIndex& thread, CodeAddress code,
                     const std::string& problem) {
  return KernelError(what + " in " + text(thread, code) + ": " + problem);
}

KernelError misuse(BuiltIn built_in, const ThreadIndex& thread, CodeAddress caller,
                   const std::string& problem) {
  return error_at(name(built_in), thread, caller, problem);
}

KernelError warp_deadlock(ThreadIndex thread, const Warp& warp, const Barriers& barriers) {
  const Group& group = warp.groups().front();
  const LaneMask missing = group.mask & ~group.arrived;
  thread.lane = lowest(group.arrived);
  return misuse(group.built_in, thread, warp.callers[thread.lane],
                std::to_string(std::popcount(group.arrived)) + " of the " +
                    std::to_string(std::popcount(group.mask)) + " lanes named by mask " +
                    hex(group.mask, 8) + " arrived; " +
                    listed(where_are(missing, thread.warp, warp, barriers)) +
                    ", so it never completes");
}

KernelError block_deadlock(std::size_t block, unsigned threads, std::span<const Warp> warps,
                           const Barriers& barriers) {
  const Barrier& most =
      *std::max_element(barriers.begin(), barriers.end(),
                        [](const auto& a, const auto& b) { return a.arrived < b.arrived; });
  const auto caller_at = [&](const ThreadIndex& thread) {
    return warps[thread.warp].callers[thread.lane];
  };
  const auto verb = [](unsigned count, const char* one, const char* several) {
    return std::to_string(count) + (count == 1 ? one : several);
  };
  std::vector<std::string> rest;
  unsigned exited = 0;
  for (const Warp& warp : warps) exited += static_cast<unsigned>(std::popcount(warp.exited));
  if (exited > 0) rest.push_back(verb(exited, " has", " have") + " left the kernel");
  for (const Barrier& barrier : barriers) {
    if (&barrier == &most || barrier.arrived == 0) continue;
    rest.push_back(verb(barrier.arrived, " waits", " wait") + " at " + name(barrier.built_in) +
                   at(caller_at(first_waiting(block, barrier))));
  }
  const ThreadIndex first = first_waiting(block, most);
  return misuse(most.built_in, first, caller_at(first),
                std::to_string(most.arrived) + " of the " + std::to_string(threads) +
                    " threads of the block arrived; " + listed(rest) + ", so it never completes");
}

}  // namespace rowsort::simt
