#include "source_line.h"

#ifdef ROWSORT_HAVE_LIBDW
#include <cstdint>
#include <cstdlib>
#include <future>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <system_error>

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>
#include <unistd.h>

namespace rowsort::simt {
namespace {

std::string_view last_component(std::string_view path) {
  return path.substr(path.rfind('/') + 1);
}

/// Whether the file is simt.h, where a kernel's author has nothing to look for.
bool is_built_in(std::string_view path) {
  return path.ends_with("rowsort/simt/simt.h");
}

/// The debug information of the running program and its libraries.
class DebugInformation {
 public:
  DebugInformation() : modules_(dwfl_begin(&callbacks_), &dwfl_end) {
    if (!modules_) return;
    dwfl_report_begin(modules_.get());
    const bool reported = dwfl_linux_proc_report(modules_.get(), getpid()) == 0;
    dwfl_report_end(modules_.get(), nullptr, nullptr);
    if (!reported) modules_.reset();
  }

  std::string line_of(Dwarf_Addr code) const {
    Dwfl_Module* module = modules_ ? dwfl_addrmodule(modules_.get(), code) : nullptr;
    if (module == nullptr) return "";
    // Every unit is asked: Clang writes no table of which code is whose.
    Dwarf_Addr bias = 0;
    Dwarf_Die* unit = nullptr;
    while ((unit = dwfl_module_nextcu(module, unit, &bias)) != nullptr) {
      if (dwarf_haspc(unit, code - bias) == 1) return line_in(unit, code - bias);
    }
    return "";
  }

 private:
  static std::string line_in(Dwarf_Die* unit, Dwarf_Addr code) {
    Dwarf_Line* line = dwarf_getsrc_die(unit, code);
    const char* file = line == nullptr ? nullptr : dwarf_linesrc(line, nullptr, nullptr);
    int number = 0;
    if (file == nullptr || dwarf_lineno(line, &number) != 0 || number == 0) return "";
    if (is_built_in(file)) return line_outside_simt_h(unit, code);
    return std::string(last_component(file)) + ":" + std::to_string(number);
  }

  using Scopes = std::unique_ptr<Dwarf_Die, decltype(&std::free)>;

  /// The innermost call that was inlined around `code` and is not in simt.h.
  static std::string line_outside_simt_h(Dwarf_Die* unit, Dwarf_Addr code) {
    Dwarf_Die* found = nullptr;
    const int inner_count = dwarf_getscopes(unit, code, &found);
    const Scopes inner(found, &std::free);
    if (inner_count <= 0) return "";
    // The others of these scopes surround the inlined function's definition, not its call.
    found = nullptr;
    const int count = dwarf_getscopes_die(inner.get(), &found);
    const Scopes scopes(found, &std::free);
    Dwarf_Files* files = nullptr;
    if (count <= 0 || dwarf_getsrcfiles(unit, &files, nullptr) != 0) return "";
    for (int i = 0; i < count; ++i) {
      Dwarf_Die* scope = scopes.get() + i;
      if (dwarf_tag(scope) != DW_TAG_inlined_subroutine) continue;
      const char* file = dwarf_filesrc(files, number_of(scope, DW_AT_call_file), nullptr, nullptr);
      if (file == nullptr || is_built_in(file)) continue;
      return std::string(last_component(file)) + ":" +
             std::to_string(number_of(scope, DW_AT_call_line));
    }
    return "";
  }

  static Dwarf_Word number_of(Dwarf_Die* scope, unsigned attribute) {
    Dwarf_Attribute found{};
    Dwarf_Word number = 0;
    dwarf_formudata(dwarf_attr(scope, attribute, &found), &number);
    return number;
  }

  /// Does not look for separate files: the program itself has the lines of a submission.
  static inline const Dwfl_Callbacks callbacks_ = {.find_elf = dwfl_linux_proc_find_elf,
                                                   .find_debuginfo = [](auto...) { return -1; },
                                                   .section_address = nullptr,
                                                   .debuginfo_path = nullptr};
  std::unique_ptr<Dwfl, decltype(&dwfl_end)> modules_;
};

}  // namespace

std::string source_line(const void* return_address) {
  if (return_address == nullptr) return "";
  const auto look_up = [return_address] {
    static std::mutex mutex;
    const std::lock_guard lock(mutex);
    static const DebugInformation information;
    // One byte back is inside the call. The return address may already belong to the next line.
    return information.line_of(reinterpret_cast<std::uintptr_t>(return_address) - 1);
  };
  // On a stack of its own: a lane's is too small for what libdw keeps there.
  try {
    return std::async(std::launch::async, look_up).get();
  } catch (const std::system_error&) {
    return "";  // no further threads allowed
  }
}

}  // namespace rowsort::simt
#else
std::string rowsort::simt::source_line(const void*) {
  return "";
}
#endif
