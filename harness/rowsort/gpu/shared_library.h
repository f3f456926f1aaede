#pragma once

#include <string>
#include <vector>

namespace rowsort {

/// A library that is loaded when the program runs, so that the program also starts without it. It
/// stays loaded until the process ends.
class SharedLibrary {
 public:
  /// Loads the first of these names or paths that the loader finds. Throws EnvironmentError with
  /// `title` and the loader's reason for the last of them.
  SharedLibrary(std::string title, const std::vector<std::string>& names);

  /// The function with this name. `Function` is its type, as in decltype of its declaration. Throws
  /// EnvironmentError.
  template <typename Function>
  Function* function(const char* name) const {
    return reinterpret_cast<Function*>(address(name));
  }

 private:
  void* address(const char* name) const;

  std::string title_;
  void* library_ = nullptr;
};

}  // namespace rowsort
