#pragma once

#include <string>

namespace rowsort::simt {

/// The line of a kernel that made a call: "row_sort.cu:57". `return_address` is where the call
/// returns to. Lines of simt.h are left out in favour of the line that used it. Empty where the
/// program has no debug information about the code, or is built without libdw.
///
/// Reads the debug information of the whole program at the first call, so it is for reports only.
std::string code_place(const void* return_address);

}  // namespace rowsort::simt
