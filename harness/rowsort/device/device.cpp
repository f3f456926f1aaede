#include "device.h"

namespace rowsort {

std::string refuse_compute_capability(int compute_capability, const std::string& name) {
  if (compute_capability >= kMinComputeCapability) return {};
  const auto version = [](int capability) {
    return std::to_string(capability / 10) + "." + std::to_string(capability % 10);
  };
  return name + " has compute capability " + version(compute_capability) + "; at least " +
         version(kMinComputeCapability) + " is needed";
}

}  // namespace rowsort
