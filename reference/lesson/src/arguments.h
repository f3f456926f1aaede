#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "plan.h"

namespace rowsort::lesson {

/// The arguments of a launch as cuLaunchKernel and KernelCode::call take them. Points into itself,
/// so it stays where it is.
class LaunchArguments {
 public:
  /// `arrays` are the plan's on the device that the launch runs on. Throws std::logic_error when
  /// the launch does not have one argument for each parameter.
  LaunchArguments(const Launch& launch, std::span<const std::byte* const> arrays, const float* x,
                  float* y);
  LaunchArguments(const LaunchArguments&) = delete;
  LaunchArguments& operator=(const LaunchArguments&) = delete;

  void** pointers() { return pointers_.data(); }

 private:
  // A pointer or a number.
  union Value {
    const void* pointer;
    std::size_t number;
  };

  std::vector<Value> values_;
  std::vector<void*> pointers_;
};

}  // namespace rowsort::lesson
