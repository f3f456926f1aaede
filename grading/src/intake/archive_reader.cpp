#include "intake/archive_reader.h"

#include "rowsort/text.h"
#include "rowsort/visible_text.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <new>
#include <utility>

#include "intake/contract_files.h"
#include <archive.h>
#include <archive_entry.h>

namespace rowsort {
namespace {

enum class ArchiveKind { kZip, kTar, kTarGz };

struct Signature {
  std::string_view bytes;
  const char* name;
};

// An octal escape ends after three digits, so a digit or a letter can follow it.
constexpr std::array kRefused = {
    Signature{"7z\xbc\xaf\x27\x1c", "a 7z archive"},
    Signature{"Rar!\x1a\x07", "a RAR archive"},
    Signature{"\3757zXZ", "compressed with xz"},
    Signature{"BZh", "compressed with bzip2"},
    Signature{"\x28\xb5\x2f\xfd", "compressed with zstd"},
    Signature{"\x04\x22\x4d\x18", "compressed with lz4"},
    Signature{"\x1f\x9d", "compressed with compress"},
    Signature{"%PDF-", "a PDF"},
    Signature{"\177ELF", "a program"},
};

[[noreturn]] void refuse_kind(const std::string& where, const std::string& what) {
  refuse(where + " is " + what +
         ": hand in a folder, a .zip, a .tar.gz or a .tar with row_sort.cu and answers.json in it");
}

constexpr std::size_t kTarBlock = 512;

// Both kinds of tar archive in use, ustar and GNU, have this word at this place of the first block.
bool is_tar(std::string_view bytes) {
  return bytes.size() >= kTarBlock && bytes.substr(257, 5) == "ustar";
}

// The last block of a tar archive is zero. Without this check, an archive that was cut off between
// two files would pass for a whole one.
void require_end_of_tar(std::string_view bytes, const std::string& where) {
  const std::string_view last = bytes.substr(bytes.size() - kTarBlock);
  if (std::any_of(last.begin(), last.end(), [](char c) { return c != '\0'; })) {
    refuse(where + " is a tar archive without its end: make it again and upload it");
  }
}

ArchiveKind archive_kind(std::string_view bytes, const std::string& where) {
  if (bytes.empty()) refuse(where + " is empty: make the archive again and upload it");
  if (bytes.starts_with("PK\5\6")) {
    refuse(where + " is an archive with no file in it: make it again and upload it");
  }
  if (bytes.starts_with("PK\3\4")) return ArchiveKind::kZip;
  if (bytes.starts_with("\x1f\x8b")) return ArchiveKind::kTarGz;
  if (is_tar(bytes)) return ArchiveKind::kTar;
  for (const Signature& signature : kRefused) {
    if (bytes.starts_with(signature.bytes)) refuse_kind(where, signature.name);
  }
  refuse_kind(where, "not an archive that can be read here");
}

// What an entry is that is neither a regular file nor a folder.
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
      return "special file";
  }
}

}  // namespace

// The seekable ZIP reader needs the directory at the end of the file, so it refuses a file that was
// cut off instead of reading a part of it.
ArchiveReader::ArchiveReader(std::string_view bytes, const std::string& where)
    : where_(where), archive_(nullptr, archive_read_free) {
  const ArchiveKind kind = archive_kind(bytes, where);
  is_zip_ = kind == ArchiveKind::kZip;
  if (kind == ArchiveKind::kTarGz) bytes = unpacked_ = unpacked_gzip(bytes);
  if (!is_zip_) require_end_of_tar(bytes, where);
  open(bytes, is_zip_ ? archive_read_support_format_zip_seekable : archive_read_support_format_tar);
}

// Also starts to count what is unpacked.
void ArchiveReader::open(std::string_view bytes, int (*set_format)(archive*)) {
  archive_.reset(archive_read_new());
  if (archive_ == nullptr) throw std::bad_alloc();
  unpacked_bytes_ = 0;
  if (set_format(archive_.get()) != ARCHIVE_OK ||
      archive_read_open_memory(archive_.get(), bytes.data(), bytes.size()) != ARCHIVE_OK) {
    refuse_damaged();
  }
}

