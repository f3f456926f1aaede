#pragma once

/// Style sheet, scripts and licences of the class page, compiled in; each with the hash by which a
/// Content-Security-Policy names it, "'sha256-...'".
namespace rowsort::report {

extern const char* const kStyle;
extern const char* const kStyleHash;
extern const char* const kChartScript;  ///< Chart.js: vendor/README.md
extern const char* const kChartScriptHash;
extern const char* const kTableScript;  ///< TanStack Table's core
extern const char* const kTableScriptHash;
extern const char* const kPageScript;
extern const char* const kPageScriptHash;

/// Both ask to be kept with every copy.
extern const char* const kChartLicence;
extern const char* const kChartLicenceHash;
extern const char* const kTableLicence;
extern const char* const kTableLicenceHash;

}  // namespace rowsort::report
