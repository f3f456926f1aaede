#pragma once

#include <string>
#include <vector>

#include "markup.h"

namespace rowsort::page {

/// The style sheet and the scripts of a page, and the hashes that allow them
/// (RowsortPageAssets.cmake).
struct PageAssets {
  const char* style;
  const char* style_hash;
  std::vector<const char*> script_hashes;
};

/// Adds the head of a page that asks nothing of the network: its Content-Security-Policy forbids
/// every request, and every style and script but the page's own.
void add_head(Node html, const std::string& title, const PageAssets& assets);

}  // namespace rowsort::page
