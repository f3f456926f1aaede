#pragma once

#include "rowsort/errors.h"

#include <string>
#include <vector>

#include <dlfcn.h>

namespace rowsort {

/// A library that is loaded when the program runs, so that the program also starts without it. It
/// stays loaded until the process ends.
class SharedLibrary {
 public:
  /// Loads the first of these names or paths that the loader finds. Throws EnvironmentError with
  /// `title` and the loader's reason for the last of them.
  SharedLibrary(std::string title, const std::vector<std::string>& names)
      : title_(std::move(title)) {
    for (const std::string& name : names) {
      library_ = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
      if (library_ != nullptr) return;
    }
    throw EnvironmentError(title_ + " was not found: " + dlerror());
  }

  /// The function with this name. `Function` is its type, as in decltype of its declaration. Throws
  /// EnvironmentError.
  template <typename Function>
  Function* function(const char* name) const {
    void* found = dlsym(library_, name);
    if (found != nullptr) return reinterpret_cast<Function*>(found);
    throw EnvironmentError(title_ + " has no function " + name + ": it is too old or too new");
  }

 private:
  std::string title_;
  void* library_ = nullptr;
};

}  // namespace rowsort
