#include "rowsort/errors.h"
#include "rowsort/files.h"

#include <algorithm>
#include <fstream>
#include <iostream>
#include <memory>

#include "commands/commands.h"
#include "export/formats.h"
#include <CLI/CLI.hpp>

namespace rowsort {
namespace {

struct ExportOptions {
  std::string system;  // the name of one of kExportFormats
  std::filesystem::path grade;
  std::filesystem::path out;  // empty: standard output
};

std::string footer() {
  std::string text = "Systems, and where each looks for its file:\n";
  for (const ExportFormat& format : kExportFormats) {
    std::string name = format.name;
    name.resize(14, ' ');
    text += "  " + name + format.file + "\n";
  }
  return text +
         "\nA grade without a score (the machine's fault) never becomes a zero. If a system has no "
         "way\nto show that, nothing is written and the exit status is 3.";
}

void append(const std::filesystem::path& file, const std::string& text) {
  std::ofstream stream(file, std::ios::binary | std::ios::app);
  stream << text << std::flush;
  if (!stream) throw std::runtime_error("cannot write " + file.string());
}

int export_grade(const ExportOptions& options) {
  const ExportFormat& format =
      *std::ranges::find(kExportFormats, options.system, &ExportFormat::name);
  const Grade grade = read_grade(options.grade);
  if (!grade.score && !format.takes_no_score) {
    std::cerr << "rowsort export: " << options.grade.string() << " has no score ("
              << grade.error->message << "). " << format.name
              << " has no way to show that, so nothing is written: grade again\n";
    return kExitEnvironment;
  }
  const std::string text = format.convert(grade);
  if (options.out.empty()) {
    std::cout << text;
  } else if (format.appended) {
    append(options.out, text);
  } else {
    write_atomically(options.out, text);
  }
  if (format.console != nullptr) std::cout << format.console(grade);
  std::cout << std::flush;
  if (!std::cout) throw std::runtime_error("cannot write to standard output");
  return kExitPass;
}

}  // namespace

void add_export_command(CLI::App& program, int& exit_status) {
  CLI::App& command = *program.add_subcommand("export", "Convert a grade for another system");
  const auto options = std::make_shared<ExportOptions>();
  command.callback([options, &exit_status] { exit_status = export_grade(*options); });
  std::vector<std::string> names;
  for (const ExportFormat& format : kExportFormats) names.emplace_back(format.name);
  command.add_option("--to", options->system, "the system")
      ->required()
      ->check(CLI::IsMember(names))
      ->type_name("SYSTEM");
  command.add_option("grade", options->grade, "a grade that rowsort wrote")
      ->required()
      ->type_name("GRADE.json");
  command.add_option("--out", options->out, "write to this file (default: standard output)")
      ->type_name("FILE");
  command.footer(footer());
}

}  // namespace rowsort
