#include "rowsort/descriptor.h"
#include "rowsort/text.h"

#include <cerrno>
#include <cstring>
#include <optional>
#include <system_error>

#include "intake/contract_files.h"
#include "intake/folder.h"
#include "intake/staged_submission.h"
#include <fcntl.h>
#include <sys/stat.h>

namespace rowsort {
namespace {

struct OpenPath {
  Descriptor descriptor;
  bool is_folder;
};

OpenPath open_path(const std::filesystem::path& path) {
  const auto refuse_errno = [&] {
    refuse_path(path.string() + " cannot be read: " + std::strerror(errno));
  };
  struct stat status {};
  if (stat(path.c_str(), &status) != 0) refuse_errno();
  const bool is_folder = S_ISDIR(status.st_mode);
  if (!is_folder && !S_ISREG(status.st_mode)) {
    refuse_path(path.string() + " is neither a folder nor a regular file");
  }
  const int kind = is_folder ? O_DIRECTORY : O_NONBLOCK | O_NOCTTY;
  Descriptor descriptor(open(path.c_str(), O_RDONLY | O_CLOEXEC | kind));
  if (!descriptor || fstat(descriptor.get(), &status) != 0) refuse_errno();
  if (!is_folder && !S_ISREG(status.st_mode)) {
    refuse_path(path.string() + " is no regular file any more");
  }
  return {std::move(descriptor), is_folder};
}

std::string read_file(const Descriptor& descriptor, const std::filesystem::path& path,
                      std::size_t limit) try {
  std::optional<std::string> bytes = read_at_most(descriptor.get(), limit);
  if (!bytes) {
    refuse_submission(path.string() + " has more than " + grouped(limit) +
                      " bytes, the most that is taken: hand in row_sort.cu and answers.json, "
                      "without anything that was built");
  }
  return *std::move(bytes);
} catch (const std::system_error& error) {
  refuse_path(path.string() + " cannot be read: " + error.code().message());
}

}  // namespace

StagedSubmission stage(const std::filesystem::path& path) {
  const OpenPath opened = open_path(path);
  if (opened.is_folder) {
    return stage_folder(opened.descriptor.get(), path.string());
  }
  if (path.filename() == kSourceName) {
    return staged(read_file(opened.descriptor, path, kMaxSourceBytes), std::nullopt,
                  path.parent_path().empty() ? "." : path.parent_path().string());
  }
  return stage_archive(read_file(opened.descriptor, path, kMaxArchiveBytes), path.string());
}

}  // namespace rowsort
