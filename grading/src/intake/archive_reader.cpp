#include "intake/archive_reader.h"

#include "rowsort/text.h"
#include "rowsort/visible_text.h"

#include <new>
#include <utility>

#include "intake/contract_files.h"
#include <archive.h>
#include <archive_entry.h>

namespace rowsort {
namespace {

// What is no regular file; the names of the other types are never needed.
std::string type_name(archive_entry* entry) {
  if (archive_entry_hardlink(entry) != nullptr) return "hard link";
  switch (archive_entry_filetype(entry)) {
    case AE_IFREG:
    case AE_IFDIR:
      return {};
    case AE_IFLNK:
      return "symbolic link";
    case AE_IFIFO:
      return "fifo";
    case AE_IFCHR:
    case AE_IFBLK:
      return "device file";
    default:
      return "no regular file";
  }
}

}  // namespace

void UntrustedArchive::Free::operator()(archive* reader) const {
  archive_read_free(reader);
}

UntrustedArchive::UntrustedArchive(std::string where)
    : where_(std::move(where)), archive_(archive_read_new()) {
  if (archive_ == nullptr) throw std::bad_alloc();
}

std::optional<UntrustedArchive::Block> UntrustedArchive::next_block() {
  const void* bytes = nullptr;
  std::size_t size = 0;
  la_int64_t offset = 0;
  const int status = archive_read_data_block(get(), &bytes, &size, &offset);
  if (status == ARCHIVE_EOF) return std::nullopt;
  if (status != ARCHIVE_OK || offset < 0) refuse_damaged();
  unpacked_ += size;
  if (unpacked_ > kMaxUnpackedBytes) {
    refuse_submission(where_ + " holds more than " + grouped(kMaxUnpackedBytes) +
                      " bytes when it is unpacked: hand in row_sort.cu and answers.json alone");
  }
  return Block{{static_cast<const char*>(bytes), size}, static_cast<std::uint64_t>(offset)};
}

void UntrustedArchive::refuse_damaged() const {
  const char* text = archive_error_string(get());
  refuse_submission(where_ + " is damaged, incomplete or not what its first bytes say (" +
                    (text == nullptr ? "no details" : visible_text(text)) +
                    "): make it and upload it again");
}

// Filters are set, not guessed: to guess, libarchive would unpack filter after filter (a .gz in a
// .gz in ...) before the first limit here is looked at. And unpacked to its end before the tar
// archive in it is looked at, which has its own end before that of the .gz.
std::string unpacked_gzip(std::string_view bytes, const std::string& where) {
  UntrustedArchive gzip(where);
  archive_entry* entry = nullptr;
  if (archive_read_support_format_raw(gzip.get()) != ARCHIVE_OK ||
      archive_read_append_filter(gzip.get(), ARCHIVE_FILTER_GZIP) != ARCHIVE_OK ||
      archive_read_open_memory(gzip.get(), bytes.data(), bytes.size()) != ARCHIVE_OK ||
      archive_read_next_header(gzip.get(), &entry) != ARCHIVE_OK) {
    gzip.refuse_damaged();
  }
  std::string content;
  while (const auto block = gzip.next_block()) content += block->bytes;
  return content;
}

// The seekable ZIP reader needs the directory at the end of the file, so a file that was cut off is
// refused, not read in part.
ArchiveReader::ArchiveReader(std::string_view bytes, ArchiveKind kind, std::string where)
    : where_(std::move(where)), kind_(kind), archive_(where_) {
  const int status = kind_ == ArchiveKind::kZip
                         ? archive_read_support_format_zip_seekable(archive_.get())
                         : archive_read_support_format_tar(archive_.get());
  if (status != ARCHIVE_OK ||
      archive_read_open_memory(archive_.get(), bytes.data(), bytes.size()) != ARCHIVE_OK) {
    archive_.refuse_damaged();
  }
}

void ArchiveReader::require_plain_compression() const {
  if (kind_ != ArchiveKind::kZip) return;
  const std::string name = archive_format_name(archive_.get());
  if (name.ends_with("(deflation)") || name.ends_with("(uncompressed)")) return;
  refuse_submission(where_ + " is compressed in an unusual way, " + visible_text(name) +
                    ": make an ordinary .zip");
}

std::optional<ArchiveEntry> ArchiveReader::next() {
  archive_entry* entry = nullptr;
  const int status = archive_read_next_header(archive_.get(), &entry);
  if (status == ARCHIVE_EOF) return std::nullopt;
  // A warning is about a name that has no form in this character set, or about a time.
  if (status != ARCHIVE_OK && status != ARCHIVE_WARN) archive_.refuse_damaged();
  if (++entries_ > kMaxArchiveEntries) {
    refuse_submission(where_ + " has more than " + grouped(kMaxArchiveEntries) +
                      " entries: hand in row_sort.cu and answers.json alone");
  }
  if (archive_entry_is_encrypted(entry) != 0) {
    refuse_submission(where_ + " is encrypted: make it without a password");
  }
  require_plain_compression();
  const char* name = archive_entry_pathname(entry);
  return ArchiveEntry{name == nullptr ? "" : name, archive_entry_filetype(entry) == AE_IFDIR,
                      type_name(entry)};
}

std::optional<std::string> ArchiveReader::read(std::size_t limit) {
  std::string content;
  bool fits = true;
  while (const auto block = archive_.next_block()) {
    const std::uint64_t size = block->bytes.size();
    fits = fits && block->offset <= limit && size <= limit - block->offset;
    if (!fits) continue;
    // A sparse file of a tar archive has gaps, which are zero.
    const auto offset = static_cast<std::size_t>(block->offset);
    if (content.size() < offset + size) content.resize(offset + size, '\0');
    content.replace(offset, size, block->bytes);
  }
  if (!fits) return std::nullopt;
  return content;
}

}  // namespace rowsort
