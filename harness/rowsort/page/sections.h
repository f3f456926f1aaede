#pragma once

#include "rowsort/grade/grade.h"

#include "markup.h"

/// The parts of the page. Each appends one section to `main`. What the run does not have is left
/// out, or a sentence says why.
namespace rowsort::page {

/// One warp of the unsorted and one of the submitted order, lane by lane. At first warp 0, and in
/// the submitted order the warp that has the longest row of the unsorted warp 0. With the data
/// from which page.js draws other warps.
void add_lane_section(Node main, const GradedRun& run);

/// How many rows have which length.
void add_row_length_section(Node main, const GradedRun& run);

/// Trip counts of all warps, in both orders.
void add_trip_section(Node main, const GradedRun& run);

/// Where the bad rows are, or that there are none.
void add_bad_row_section(Node main, const GradedRun& run);

/// Lane-slots beside load sectors, and the ratios.
void add_traffic_section(Node main, const GradedRun& run);

}  // namespace rowsort::page
