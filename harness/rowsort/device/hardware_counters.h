#pragma once

#include <cstdint>
#include <stdexcept>

namespace rowsort {

/// What a GPU counted while a kernel ran once, with Nsight Compute's name of each count.
struct HardwareCounters {
  std::uint64_t load_requests = 0;        ///< l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum
  std::uint64_t load_sectors = 0;         ///< l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum
  std::uint64_t warp_instructions = 0;    ///< smsp__inst_executed.sum
  std::uint64_t thread_instructions = 0;  ///< smsp__thread_inst_executed.sum
  std::uint64_t ffma_instructions = 0;    ///< smsp__sass_thread_inst_executed_op_ffma_pred_on.sum
  std::uint64_t dram_read_bytes = 0;      ///< dram__bytes_read.sum
  std::uint64_t dram_write_bytes = 0;     ///< dram__bytes_write.sum

  bool operator==(const HardwareCounters&) const = default;
};

/// The counters cannot be read: no permission, no profiling library, a GPU or a virtual machine
/// without. what() is one sentence with what to do about it. Costs a submission nothing.
class CountersUnavailable : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace rowsort
