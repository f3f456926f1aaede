#pragma once

#include <cstdint>
#include <vector>

#include <sys/types.h>

namespace rowsort {

/// The processes whose parent this one is, those included that have ended and were not waited for.
/// O(processes of the machine).
std::vector<pid_t> children_of(pid_t parent);

/// Whether a process and all its descendants have more memory than this together; a page that
/// several of them share counts once (Pss of /proc/PID/smaps_rollup). Processes that end meanwhile
/// count nothing. O(processes of the machine).
bool tree_uses_more_than(pid_t root, std::uint64_t bytes);

}  // namespace rowsort
