#include "commands/bundle_command.h"

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

struct BundleOptions {
  std::string system;
  std::filesystem::path out;
  std::string isolation = "bubblewrap";
  std::filesystem::path source = built_from();
};

int write_bundle(const BundleOptions& options) {
  const std::vector<PackedFile> files = gradescope_bundle(options.source, options.isolation);
  write_atomically(options.out, packed(PackFormat::kZip, files));
  std::cout << "autograder with " << counted(files.size(), "file") << " written to "
            << options.out.string() << std::endl;
  return kExitPass;
}

}  // namespace

void add_bundle_command(CLI::App& program, int& exit_status) {
  CLI::App* command = program.add_subcommand("bundle", "Write an autograder to upload");
  const auto options = std::make_shared<BundleOptions>();
  command->add_option("system", options->system, "what it is for: gradescope")
      ->required()
      ->check(CLI::IsMember({"gradescope"}))
      ->type_name("SYSTEM");
  command->add_option("--out", options->out, "the .zip to write")->required()->type_name("FILE");
  command
      ->add_option("--isolation", options->isolation,
                   "what submissions are confined by: bubblewrap, or none where the system's "
                   "container forbids it")
      ->check(CLI::IsMember({"bubblewrap", "none"}))
      ->capture_default_str()
      ->type_name("NAME");
  command->add_option("--source", options->source, "the source tree to take it from")
      ->capture_default_str()
      ->type_name("DIR");
  command->footer("It grades with rowsort grade on the CPU device: see grading/ci/README.md.");
  command->callback([options, &exit_status] { exit_status = write_bundle(*options); });
}

}  // namespace rowsort
