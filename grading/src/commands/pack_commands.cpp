#include "rowsort/errors.h"
#include "rowsort/files.h"
#include "rowsort/text.h"

#include <iostream>
#include <memory>

#include "commands/commands.h"
#include "packing/contents.h"
#include <CLI/CLI.hpp>

namespace rowsort {
namespace {

struct PackOptions {
  std::string system;  // of a bundle: there is only one
  std::string isolation = "bubblewrap";
  std::filesystem::path out;
  std::filesystem::path source = ROWSORT_SOURCE_DIR;  // that this program was built from
};

PackFormat format_of(const std::filesystem::path& file) {
  const std::string name = file.filename();
  if (name.ends_with(".tar.gz") || name.ends_with(".tgz")) return PackFormat::kTarGz;
  if (name.ends_with(".zip")) return PackFormat::kZip;
  throw UsageError("--out " + file.string() + ": its name should end in .tar.gz, .tgz or .zip");
}

int write_archive(const char* what, const std::filesystem::path& file, PackFormat format,
                  const std::vector<PackedFile>& files) {
  write_atomically(file, packed(format, files));
  std::cout << what << " with " << counted(files.size(), "file") << " written to " << file.string()
            << std::endl;
  return kExitPass;
}

int write_kit(const PackOptions& options) {
  const PackFormat format = format_of(options.out);
  return write_archive("student kit", options.out, format, student_kit(options.source));
}

int write_bundle(const PackOptions& options) {
  return write_archive("autograder", options.out, PackFormat::kZip,
                       gradescope_bundle(options.source, options.isolation));
}

void add_source(CLI::App& command, PackOptions& options) {
  command.add_option("--source", options.source, "the source tree to pack from")
      ->capture_default_str()
      ->type_name("DIR");
}

}  // namespace

void add_kit_command(CLI::App& program, int& exit_status) {
  CLI::App& command = *program.add_subcommand("kit", "Pack what students get into an archive");
  const auto options = std::make_shared<PackOptions>();
  command.callback([options, &exit_status] { exit_status = write_kit(*options); });
  command.add_option("--out", options->out, "the archive to write, a .tar.gz or a .zip")
      ->required()
      ->type_name("FILE");
  add_source(command, *options);
  command.footer(
      "The kit contains neither the solution nor the grading. The same tree always gives the same\n"
      "bytes.");
}

void add_bundle_command(CLI::App& program, int& exit_status) {
  CLI::App& command = *program.add_subcommand("bundle", "Pack an autograder to upload");
  const auto options = std::make_shared<PackOptions>();
  command.callback([options, &exit_status] { exit_status = write_bundle(*options); });
  command.add_option("system", options->system, "the system to upload it to: gradescope")
      ->required()
      ->check(CLI::IsMember({"gradescope"}))
      ->type_name("SYSTEM");
  command.add_option("--out", options->out, "the .zip to write")->required()->type_name("FILE");
  command
      .add_option("--isolation", options->isolation,
                  "the sandbox for submissions: bubblewrap, or none if the system's container "
                  "forbids it")
      ->check(CLI::IsMember({"bubblewrap", "none"}))
      ->capture_default_str()
      ->type_name("NAME");
  add_source(command, *options);
  command.footer("The autograder runs rowsort grade on the CPU device: see grading/ci/README.md.");
}

}  // namespace rowsort
