#include "rowsort/descriptor.h"
#include "rowsort/files.h"
#include "rowsort/text.h"
#include "rowsort/visible_text.h"

#include <cerrno>
#include <cstring>
#include <memory>
#include <optional>
#include <set>
#include <system_error>

#include "intake/contract_files.h"
#include "intake/staged_submission.h"
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>

namespace rowsort {
namespace {

const char* kind_of(mode_t mode) {
  if (S_ISLNK(mode)) return "a symbolic link";
  if (S_ISDIR(mode)) return "a folder";
  if (S_ISFIFO(mode)) return "a fifo";
  if (S_ISSOCK(mode)) return "a socket";
  return "a device file";
}

// A link could lead to a file that the grader may read and the student may not.
void require_own_regular_file(const struct stat& status, const std::string& file) {
  if (!S_ISREG(status.st_mode)) {
    refuse(file + " is " + kind_of(status.st_mode) +
           ", and only regular files are accepted: put the file itself there");
  }
  if (status.st_nlink > 1) {
    refuse(file + " is a hard link, so the same file has another name elsewhere: put a copy there");
  }
}

[[noreturn]] void refuse_unreadable(const std::string& file, int error) {
  refuse(file + " cannot be read (" + std::strerror(error) + "): make it readable");
}

// The file is looked at before it is opened, because opening a device can already have an effect.
// It is looked at again afterwards, because it may have been replaced in between. O_NONBLOCK: open
// would wait for a fifo without a writer.
std::optional<std::string> read_contract_file(int folder, const char* name,
                                              const std::string& where) {
  const std::string file = std::string(name) + " in " + where;
  struct stat status {};
  if (fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) != 0) {
    if (errno == ENOENT) return std::nullopt;
    refuse_unreadable(file, errno);
  }
  require_own_regular_file(status, file);
  const Descriptor descriptor(
      openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  if (!descriptor || fstat(descriptor.get(), &status) != 0) refuse_unreadable(file, errno);
  require_own_regular_file(status, file);
  const std::size_t limit = *contract_limit(name);
  try {
    std::string bytes = read_descriptor(descriptor.get(), file, limit + 1);
    if (bytes.size() > limit) refuse_oversize(file, limit);
    return bytes;
  } catch (const std::system_error& error) {
    refuse_unreadable(file, error.code().value());
  }
}

// A folder can hold any number of files; the first 10,000 are enough for a message.
std::set<std::string> names_in(int folder) {
  constexpr std::size_t most = 10'000;
  std::set<std::string> names;
  const int copy = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  const std::unique_ptr<DIR, int (*)(DIR*)> stream(copy < 0 ? nullptr : fdopendir(copy), closedir);
  while (stream && names.size() < most) {
    const dirent* entry = readdir(stream.get());
    if (entry == nullptr) break;
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") names.insert(in_quotes(name));
  }
  return names;
}

StagedSubmission stage_folder(int folder, const std::string& where) {
  std::optional<std::string> source = read_contract_file(folder, kSourceName, where);
  if (!source) {
    const std::set<std::string> names = names_in(folder);
    refuse("there is no row_sort.cu in " + where +
           (names.empty() ? ", which is empty" : ", which holds " + listed(names)) +
           ": hand in row_sort.cu and answers.json, with these names");
  }
  return staged(*std::move(source), read_contract_file(folder, kAnswersName, where), where);
}

struct OpenPath {
  Descriptor descriptor;
  bool is_folder;
};

OpenPath open_path(const std::filesystem::path& path) {
  const auto fail = [&] {
    throw UsageError(path.string() + " cannot be read: " + std::strerror(errno));
  };
  struct stat status {};
  if (stat(path.c_str(), &status) != 0) fail();
  const bool is_folder = S_ISDIR(status.st_mode);
  if (!is_folder && !S_ISREG(status.st_mode)) {
    throw UsageError(path.string() + " is neither a folder nor a regular file");
  }
  const int kind = is_folder ? O_DIRECTORY : O_NONBLOCK | O_NOCTTY;
  Descriptor descriptor(open(path.c_str(), O_RDONLY | O_CLOEXEC | kind));
  if (!descriptor || fstat(descriptor.get(), &status) != 0) fail();
  if (!is_folder && !S_ISREG(status.st_mode)) {
    throw UsageError(path.string() + " is not a regular file any more");
  }
  return {std::move(descriptor), is_folder};
}

std::string read_upload(const Descriptor& descriptor, const std::string& path,
                        std::size_t limit) try {
  std::string bytes = read_descriptor(descriptor.get(), path, limit + 1);
  if (bytes.size() <= limit) return bytes;
  refuse(path + " has more than " + grouped(limit) +
         " bytes, which is the limit: hand in row_sort.cu and answers.json, and no build files");
} catch (const std::system_error& error) {
  throw UsageError(path + " cannot be read: " + error.code().message());
}

}  // namespace

StagedSubmission stage(const std::filesystem::path& path) {
  const OpenPath opened = open_path(path);
  if (opened.is_folder) return stage_folder(opened.descriptor.get(), path.string());
  if (path.filename() == kSourceName) {
    const std::string folder = path.parent_path().string();
    return staged(read_upload(opened.descriptor, path.string(), kMaxSourceBytes), std::nullopt,
                  folder.empty() ? "." : folder);
  }
  return stage_archive(read_upload(opened.descriptor, path.string(), kMaxArchiveBytes),
                       path.string());
}

}  // namespace rowsort
