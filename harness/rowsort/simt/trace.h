#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "buffer.h"
#include "launch.h"

/// Runs a kernel on the CPU device, counts what it does to memory and says what it does wrong.
namespace rowsort::simt {

enum class AccessKind : std::uint8_t { kLoad, kStore, kAtomic };

/// What the loads, the stores or the atomics of one line of a kernel did to one buffer.
///
/// The k-th time that the lanes of a warp execute an access is one request, however many of them
/// take part. Sectors are the distinct aligned 32 bytes that a request touches.
struct SiteCounts {
  /// "row_sort.cu". Empty without debug information about the instruction, also where the compiler
  /// made one instruction of what several lines say.
  std::string file;
  int line = 0;  ///< 0 with an empty file
  AccessKind kind{};
  std::string buffer;  ///< "val"; "val or x" where one instruction accesses several
  std::uint64_t requests = 0;
  std::uint64_t sectors = 0;
  std::uint64_t bytes = 0;  ///< asked for by all lanes together
  std::size_t widest = 0;   ///< bytes that one lane asked for at a time, at most: 16 for a float4
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
  /// 32 * the requests of the load site that has most: what the warps of the kernel really stepped
  /// through. 0 for a kernel without loads.
  std::uint64_t executed_lane_slots = 0;
  std::vector<UnwrittenElements> unwritten;  ///< of each output that has some
};

/// Runs `body`, which calls a traced kernel, as launch() does, and counts. `buffers` are all that
/// the kernel has pointers to; they are separate allocations, so no sector belongs to two of them.
/// On the GPU buffers start at a multiple of kBufferAlignment; elsewhere sectors may differ. The
/// counts do not depend on the number of cores.
///
/// Beside what launch() throws, KernelError is thrown for
/// - an access outside every buffer, except to the thread's stack, to variables of the program and
///   to __shared__ memory; a write to an input; a read of an output's element that nobody wrote;
/// - two threads that write one element, not both by atomics, with nothing between them that both
///   waited at (__syncthreads and the like for the threads of a block, also __syncwarp and the
///   like for those of a warp);
/// - a shuffle that reads a lane outside its mask;
/// - a thread that makes more than step_limit() accesses.
/// Destructors of the kernel's own objects do not run then; a kernel that is valid CUDA has none
/// that matter.
///
/// Memory: 16 bytes for each element that may be written, and for the warps that run at a time 4
/// bytes for each access of a lane. Of one line's accesses by one lane those after the first
/// kMaxLoggedAccesses count as requests of their own.
TraceCounts traced_launch(LaunchShape shape, const std::function<void()>& body,
                          std::span<const KernelBuffer> buffers, LaunchOptions options = {});

inline constexpr std::size_t kMaxLoggedAccesses = std::size_t{1} << 20;

/// Accesses after which a thread is taken to be in an endless loop: far more than one thread needs
/// that does the whole kernel's work alone.
std::uint64_t step_limit(std::span<const KernelBuffer> buffers);

}  // namespace rowsort::simt
