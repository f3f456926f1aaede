#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "class/formula_guard.h"

namespace rowsort {

/// One row of comma-separated values with its CRLF (RFC 4180): a field with a comma, a quotation
/// mark, a line break or a space at an end stands in quotation marks. Text that others wrote has to
/// go through with_guard() first.
std::string csv_row(const std::vector<std::string>& fields);

}  // namespace rowsort
