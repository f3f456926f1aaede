#include "export/formats.h"

#include <array>

namespace rowsort {
namespace {

constexpr std::array kFormats = {
    ExportFormat{"autolab", "the last line of standard output", false, autolab_grade},
};

}  // namespace

std::span<const ExportFormat> export_formats() {
  return kFormats;
}

}  // namespace rowsort