// The .tar that a .tar.gz unpacks to. The filter is set, not guessed: to guess, libarchive would
// unpack filter after filter (a .gz in a .gz in ...) before the first limit here takes effect. All
// of it is unpacked first, because a tar archive can end before the .gz around it does.
std::string ArchiveReader::unpacked_gzip(std::string_view bytes) {
  open(bytes, [](archive* gzip) {
    const int status = archive_read_support_format_raw(gzip);
    return status == ARCHIVE_OK ? archive_read_append_filter(gzip, ARCHIVE_FILTER_GZIP) : status;
  });
  archive_entry* entry = nullptr;
  if (archive_read_next_header(archive_.get(), &entry) != ARCHIVE_OK) refuse_damaged();
  std::string content;
  while (const auto block = next_block()) content += block->bytes;
  if (!is_tar(content)) refuse_kind(where_, "compressed with gzip, but not a .tar.gz");
  return content;
}

std::optional<ArchiveReader::Block> ArchiveReader::next_block() {
  const void* bytes = nullptr;
  std::size_t size = 0;
  la_int64_t offset = 0;
  const int status = archive_read_data_block(archive_.get(), &bytes, &size, &offset);
  if (status == ARCHIVE_EOF) return std::nullopt;
  if (status != ARCHIVE_OK || offset < 0) refuse_damaged();
  unpacked_bytes_ += size;
  if (unpacked_bytes_ > kMaxUnpackedBytes) {
    refuse(where_ + " unpacks to more than " + grouped(kMaxUnpackedBytes) +
           " bytes: hand in only row_sort.cu and answers.json");
  }
  return Block{{static_cast<const char*>(bytes), size}, static_cast<std::uint64_t>(offset)};
}

void ArchiveReader::refuse_damaged() const {
  const char* text = archive_error_string(archive_.get());
  refuse(where_ + " is damaged or incomplete (" +
         (text == nullptr ? "no details" : visible_text(text)) + "): make it again and upload it");
}

void ArchiveReader::require_plain_compression() const {
  if (!is_zip_) return;
  const std::string name = archive_format_name(archive_.get());
  if (name.ends_with("(deflation)") || name.ends_with("(uncompressed)")) return;
  refuse(where_ + " has an unusual compression, " + visible_text(name) + ": make an ordinary .zip");
}

std::optional<ArchiveEntry> ArchiveReader::next() {
  archive_entry* entry = nullptr;
  const int status = archive_read_next_header(archive_.get(), &entry);
  if (status == ARCHIVE_EOF) return std::nullopt;
  // A warning is about a time, or about a name that this character set cannot represent.
  if (status != ARCHIVE_OK && status != ARCHIVE_WARN) refuse_damaged();
  if (++entries_ > kMaxArchiveEntries) {
    refuse(where_ + " has more than " + grouped(kMaxArchiveEntries) +
           " entries: hand in only row_sort.cu and answers.json");
  }
  if (archive_entry_is_encrypted(entry) != 0) {
    refuse(where_ + " is encrypted: make it without a password");
  }
  require_plain_compression();
  const char* name = archive_entry_pathname(entry);
  return ArchiveEntry{name == nullptr ? "" : name, archive_entry_filetype(entry) == AE_IFDIR,
                      type_name(entry)};
}

std::optional<std::string> ArchiveReader::read(std::size_t limit) {
  std::string content;
  bool fits = true;
  while (const auto block = next_block()) {
    const std::uint64_t size = block->bytes.size();
    fits = fits && block->offset <= limit && size <= limit - block->offset;
    if (!fits) continue;
    // A sparse file in a tar archive has gaps, which are zero.
    const auto offset = static_cast<std::size_t>(block->offset);
    if (content.size() < offset + size) content.resize(offset + size, '\0');
    content.replace(offset, size, block->bytes);
  }
  if (!fits) return std::nullopt;
  return content;
}

}  // namespace rowsort
