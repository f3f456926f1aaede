#include "shared_library.h"

#include "rowsort/errors.h"

#include <dlfcn.h>

namespace rowsort {

SharedLibrary::SharedLibrary(std::string title, const std::vector<std::string>& names)
    : title_(std::move(title)) {
  std::string reason = "no name to look for";
  for (const std::string& name : names) {
    library_ = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library_ != nullptr) return;
    reason = dlerror();
  }
  throw EnvironmentError(title_ + " was not found: " + reason);
}

void* SharedLibrary::address(const char* name) const {
  void* found = dlsym(library_, name);
  if (found == nullptr) {
    throw EnvironmentError(title_ + " has no function " + name + ": it is too old or too new");
  }
  return found;
}

}  // namespace rowsort
