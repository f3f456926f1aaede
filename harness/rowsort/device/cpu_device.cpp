#include "cpu_device.h"

#include "rowsort/simt/launch.h"

#include <fstream>
#include <string>
#include <thread>

namespace rowsort {
namespace {

std::string processor_name() {
  std::ifstream cpuinfo("/proc/cpuinfo");
  for (std::string line; std::getline(cpuinfo, line);) {
    if (line.starts_with("model name")) {
      const std::size_t colon = line.find(": ");
      if (colon != std::string::npos) return line.substr(colon + 2);
    }
  }
  return "this machine's processor";
}

simt::LaunchShape launch_shape(const KernelMemory& memory, int block_size) {
  return {grid_size(memory.layout().rows, block_size), static_cast<unsigned>(block_size)};
}

// Runs the kernel for one thread.
void call(SpmvKernel* kernel, const KernelMemory& memory) {
  kernel(memory.row_ptr(), memory.col_idx(), memory.val(), memory.x(), memory.y().data(),
         memory.layout().rows);
}

}  // namespace

DeviceInfo cpu_device_info() {
  DeviceInfo info;
  info.name = processor_name();
  info.multiprocessors = static_cast<int>(std::thread::hardware_concurrency());
  return info;
}

void run_kernel_on_cpu(SpmvKernel* kernel, KernelMemory memory, int block_size) {
  simt::launch(launch_shape(memory, block_size), [&] { call(kernel, memory); });
}

simt::TraceCounts trace_kernel(SpmvKernel* traced_kernel, KernelMemory memory, int block_size) {
  return simt::traced_launch(
      launch_shape(memory, block_size), [&] { call(traced_kernel, memory); },
      kernel_buffers(memory));
}

}  // namespace rowsort
