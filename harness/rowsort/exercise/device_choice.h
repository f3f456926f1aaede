#pragma once

#include <map>
#include <string>

namespace rowsort {

/// What a program is to run kernels on.
enum class DeviceChoice {
  kAuto,  ///< the first CUDA device, or the CPU device where there is none
  kCuda,
  kCpu
};

/// The choices by the names that they have on a command line.
inline const std::map<std::string, DeviceChoice>& device_choices() {
  static const std::map<std::string, DeviceChoice> choices = {
      {"auto", DeviceChoice::kAuto}, {"cuda", DeviceChoice::kCuda}, {"cpu", DeviceChoice::kCpu}};
  return choices;
}

}  // namespace rowsort
