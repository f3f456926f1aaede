#include "commands/export_command.h"

#include "rowsort/errors.h"
#include "rowsort/files.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "export/formats.h"
#include <CLI/CLI.hpp>

namespace rowsort {
namespace {

struct ExportOptions {
  std::string system;
  std::filesystem::path grade;
  std::filesystem::path out;  ///< empty: standard output
};

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

int export_grade(const ExportOptions& options) try {
  const ExportFormat& format = format_of(options.system);
  const GradeDocument grade = read_grade_document(options.grade);
  if (!grade.score && !format.takes_no_score) {
    std::cerr << "rowsort export: " << options.grade.string() << " has no score ("
              << grade.error->message << "), and " << format.name
              << " cannot be told so; nothing is written, grade again\n";
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
} catch (const GradeDocumentError& error) {
  throw UsageError(error.what());
}

std::string footer() {
  std::string text = "Systems and where each looks for its file:\n";
  for (const ExportFormat& format : export_formats()) {
    std::string name = format.name;
    name.resize(14, ' ');
    text += "  " + name + format.file + "\n";
  }
  return text +
         "\nA grade without a score (the machine's fault) never becomes a zero: where a system "
         "cannot\nbe told, nothing is written and the exit status is 3.";
}

}  // namespace

void add_export_command(CLI::App& program, int& exit_status) {
  CLI::App* command =
      program.add_subcommand("export", "Write a grade in the format of another system");
  const auto options = std::make_shared<ExportOptions>();
  std::vector<std::string> names;
  for (const ExportFormat& format : export_formats()) names.emplace_back(format.name);
  command->add_option("--to", options->system, "the system")
      ->required()
      ->check(CLI::IsMember(names))
      ->type_name("SYSTEM");
  command->add_option("grade", options->grade, "a grade as rowsort writes it")
      ->required()
      ->type_name("GRADE.json");
  command->add_option("--out", options->out, "where to write it (default: standard output)")
      ->type_name("FILE");
  command->footer(footer());
  command->callback([options, &exit_status] { exit_status = export_grade(*options); });
}

}  // namespace rowsort
