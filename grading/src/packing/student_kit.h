#pragma once

#include <filesystem>
#include <vector>

#include "packing/pack.h"

namespace rowsort {

/// What students get: template, harness, build files and a README, in a folder rowsort-student/.
///
/// Nothing of reference/ and grading/ is in it, and of the harness neither tests nor benchmarks:
/// both hold right submissions, expected reports and row orders, and the README of the project has
/// the figures that students are to find. What the harness needs to check a submission has to be
/// there; permute_rows() does the same work as a right rebuild().
///
/// Throws UsageError.
std::vector<PackedFile> student_kit(const std::filesystem::path& source);

}  // namespace rowsort
