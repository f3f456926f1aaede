#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "buffer.h"
#include "launch.h"

/// Runs a kernel on the CPU, counts its accesses to memory and names its mistakes.
namespace rowsort::simt {

enum class AccessKind : std::uint8_t { kLoad, kStore, kAtomic };

/// Accesses to memory, counted. The k-th time that the lanes of a warp execute an access is one
/// request, however many of them take part. Sectors are the distinct aligned 32 bytes that a request
/// touches.
struct AccessCounts {
  std::uint64_t requests = 0;
  std::uint64_t sectors = 0;
  std::uint64_t bytes = 0;  ///< accessed by all lanes together
  std::size_t widest = 0;   ///< bytes of the widest access of a lane: 16 for a float4

  AccessCounts& operator+=(const AccessCounts& other);
};

/// What the loads, the stores or the atomics of one line of a kernel did to one buffer.
struct SiteCounts : AccessCounts {
  /// "row_sort.cu". Empty without debug information about the instruction, and where the compiler
  /// merged several lines into one instruction.
  std::string file;
  int line = 0;  ///< 0 with an empty file
  AccessKind kind{};
  std::string buffer;  ///< "val"; "val or x" where one instruction accesses several
};

/// A count and the name under which Nsight Compute (ncu --metrics) shows it for a GPU.
struct MetricCount {
  const char* metric;
  std::uint64_t count = 0;
};

/// Elements of an output that no thread wrote.
struct UnwrittenElements {
  std::string buffer;
  std::size_t first = 0;
  std::size_t count = 0;
};

struct TraceCounts {
  std::vector<SiteCounts> sites;  ///< by file, line, kind and buffer
  MetricCount load_requests{"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"};
  MetricCount load_sectors{"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"};
  MetricCount store_requests{"l1tex__t_requests_pipe_lsu_mem_global_op_st.sum"};
  MetricCount store_sectors{"l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"};
  /// 32 * the requests of the load site with the most requests: the lane-slots that the warps of the
  /// kernel really executed. 0 for a kernel without loads.
  std::uint64_t executed_lane_slots = 0;
  std::vector<UnwrittenElements> unwritten;  ///< of each output that has such elements
};

/// Runs `body`, which calls a traced kernel, as launch() does, and counts. `buffers` are all that
/// the kernel has pointers to. They are separate allocations, so each sector belongs to one of them.
/// On a GPU a buffer starts at a multiple of 256 bytes; for one that starts elsewhere the sectors
/// may differ. The counts do not depend on the number of cores.
///
/// Throws what launch() throws, and KernelError also for
/// - an access outside every buffer, except to the thread's stack, to variables of the program and
///   to __shared__ memory; a write to an input; a read of an output's element that no thread wrote;
/// - two threads that write one element, not both by atomics, and have not synchronized in between
///   (threads of a block by __syncthreads and the like, those of a warp also by __syncwarp and the
///   like);
/// - a shuffle that reads a lane outside its mask;
/// - a thread in an endless loop: 2^20 accesses and 16 for each element of the buffers.
/// Destructors of the kernel's own objects do not run then.
///
/// Memory: 16 bytes for each element that may be written, and 4 bytes for each access of a lane in
/// the warps that run at the same time. When a lane makes more than kMaxLoggedAccesses with one
/// instruction, each further one counts as a request of its own.
TraceCounts traced_launch(LaunchShape shape, const std::function<void()>& body,
                          std::span<const KernelBuffer> buffers, LaunchOptions options = {});

inline constexpr std::size_t kMaxLoggedAccesses = std::size_t{1} << 20;

}  // namespace rowsort::simt
