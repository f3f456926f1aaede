#pragma once

#include <cstdint>
#include <vector>

#include <sys/types.h>

namespace rowsort {

/// The children of a process, also those that have ended and have not been waited for.
/// O(processes of the machine).
std::vector<pid_t> children_of(pid_t parent);

/// Whether a process and all its descendants together use more memory than this. A page that several
/// of them share counts once (Pss of /proc/PID/smaps_rollup). Processes that end meanwhile do not
/// count. O(processes of the machine).
bool tree_uses_more_than(pid_t root, std::uint64_t bytes);

}  // namespace rowsort
