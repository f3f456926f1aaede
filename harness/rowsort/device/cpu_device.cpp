#include "rowsort/simt/launch.h"

#include <fstream>
#include <string>
#include <thread>

#include "device.h"

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
    const std::size_t rows = memory.layout().rows;
    const simt::LaunchShape shape{grid_size(rows, block_size), static_cast<unsigned>(block_size)};
    const auto body = [&] {
      kernel_(memory.row_ptr(), memory.col_idx(), memory.val(), memory.x(), memory.y().data(),
              rows);
    };
    try {
      simt::launch(shape, body, {.cores = cores_});
    } catch (const simt::KernelError& error) {
      throw SubmissionError(FaultKind::kKernelFailed, std::string("failed: ") + error.what());
    }
  }

 private:
  SpmvKernel* kernel_;
  unsigned cores_;
};

}  // namespace

std::unique_ptr<Device> make_cpu_device(SpmvKernel* kernel, unsigned cores) {
  return std::make_unique<CpuDevice>(kernel, cores);
}

}  // namespace rowsort
