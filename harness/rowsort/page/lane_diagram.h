#pragma once

#include <span>

#include "drawing.h"

namespace rowsort::page {

/// The 32 lanes of one warp as bars in loop iterations: filled where the lane has a nonzero, hollow
/// where it waits for the longest lane. `rows` are the lengths of the warp's rows, fewer than 32 in
/// a partial last warp, whose further lanes only wait. The axis reaches to `longest` at least, so
/// that two diagrams can have the same one. The page's script redraws it (page.js): 32 rectangles
/// of the class "work" and 32 of the class "wait", in the order of the lanes.
void draw_lane_diagram(Node figure, const DrawingText& text, std::span<const int> rows,
                       int longest);

}  // namespace rowsort::page
