#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace rowsort {

/// The signature of spmv_sorted as the C++ compiler sees it.
using SpmvKernel = void(const int* row_ptr, const int* col_idx, const float* val, const float* x,
                        float* y, std::size_t rows);

enum class DeviceKind : std::uint32_t { kCpu, kCuda };

struct DeviceInfo {
  DeviceKind kind = DeviceKind::kCpu;
  std::string name;                ///< "NVIDIA H200", or the processor's name
  int compute_capability = 0;      ///< 10 * major + minor; 0 on the CPU device
  int multiprocessors = 0;         ///< or processor cores
  std::uint64_t memory_bytes = 0;  ///< of the GPU; 0 on the CPU device
  std::uint64_t l2_bytes = 0;      ///< of the GPU; 0 on the CPU device
  int driver_version = 0;          ///< 1000 * major + 10 * minor, the newest CUDA it supports
  int runtime_version = 0;         ///< 1000 * major + 10 * minor
};

/// 13010, as CUDA gives a version, in words: "13.1".
inline std::string cuda_version_text(int version) {
  return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

/// Number of blocks of a launch over `rows` rows: ceil(rows / block_size).
inline std::size_t grid_size(std::size_t rows, int block_size) {
  const auto block = static_cast<std::size_t>(block_size);
  return (rows + block - 1) / block;
}

}  // namespace rowsort
