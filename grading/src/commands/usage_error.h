#pragma once

#include <stdexcept>

namespace rowsort {

/// A command was asked for something that cannot be: a file that is not there or not what it should
/// be, an option that does not fit. The program prints what() and ends with kExitUsage.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace rowsort
