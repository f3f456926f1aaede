#include "intake/folder.h"

#include "rowsort/descriptor.h"

#include <cerrno>
#include <cstring>
#include <memory>
#include <optional>
#include <string_view>
#include <system_error>

#include "intake/contract_files.h"
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

// A link could lead to what the student cannot read but the grader can.
void require_own_regular_file(const struct stat& status, const std::string& file) {
  if (!S_ISREG(status.st_mode)) {
    refuse_submission(file + " is " + kind_of(status.st_mode) +
                      ", and only regular files are taken: put the file itself there");
  }
  if (status.st_nlink > 1) {
    refuse_submission(file +
                      " is a hard link, another name of the same file exists elsewhere: put a copy "
                      "of it there");
  }
}

[[noreturn]] void refuse_unreadable(const std::string& file) {
  refuse_submission(file + " cannot be read (" + std::strerror(errno) + "): make it readable");
}

// Looked at before it is opened, since to open a device may already do something, and again
// afterwards, since it may have been replaced in between. O_NONBLOCK: a fifo without a writer would
// be waited for.
std::optional<std::string> read_contract_file(int folder, const char* name,
                                              const std::string& where) {
  const std::string file = std::string(name) + " in " + where;
  struct stat status {};
  if (fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) != 0) {
    if (errno == ENOENT) return std::nullopt;
    refuse_unreadable(file);
  }
  require_own_regular_file(status, file);
  const Descriptor descriptor(
      openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  if (!descriptor || fstat(descriptor.get(), &status) != 0) refuse_unreadable(file);
  require_own_regular_file(status, file);
  const std::size_t limit = *contract_limit(name);
  try {
    std::optional<std::string> bytes = read_at_most(descriptor.get(), limit);
    if (!bytes) refuse_submission(oversize_sentence(file, limit));
    return bytes;
  } catch (const std::system_error& error) {
    errno = error.code().value();
    refuse_unreadable(file);
  }
}

// How many names are looked at: a folder may hold any number.
constexpr std::size_t kMaxNames = 10'000;

IgnoredNames other_names(int folder) {
  IgnoredNames ignored;
  const int copy = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  const std::unique_ptr<DIR, int (*)(DIR*)> stream(copy < 0 ? nullptr : fdopendir(copy), closedir);
  if (!stream) return ignored;
  for (std::size_t count = 0; count < kMaxNames; ++count) {
    const dirent* entry = readdir(stream.get());
    if (entry == nullptr) break;
    const std::string_view name = entry->d_name;
    if (name != "." && name != ".." && !contract_limit(name)) ignored.add(name);
  }
  return ignored;
}

}  // namespace

StagedSubmission stage_folder(int folder, const std::string& name) {
  std::optional<std::string> source = read_contract_file(folder, kSourceName, name);
  if (!source) {
    std::string others;
    for (const std::string& other : other_names(folder).list()) {
      others += (others.empty() ? "" : ", ") + other;
    }
    refuse_submission("there is no " + std::string(kSourceName) + " in " + name +
                      (others.empty() ? ", which is empty" : ", which holds " + others) +
                      ": hand in row_sort.cu and answers.json, with these names");
  }
  StagedSubmission submission =
      staged(*std::move(source), read_contract_file(folder, kAnswersName, name), name);
  submission.ignored = other_names(folder).list();
  return submission;
}

}  // namespace rowsort
