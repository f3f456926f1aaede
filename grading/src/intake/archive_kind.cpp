#include "intake/archive_kind.h"

#include <algorithm>
#include <array>

#include "intake/contract_files.h"

namespace rowsort {
namespace {

struct Signature {
  std::string_view bytes;
  const char* name;
};

constexpr std::array kRefused = {
    Signature{"7z\xbc\xaf\x27\x1c", "a 7z archive"},
    Signature{"Rar!\x1a\x07", "a RAR archive"},
    Signature{"\xfd"
              "7zXZ",
              "compressed with xz"},
    Signature{"BZh", "compressed with bzip2"},
    Signature{"\x28\xb5\x2f\xfd", "compressed with zstd"},
    Signature{"\x04\x22\x4d\x18", "compressed with lz4"},
    Signature{"\x1f\x9d", "compressed with compress"},
    Signature{"%PDF-", "a PDF"},
    Signature{"\x7f"
              "ELF",
              "a program"},
};

constexpr std::size_t kTarBlock = 512;

// Both kinds of tar archives in use, ustar and GNU, say so at this place of the first block.
bool is_tar(std::string_view bytes) {
  return bytes.size() >= kTarBlock && bytes.substr(257, 5) == "ustar";
}

[[noreturn]] void refuse_kind(const std::string& where, const std::string& what) {
  refuse_submission(where + " is " + what +
                    ": hand in a folder, a .zip, a .tar.gz or a .tar with row_sort.cu and "
                    "answers.json in it");
}

// The last block of a tar archive is zero; a part of one that was cut off between two files would
// otherwise pass for the whole.
void require_end_of_tar(std::string_view bytes, const std::string& where) {
  const std::string_view last = bytes.substr(bytes.size() - kTarBlock);
  if (std::any_of(last.begin(), last.end(), [](char c) { return c != '\0'; })) {
    refuse_submission(where +
                      " is a tar archive without an end, so a part of it is missing: make "
                      "it and upload it again");
  }
}

}  // namespace

ArchiveKind archive_kind(std::string_view bytes, const std::string& where) {
  if (bytes.empty()) refuse_submission(where + " is empty: make the archive and upload it again");
  if (bytes.starts_with("PK\5\6")) {
    refuse_submission(where + " is an archive without a file in it: make it and upload it again");
  }
  if (bytes.starts_with("PK\3\4")) return ArchiveKind::kZip;
  if (bytes.starts_with("\x1f\x8b")) return ArchiveKind::kTarGz;
  if (is_tar(bytes)) {
    require_end_of_tar(bytes, where);
    return ArchiveKind::kTar;
  }
  std::string what = "no archive that can be read here";
  for (const Signature& signature : kRefused) {
    if (bytes.starts_with(signature.bytes)) what = signature.name;
  }
  refuse_kind(where, what);
}

void require_tar(std::string_view unpacked, const std::string& where) {
  if (!is_tar(unpacked)) refuse_kind(where, "compressed with gzip, but holds no tar archive");
  require_end_of_tar(unpacked, where);
}

}  // namespace rowsort
