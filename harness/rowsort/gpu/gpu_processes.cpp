#include "gpu_processes.h"

#include "rowsort/errors.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <vector>

#include "cuda_call.h"
#include "shared_library.h"
#include <unistd.h>

namespace rowsort {
namespace {

// Declarations from nvml.h (CUDA 11.5 and later), which is in no package that the harness needs for
// anything else.
struct NvmlDevice;
struct NvmlProcessInfo {
  unsigned pid;
  unsigned long long used_gpu_memory;
  unsigned gpu_instance_id;
  unsigned compute_instance_id;
};
constexpr unsigned kMostProcesses = 64;

class Nvml {
 public:
  Nvml() { call("nvmlInit_v2"); }
  ~Nvml() { library_.function<int()>("nvmlShutdown")(); }
  Nvml(const Nvml&) = delete;
  Nvml& operator=(const Nvml&) = delete;

  std::vector<unsigned> compute_processes(const char* pci_bus_id) const {
    NvmlDevice* device = nullptr;
    call("nvmlDeviceGetHandleByPciBusId_v2", pci_bus_id, &device);
    unsigned count = kMostProcesses;
    std::array<NvmlProcessInfo, kMostProcesses> processes{};
    call("nvmlDeviceGetComputeRunningProcesses_v3", device, &count, processes.data());
    std::vector<unsigned> pids;
    for (unsigned i = 0; i < std::min(count, kMostProcesses); ++i) pids.push_back(processes[i].pid);
    return pids;
  }

 private:
  // The arguments have exactly the types of the function's parameters.
  template <typename... Arguments>
  void call(const char* name, Arguments... arguments) const {
    const int status = library_.function<int(Arguments...)>(name)(arguments...);
    if (status == 0) return;
    throw EnvironmentError(std::string(name) + " failed with status " + std::to_string(status));
  }

  SharedLibrary library_{"the driver's management library (NVML)",
                         {"libnvidia-ml.so.1", "libnvidia-ml.so"}};
};

std::string name_of(unsigned pid) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/comm");
  std::string name;
  std::getline(file, name);
  return name.empty() ? "of another user or container" : name;
}

}  // namespace

OtherProcesses other_gpu_processes() try {
  std::array<char, 32> bus{};
  ROWSORT_CUDA_CALL(cudaDeviceGetPCIBusId(bus.data(), static_cast<int>(bus.size()), 0));
  std::vector<unsigned> pids = Nvml().compute_processes(bus.data());
  // In a container this process has a different number than NVML gives. Then it is one of the
  // others.
  const auto self = std::find(pids.begin(), pids.end(), static_cast<unsigned>(getpid()));
  if (self != pids.end()) {
    pids.erase(self);
  } else if (!pids.empty()) {
    pids.pop_back();
  }
  OtherProcesses others{pids.size(), {}};
  for (const unsigned pid : pids) {
    if (!others.note.empty()) others.note += ", ";
    others.note += std::to_string(pid) + " (" + name_of(pid) + ")";
  }
  return others;
} catch (const std::exception& error) {
  return {0, std::string("other processes on the GPU are unknown: ") + error.what()};
}

}  // namespace rowsort
