#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "intake/archive_kind.h"

struct archive;
struct archive_entry;

namespace rowsort {

struct ArchiveEntry {
  std::string name;  ///< as it stands in the archive; empty where it cannot be decoded
  bool is_folder = false;
  std::string
      not_regular;  ///< "symbolic link", "hard link", ...; empty for a regular file or folder
};

/// libarchive's reader, and what every use of it here has in common.
class UntrustedArchive {
 public:
  /// `where` names the archive in messages.
  explicit UntrustedArchive(std::string where);

  archive* get() const { return archive_.get(); }

  /// One block of the current entry's content and where in it that belongs; nothing at its end.
  struct Block {
    std::string_view bytes;
    std::uint64_t offset = 0;
  };
  /// Throws IntakeError where the content is damaged, and once all content is more than
  /// kMaxUnpackedBytes.
  std::optional<Block> next_block();

  /// Throws IntakeError with libarchive's own words.
  [[noreturn]] void refuse_damaged() const;

 private:
  struct Free {
    void operator()(archive* reader) const;
  };

  std::string where_;
  std::unique_ptr<archive, Free> archive_;
  std::size_t unpacked_ = 0;
};

/// What gzip-compressed bytes unpack to. Throws IntakeError where they are damaged, incomplete or
/// unpack to more than kMaxUnpackedBytes, and stops there.
std::string unpacked_gzip(std::string_view bytes, const std::string& where);

/// The entries of an untrusted .zip or .tar in memory, one after the other (libarchive). The work
/// is bounded by kMaxArchiveEntries and kMaxUnpackedBytes whatever the archive says of itself: also
/// what is skipped is read and counted. Throws IntakeError where it is damaged, encrypted or passes
/// a limit.
class ArchiveReader {
 public:
  /// `bytes` must outlive the reader; `where` names the archive in messages.
  ArchiveReader(std::string_view bytes, ArchiveKind kind, std::string where);

  /// The next entry, or nothing at the end. Its content must be taken by read() or skip().
  std::optional<ArchiveEntry> next();

  /// The content; nothing where it has more than `limit` bytes.
  std::optional<std::string> read(std::size_t limit);
  void skip() { read(0); }

 private:
  void require_plain_compression() const;

  std::string where_;
  ArchiveKind kind_;
  UntrustedArchive archive_;
  std::size_t entries_ = 0;
};

}  // namespace rowsort
