#include "planted_archive.h"

#include <memory>
#include <stdexcept>

#include <archive.h>
#include <archive_entry.h>
#include <locale.h>

namespace rowsort::testing {
namespace {

la_ssize_t append(archive*, void* bytes, const void* block, std::size_t size) {
  static_cast<std::string*>(bytes)->append(static_cast<const char*>(block), size);
  return static_cast<la_ssize_t>(size);
}

void require(archive* writer, int status) {
  if (status != ARCHIVE_OK) throw std::runtime_error(archive_error_string(writer));
}

void put(archive* writer, const PlantedEntry& planted) {
  const std::unique_ptr<archive_entry, void (*)(archive_entry*)> entry(archive_entry_new(),
                                                                       archive_entry_free);
  archive_entry_set_pathname(entry.get(), planted.name.c_str());
  archive_entry_set_filetype(entry.get(), planted.type);
  archive_entry_set_perm(entry.get(), 0644);
  archive_entry_set_size(entry.get(), static_cast<la_int64_t>(planted.content.size()));
  if (!planted.link_to.empty()) archive_entry_set_symlink(entry.get(), planted.link_to.c_str());
  if (!planted.hard_link.empty()) {
    archive_entry_set_hardlink(entry.get(), planted.hard_link.c_str());
  }
  require(writer, archive_write_header(writer, entry.get()));
  const la_ssize_t written =
      archive_write_data(writer, planted.content.data(), planted.content.size());
  if (written < 0) throw std::runtime_error(archive_error_string(writer));
}

// The writer cannot put a name with an umlaut into a header in the C locale.
class Utf8Locale {
 public:
  Utf8Locale() { uselocale(utf8_); }
  ~Utf8Locale() {
    uselocale(earlier_);
    freelocale(utf8_);
  }
  Utf8Locale(const Utf8Locale&) = delete;
  Utf8Locale& operator=(const Utf8Locale&) = delete;

 private:
  locale_t utf8_ = newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr);
  locale_t earlier_ = uselocale(nullptr);
};

}  // namespace

std::string planted_archive(const ArchiveStyle& style, const std::vector<PlantedEntry>& entries) {
  const Utf8Locale locale;
  const std::unique_ptr<archive, int (*)(archive*)> writer(archive_write_new(), archive_write_free);
  if (style.kind == "zip") {
    require(writer.get(), archive_write_set_format_zip(writer.get()));
  } else {
    require(writer.get(), archive_write_set_format_pax_restricted(writer.get()));
    if (style.kind == "tar.gz") require(writer.get(), archive_write_add_filter_gzip(writer.get()));
  }
  if (!style.options.empty()) {
    require(writer.get(), archive_write_set_options(writer.get(), style.options.c_str()));
  }
  if (!style.password.empty()) {
    require(writer.get(), archive_write_set_passphrase(writer.get(), style.password.c_str()));
  }
  // No padding after the end.
  require(writer.get(), archive_write_set_bytes_in_last_block(writer.get(), 1));
  std::string bytes;
  require(writer.get(), archive_write_open(writer.get(), &bytes, nullptr, append, nullptr));
  for (const PlantedEntry& entry : entries) put(writer.get(), entry);
  require(writer.get(), archive_write_close(writer.get()));
  return bytes;
}

}  // namespace rowsort::testing
