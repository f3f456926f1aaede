#pragma once

/// The page's style sheet and script, compiled in from page.css and page.js.
namespace rowsort::page {

extern const char* const kStyle;
extern const char* const kScript;

/// "'sha256-...'": what a Content-Security-Policy names them by.
extern const char* const kStyleHash;
extern const char* const kScriptHash;

}  // namespace rowsort::page
