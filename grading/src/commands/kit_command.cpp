#include "commands/kit_command.h"

#include "rowsort/errors.h"
#include "rowsort/files.h"
#include "rowsort/text.h"

#include <filesystem>
#include <iostream>
#include <memory>
#include <string>

#include "packing/contents.h"
#include <CLI/CLI.hpp>

namespace rowsort {
namespace {

struct KitOptions {
  std::filesystem::path out;
  std::filesystem::path source = built_from();
};

PackFormat format_of(const std::filesystem::path& file) {
  const std::string name = file.filename().string();
  if (name.ends_with(".tar.gz") || name.ends_with(".tgz")) return PackFormat::kTarGz;
  if (name.ends_with(".zip")) return PackFormat::kZip;
  throw UsageError("--out " + file.string() + ": its name should end in .tar.gz, .tgz or .zip");
}

int write_kit(const KitOptions& options) {
  const PackFormat format = format_of(options.out);
  const std::vector<PackedFile> files = student_kit(options.source);
  write_atomically(options.out, packed(format, files));
  std::cout << "student kit with " << counted(files.size(), "file") << " written to "
            << options.out.string() << std::endl;
  return kExitPass;
}

}  // namespace

void add_kit_command(CLI::App& program, int& exit_status) {
  CLI::App* command = program.add_subcommand("kit", "Write what students get, as an archive");
  const auto options = std::make_shared<KitOptions>();
  command->add_option("--out", options->out, "the archive, a .tar.gz or a .zip")
      ->required()
      ->type_name("FILE");
  command->add_option("--source", options->source, "the source tree to take it from")
      ->capture_default_str()
      ->type_name("DIR");
  command->footer(
      "The kit has neither solution nor grading in it, and the same tree always gives the same "
      "bytes.");
  command->callback([options, &exit_status] { exit_status = write_kit(*options); });
}

}  // namespace rowsort
