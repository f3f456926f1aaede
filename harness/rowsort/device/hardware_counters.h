#pragma once

#include "rowsort/errors.h"

#include <array>
#include <cstdint>

namespace rowsort {

/// What a GPU counted while a kernel ran once.
struct HardwareCounters {
  std::uint64_t load_requests = 0;        ///< of warps, to global memory
  std::uint64_t load_sectors = 0;         ///< of 32 bytes, that those requests touched
  std::uint64_t warp_instructions = 0;    ///< executed, counted once for each warp
  std::uint64_t thread_instructions = 0;  ///< executed, counted once for each active lane
  std::uint64_t ffma_instructions = 0;    ///< float32 fused multiply-adds, likewise for each lane
  std::uint64_t dram_read_bytes = 0;
  std::uint64_t dram_write_bytes = 0;

  bool operator==(const HardwareCounters&) const = default;
};

/// One counter: its name in a grade, its name in Nsight Compute, and its place.
struct CounterMetric {
  const char* field;
  const char* metric;
  std::uint64_t HardwareCounters::*count;
};

/// All counters, in the order of HardwareCounters.
inline constexpr std::array<CounterMetric, 7> kCounterMetrics = {{
    {"load_requests", "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
     &HardwareCounters::load_requests},
    {"load_sectors", "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
     &HardwareCounters::load_sectors},
    {"warp_instructions", "smsp__inst_executed.sum", &HardwareCounters::warp_instructions},
    {"thread_instructions", "smsp__thread_inst_executed.sum",
     &HardwareCounters::thread_instructions},
    {"ffma_instructions", "smsp__sass_thread_inst_executed_op_ffma_pred_on.sum",
     &HardwareCounters::ffma_instructions},
    {"dram_read_bytes", "dram__bytes_read.sum", &HardwareCounters::dram_read_bytes},
    {"dram_write_bytes", "dram__bytes_write.sum", &HardwareCounters::dram_write_bytes},
}};

/// The counters cannot be read: no permission, no profiling library, or a GPU or virtual machine
/// without counters. what() is one sentence that says what to do. It costs a submission nothing.
class CountersUnavailable : public EnvironmentError {
 public:
  using EnvironmentError::EnvironmentError;
};

}  // namespace rowsort
