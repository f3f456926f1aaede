#include "files.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <string>
#include <system_error>

#include "descriptor.h"
#include "errors.h"
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace rowsort {
namespace {

[[noreturn]] void throw_errno(const std::filesystem::path& file, int error,
                              const char* what = "cannot write ") {
  throw std::system_error(error, std::generic_category(), what + file.string());
}

// A new file beside the target, removed again unless it was moved into the target's place.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::filesystem::path& target)
      : target_(target), name_(target.string() + ".XXXXXX") {
    if (std::error_code ignored; std::filesystem::is_directory(target, ignored)) {
      throw_errno(target, EISDIR);
    }
    descriptor_ = mkostemp(name_.data(), O_CLOEXEC);
    if (descriptor_ < 0) throw_errno(target, errno);
  }
  ~TemporaryFile() {
    if (descriptor_ >= 0) {
      close(descriptor_);
      unlink(name_.c_str());
    }
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  void write(std::string_view text) {
    while (!text.empty()) {
      const ssize_t written = ::write(descriptor_, text.data(), text.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) throw_errno(target_, errno);
      text.remove_prefix(static_cast<std::size_t>(written));
    }
  }

  // mkostemp makes a file that only its owner may read; what is written is as readable as any new
  // file.
  void move_into_place() {
    const mode_t mask = umask(0);
    umask(mask);
    if (fchmod(descriptor_, 0666 & ~mask) != 0 || fsync(descriptor_) != 0 ||
        rename(name_.c_str(), target_.c_str()) != 0) {
      throw_errno(target_, errno);
    }
    close(descriptor_);
    descriptor_ = -1;
  }

 private:
  std::filesystem::path target_;
  std::string name_;
  int descriptor_ = -1;
};

}  // namespace

std::string read_file(const std::filesystem::path& file, std::size_t limit) {
  const Descriptor descriptor(open(file.c_str(), O_RDONLY | O_CLOEXEC));
  if (!descriptor) throw_errno(file, errno, "cannot read ");
  return read_descriptor(descriptor.get(), file, limit);
}

std::string read_user_file(const std::filesystem::path& file, std::size_t limit) try {
  return read_file(file, limit);
} catch (const std::system_error& error) {
  throw UsageError(error.what());
}

std::string read_descriptor(int descriptor, const std::filesystem::path& name, std::size_t limit) {
  std::string text;
  std::array<char, 65'536> chunk;
  while (text.size() < limit) {
    const ssize_t got = read(descriptor, chunk.data(), std::min(chunk.size(), limit - text.size()));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw_errno(name, errno, "cannot read ");
    if (got == 0) break;
    text.append(chunk.data(), static_cast<std::size_t>(got));
  }
  return text;
}

void write_atomically(const std::filesystem::path& file, std::string_view text) {
  TemporaryFile temporary(file);
  temporary.write(text);
  temporary.move_into_place();
}

void require_writable(const std::filesystem::path& file) {
  const TemporaryFile probe(file);
}

}  // namespace rowsort
