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

// Calls launch(shape, body), where body runs the kernel for one thread.
template <typename Launch>
auto launch_kernel(SpmvKernel* kernel, const KernelMemory& memory, int block_size, Launch launch) {
  const std::size_t rows = memory.layout().rows;
  const simt::LaunchShape shape{grid_size(rows, block_size), static_cast<unsigned>(block_size)};
  const auto body = [&] {
    kernel(memory.row_ptr(), memory.col_idx(), memory.val(), memory.x(), memory.y().data(), rows);
  };
  return launch(shape, body);
}

class CpuDevice final : public Device {
 public:
  CpuDevice(SpmvKernel* kernel, unsigned cores)
      : kernel_(kernel), cores_(cores != 0 ? cores : std::thread::hardware_concurrency()) {}

  DeviceInfo info() const override {
    DeviceInfo info;
    info.kind = DeviceKind::kCpu;
    info.name = processor_name();
    info.multiprocessors = static_cast<int>(cores_);
    return info;
  }

  void run(KernelMemory memory, int block_size) override {
    launch_kernel(kernel_, memory, block_size, [&](const simt::LaunchShape& shape, auto body) {
      simt::launch(shape, body, {.cores = cores_});
    });
  }

 private:
  SpmvKernel* kernel_;
  unsigned cores_;
};

}  // namespace

std::unique_ptr<Device> make_cpu_device(SpmvKernel* kernel, unsigned cores) {
  return std::make_unique<CpuDevice>(kernel, cores);
}

simt::TraceCounts trace_kernel(SpmvKernel* traced_kernel, KernelMemory memory, int block_size) {
  return launch_kernel(traced_kernel, memory, block_size,
                       [&](const simt::LaunchShape& shape, auto body) {
                         return simt::traced_launch(shape, body, kernel_buffers(memory));
                       });
}

}  // namespace rowsort
