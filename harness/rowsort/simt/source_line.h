#pragma once

#include <string>

namespace rowsort::simt {

/// The line of a kernel that made a call, "row_sort.cu:57". `return_address` is where the call
/// returns to. For code of simt.h it is the line that used it. Empty where the program has no debug
/// information about the code, or is built without libdw.
///
/// Reads the debug information of the whole program at the first call, so it is for reports only.
std::string source_line(const void* return_address);

}  // namespace rowsort::simt
