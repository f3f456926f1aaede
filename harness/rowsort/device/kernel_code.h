#pragma once

#include <cstddef>
#include <utility>

/// Describes kernels with any arguments, so that either device can launch them.
namespace rowsort {

/// Calls a function with arguments as cuLaunchKernel takes them: arguments[i] points to a value of
/// the i-th parameter's type.
template <auto function>
struct ArgumentCall;

template <typename... Parameters, void (*function)(Parameters...)>
struct ArgumentCall<function> {
  static constexpr std::size_t kParameters = sizeof...(Parameters);

  static void call(void* const* arguments) {
    unpack(arguments, std::index_sequence_for<Parameters...>());
  }

 private:
  template <std::size_t... i>
  static void unpack(void* const* arguments, std::index_sequence<i...>) {
    function(*static_cast<Parameters*>(arguments[i])...);
  }
};

/// An extern "C" kernel in its three builds. Arguments as ArgumentCall takes them.
struct KernelCode {
  const char* name = nullptr;                             ///< in the device image
  std::size_t parameters = 0;                             ///< how many
  void (*call)(void* const* arguments) = nullptr;         ///< inside rowsort::simt::launch
  void (*call_traced)(void* const* arguments) = nullptr;  ///< inside rowsort::simt::traced_launch
};

template <auto plain, auto traced>
constexpr KernelCode kernel_code(const char* name) {
  using Plain = ArgumentCall<plain>;
  return {name, Plain::kParameters, Plain::call, ArgumentCall<traced>::call};
}

}  // namespace rowsort

/// The KernelCode of `kernel`, with `kernel`_traced as rowsort_add_traced_kernels() makes it. Both
/// must be declared where this is used.
#define ROWSORT_KERNEL_CODE(kernel) ::rowsort::kernel_code<&kernel, &kernel##_traced>(#kernel)
