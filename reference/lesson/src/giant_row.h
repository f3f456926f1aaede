#pragma once

#include <string>

#include "study.h"

namespace rowsort::lesson {

/// What one row with every column does to each format of a matrix of 524,288 rows whose others have
/// 16 nonzeros, beside the dense array; and the refusal of ELL. Nothing large is built.
std::string giant_row_table(std::uint64_t format_limit);

}  // namespace rowsort::lesson
