#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

struct archive;  // libarchive's

namespace rowsort {

struct ArchiveEntry {
  std::string name;  ///< as the archive has it; empty where it cannot be decoded
  bool is_folder = false;
  /// "symbolic link", "hard link", ...; empty for a regular file or a folder.
  std::string not_regular;
};

/// The entries of an untrusted .zip, .tar or .tar.gz in memory, one after the other (libarchive).
/// Skipped content is read and counted too, so kMaxArchiveEntries and kMaxUnpackedBytes bound the
/// work whatever the archive says about itself. Every function refuses (contract_files.h) an
/// archive that is damaged, encrypted or exceeds a limit.
class ArchiveReader {
 public:
  /// Recognizes the kind of archive by its first bytes, whatever the file is called; refuses any
  /// other kind of file, by its name where that is known, and a .tar that was cut off. `bytes` must
  /// outlive the reader; `where` names the archive in messages.
  ArchiveReader(std::string_view bytes, const std::string& where);

  /// The next entry, or nothing at the end. read() or skip() must be called for each file.
  std::optional<ArchiveEntry> next();

  /// The content of the entry; nothing when it has more than `limit` bytes.
  std::optional<std::string> read(std::size_t limit);
  void skip() { read(0); }

 private:
  /// A part of the current entry's content and its place in it; nothing at the end.
  struct Block {
    std::string_view bytes;
    std::uint64_t offset = 0;
  };
  std::optional<Block> next_block();

  void open(std::string_view bytes, int (*set_format)(archive*));
  std::string unpacked_gzip(std::string_view bytes);
  [[noreturn]] void refuse_damaged() const;
  void require_plain_compression() const;

  std::string where_;
  std::unique_ptr<archive, int (*)(archive*)> archive_;
  std::string unpacked_;  ///< the .tar of a .tar.gz
  bool is_zip_ = false;
  std::size_t unpacked_bytes_ = 0;
  std::size_t entries_ = 0;
};

}  // namespace rowsort
