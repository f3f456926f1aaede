#pragma once

#include "rowsort/device/kernel_memory.h"

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace rowsort::testing {

/// Memory for a kernel, aligned as KernelMemory requires.
class AlignedBytes {
 public:
  explicit AlignedBytes(std::size_t bytes) : storage_(bytes + kBufferAlignment), size_(bytes) {}

  std::span<std::byte> bytes() {
    void* start = storage_.data();
    std::size_t space = storage_.size();
    std::align(kBufferAlignment, size_, start, space);
    return {static_cast<std::byte*>(start), size_};
  }

 private:
  std::vector<std::byte> storage_;
  std::size_t size_;
};

}  // namespace rowsort::testing
