#pragma once

#include <stdexcept>
#include <string>
#include <vector>

namespace rowsort {

/// A library that a program can do without is not there, or lacks a function. what() says which and
/// what the loader said of it.
class LibraryMissing : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A library that is looked for when the program runs, since it has to start also without it. It
/// stays loaded until the process ends.
class SharedLibrary {
 public:
  /// Loads the first of these that the loader finds, by file name or by path. Throws
  /// LibraryMissing, which names `title` and the reason that the loader gives for the last of them.
  SharedLibrary(std::string title, const std::vector<std::string>& names);

  /// The function with this name; `Function` is its type, as decltype of its declaration gives it.
  /// Throws LibraryMissing.
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
