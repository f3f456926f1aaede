#include "gpu_processes.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <vector>

#include "cuda_error.h"
#include "shared_library.h"
#include <unistd.h>

namespace rowsort {
namespace {

// NVML's header is in no package that the harness needs otherwise; these are its declarations of
// what is called (nvml.h of CUDA 11.5 and later).
using NvmlReturn = int;
constexpr NvmlReturn kNvmlSuccess = 0;
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
  Nvml() { require(library_.function<NvmlReturn()>("nvmlInit_v2")(), "nvmlInit_v2"); }
  ~Nvml() { library_.function<NvmlReturn()>("nvmlShutdown")(); }
  Nvml(const Nvml&) = delete;
  Nvml& operator=(const Nvml&) = delete;

  std::vector<unsigned> compute_processes(const char* pci_bus_id) const {
    NvmlDevice* device = nullptr;
    require(library_.function<NvmlReturn(const char*, NvmlDevice**)>(
                "nvmlDeviceGetHandleByPciBusId_v2")(pci_bus_id, &device),
            "nvmlDeviceGetHandleByPciBusId_v2");
    unsigned count = kMostProcesses;
    std::array<NvmlProcessInfo, kMostProcesses> processes{};
    require(library_.function<NvmlReturn(NvmlDevice*, unsigned*, NvmlProcessInfo*)>(
                "nvmlDeviceGetComputeRunningProcesses_v3")(device, &count, processes.data()),
            "nvmlDeviceGetComputeRunningProcesses_v3");
    std::vector<unsigned> pids;
    for (unsigned i = 0; i < std::min(count, kMostProcesses); ++i) pids.push_back(processes[i].pid);
    return pids;
  }

 private:
  static void require(NvmlReturn result, const char* call) {
    if (result == kNvmlSuccess) return;
    throw LibraryMissing(std::string(call) + " failed with status " + std::to_string(result));
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
  // In a container this process has another number here than there: then one of them is it.
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
