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
    std::vector<const void*> pointers = {x.data(), y.data()};
    for (const PlanArray& array : plan.arrays) pointers.push_back(array.bytes.data());
    for (const Launch& launch : plan.launches) {
      LaunchArguments arguments(launch, pointers);
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

LaunchArguments::LaunchArguments(const Launch& launch, std::span<const void* const> pointers) {
  if (launch.arguments.size() != launch.code.parameters) {
    throw std::logic_error(std::string(launch.code.name) + " has " +
                           std::to_string(launch.code.parameters) + " parameters but gets " +
                           std::to_string(launch.arguments.size()) + " arguments");
  }
  for (const Argument& argument : launch.arguments) {
    Value& value = values_.emplace_back();
    if (argument.is_number) {
      value.number = argument.value;
    } else {
      value.pointer = pointers[argument.value];
    }
  }
  for (Value& value : values_) pointers_.push_back(&value);
}

}  // namespace rowsort::lesson
