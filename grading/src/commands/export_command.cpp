#include "rowsort/errors.h"
#include "rowsort/files.h"

#include <algorithm>
#include <fstream>
#include <iostream>

#include "commands/commands.h"
#include "export/formats.h"

namespace rowsort {
namespace {

const ExportFormat& format_of(const std::string& name) {
  const auto formats = export_formats();
  return *std::find_if(formats.begin(), formats.end(),
                       [&](const ExportFormat& format) { return format.name == name; });
}

void append(const std::filesystem::path& file, const std::string& text) {
  std::ofstream stream(file, std::ios::binary | std::ios::app);
  stream << text << std::flush;
  if (!stream) throw std::runtime_error("cannot write " + file.string());
}

}  // namespace

int export_grade(const ExportOptions& options) {
  const ExportFormat& format = format_of(options.system);
  const Grade grade = read_grade(options.grade);
  if (!grade.score && !format.takes_no_score) {
    std::cerr << "rowsort export: " << options.grade.string() << " has no score ("
              << grade.error->message << "). " << format.name
              << " has no way to show that, so nothing is written: grade again\n";
    return kExitEnvironment;
  }
  const ExportedGrade exported = format.convert(grade);
  if (options.out.empty()) {
    std::cout << exported.text;
  } else if (format.appended) {
    append(options.out, exported.text);
  } else {
    write_atomically(options.out, exported.text);
  }
  std::cout << exported.console << std::flush;
  if (!std::cout) throw std::runtime_error("cannot write to standard output");
  return kExitPass;
}

}  // namespace rowsort
