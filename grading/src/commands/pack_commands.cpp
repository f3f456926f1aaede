#include "rowsort/errors.h"
#include "rowsort/files.h"
#include "rowsort/text.h"

#include <iostream>

#include "commands/commands.h"
#include "packing/contents.h"

namespace rowsort {
namespace {

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

}  // namespace

int write_kit(const KitOptions& options) {
  const PackFormat format = format_of(options.out);
  return write_archive("student kit", options.out, format, student_kit(options.source));
}

int write_bundle(const BundleOptions& options) {
  return write_archive("autograder", options.out, PackFormat::kZip,
                       gradescope_bundle(options.source, options.isolation));
}

}  // namespace rowsort
