#pragma once

#include "markup.h"

/// The style sheet and the script of the run page, compiled in from page.css and page.js. The class
/// page has the same style sheet below its own.
namespace rowsort::page {

extern const Asset kStyle;
extern const Asset kScript;

}  // namespace rowsort::page
