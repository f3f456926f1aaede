#include "export/formats.h"

#include <array>

namespace rowsort {
namespace {

constexpr std::array kFormats = {
    ExportFormat{"autolab", "last line of standard output", false, false, autolab_grade},
    ExportFormat{"classroom50", "result.json", false, false, classroom50_grade},
    ExportFormat{"github", "$GITHUB_STEP_SUMMARY", true, true, github_grade},
    ExportFormat{"gradescope", "/autograder/results/results.json", false, false, gradescope_grade},
    ExportFormat{"junit", "any file, such as rowsort.xml", true, false, junit_grade},
    ExportFormat{"prairielearn", "/grade/results/results.json", true, false, prairielearn_grade},
};

}  // namespace

std::span<const ExportFormat> export_formats() {
  return kFormats;
}

}  // namespace rowsort
