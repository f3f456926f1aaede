#include "rowsort/device/cpu_device.h"
#include "rowsort/matrix/poison.h"

#include <stdexcept>

#include "runner.h"

namespace rowsort::lesson {
namespace {

class CpuRunner final : public Runner {
 public:
  DeviceInfo info() const override { return cpu_device_info(); }

  std::string refuse(const Plan& plan) const override {
    return plan.cusparse ? "cuSPARSE needs a GPU" : "";
  }

  std::vector<float> multiply(const Plan& plan, std::span<const float> x) override {
    std::vector<float> y(plan.rows, poison());
    std::vector<const std::byte*> arrays;
    for (const PlanArray& array : plan.arrays) arrays.push_back(array.bytes.data());
    for (const Launch& launch : plan.launches) {
      LaunchArguments arguments(launch, arrays, x.data(), y.data());
      try {
        simt::launch(launch.shape, [&] { launch.code.call(arguments.pointers()); });
      } catch (const simt::KernelError& error) {
        throw SubmissionError(FaultKind::kKernelFailed, error.message());
      }
    }
    return y;
  }

  bool can_time() const override { return false; }

  std::vector<double> time(const Plan&, std::span<const float>, std::size_t,
                           const CheckY&) override {
    throw EnvironmentError("the CPU device runs a kernel, it does not time one");
  }

  std::vector<double> time_floor(const Plan&, std::span<const float>, std::size_t) override {
    throw EnvironmentError("the CPU device runs a kernel, it does not time one");
  }
};

}  // namespace

std::unique_ptr<Runner> make_cpu_runner() {
  return std::make_unique<CpuRunner>();
}

LaunchArguments::LaunchArguments(const Launch& launch, std::span<const std::byte* const> arrays,
                                 const float* x, float* y) {
  if (launch.arguments.size() != launch.code.parameters) {
    throw std::logic_error(std::string(launch.code.name) + " has " +
                           std::to_string(launch.code.parameters) + " parameters but gets " +
                           std::to_string(launch.arguments.size()) + " arguments");
  }
  for (const Argument& argument : launch.arguments) {
    Value value{};
    switch (argument.kind) {
      case Argument::Kind::kArray:
        value.pointer = arrays[argument.value];
        break;
      case Argument::Kind::kX:
        value.pointer = x;
        break;
      case Argument::Kind::kY:
        value.pointer = y;
        break;
      case Argument::Kind::kNumber:
        value.number = argument.value;
        break;
    }
    values_.push_back(value);
  }
  for (Value& value : values_) pointers_.push_back(&value);
}

}  // namespace rowsort::lesson
