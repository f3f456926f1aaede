#include "packing/pack.h"

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <new>
#include <stdexcept>

#include <archive.h>
#include <archive_entry.h>

namespace rowsort {
namespace {

constexpr std::time_t kTime = 1'577'836'800;  // 2020-01-01 UTC

la_ssize_t append(archive* /*writer*/, void* bytes, const void* block, std::size_t size) {
  static_cast<std::string*>(bytes)->append(static_cast<const char*>(block), size);
  return static_cast<la_ssize_t>(size);
}

class Writer {
 public:
  explicit Writer(PackFormat format) : archive_(archive_write_new(), archive_write_free) {
    if (archive_ == nullptr) throw std::bad_alloc();
    if (format == PackFormat::kZip) {
      require(archive_write_set_format_zip(get()));
    } else {
      require(archive_write_set_format_ustar(get()));
      require(archive_write_add_filter_gzip(get()));
      require(archive_write_set_filter_option(get(), "gzip", "timestamp", nullptr));
    }
    require(archive_write_set_bytes_in_last_block(get(), 1));
    require(archive_write_open(get(), &bytes_, nullptr, append, nullptr));
  }

  void put(const PackedFile& file) {
    const std::unique_ptr<archive_entry, void (*)(archive_entry*)> entry(archive_entry_new(),
                                                                         archive_entry_free);
    if (entry == nullptr) throw std::bad_alloc();
    archive_entry_set_pathname(entry.get(), file.name.c_str());
    archive_entry_set_filetype(entry.get(), AE_IFREG);
    archive_entry_set_perm(entry.get(), file.executable ? 0755 : 0644);
    archive_entry_set_size(entry.get(), static_cast<la_int64_t>(file.content.size()));
    archive_entry_set_mtime(entry.get(), kTime, 0);
    require(archive_write_header(get(), entry.get()));
    const la_ssize_t written = archive_write_data(get(), file.content.data(), file.content.size());
    if (written != static_cast<la_ssize_t>(file.content.size())) fail();
  }

  std::string close() {
    require(archive_write_close(get()));
    return std::move(bytes_);
  }

 private:
  archive* get() const { return archive_.get(); }
  void require(int status) const {
    if (status != ARCHIVE_OK) fail();
  }
  [[noreturn]] void fail() const {
    const char* text = archive_error_string(get());
    throw std::runtime_error(std::string("cannot make the archive: ") +
                             (text == nullptr ? "no details" : text));
  }

  std::string bytes_;
  std::unique_ptr<archive, int (*)(archive*)> archive_;
};

}  // namespace

std::string packed(PackFormat format, std::vector<PackedFile> files) {
  setenv("TZ", "UTC0", 1);
  tzset();
  std::ranges::sort(files, {}, &PackedFile::name);
  Writer writer(format);
  for (const PackedFile& file : files) writer.put(file);
  return writer.close();
}

}  // namespace rowsort
