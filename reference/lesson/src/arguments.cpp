#include "arguments.h"

#include <stdexcept>
#include <string>

namespace rowsort::lesson {

LaunchArguments::LaunchArguments(const Launch& launch, std::span<const std::byte* const> arrays,
                                 const float* x, float* y) {
  if (launch.arguments.size() != launch.code.parameters) {
    throw std::logic_error(std::string(launch.code.name) + " has " +
                           std::to_string(launch.code.parameters) + " parameters and is given " +
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
