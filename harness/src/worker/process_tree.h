#pragma once

#include <cstdint>

#include <sys/types.h>

namespace rowsort {

/// Whether a process and all its descendants have more memory than this together; a page that
/// several of them share counts once (Pss of /proc/PID/smaps_rollup). Processes that end meanwhile
/// count nothing. O(processes of the machine).
bool tree_uses_more_than(pid_t root, std::uint64_t bytes);

}  // namespace rowsort
