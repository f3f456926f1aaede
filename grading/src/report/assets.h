#pragma once

#include "rowsort/page/markup.h"

/// Style sheet, scripts and licence of the class page, compiled in.
namespace rowsort::report {

extern const page::Asset kStyle;
extern const page::Asset kScript;
extern const page::Asset kTableScript;   ///< TanStack Table's core: vendor/README.md
extern const page::Asset kTableLicence;  ///< every copy of it has to have this

}  // namespace rowsort::report
