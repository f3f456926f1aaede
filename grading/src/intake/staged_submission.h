#pragma once

#include "rowsort/errors.h"

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace rowsort {

inline constexpr const char* kSourceName = "row_sort.cu";
inline constexpr const char* kAnswersName = "answers.json";

/// Most bytes of row_sort.cu; answers.json may have kMaxAnswersBytes (grade/answers.h).
inline constexpr std::size_t kMaxSourceBytes = std::size_t{1} << 20;
/// Most bytes of an archive, and of everything in it when it is unpacked.
inline constexpr std::size_t kMaxArchiveBytes = std::size_t{16} << 20;
inline constexpr std::size_t kMaxUnpackedBytes = std::size_t{64} << 20;
inline constexpr std::size_t kMaxArchiveEntries = 10'000;

/// The two files of the contract, as a student handed them in, byte for byte.
struct StagedSubmission {
  std::string source;                  ///< row_sort.cu; not empty
  std::optional<std::string> answers;  ///< answers.json, if there was one
};

/// Takes row_sort.cu and answers.json from `path`, which is one of these:
///
/// - a folder;
/// - a .zip, .tar or .tar.gz, recognized by its content. The two files may also be in a folder at
///   the top of the archive, if only one folder there has a row_sort.cu;
/// - row_sort.cu itself.
///
/// Only regular files are read, and only into memory: nothing is unpacked to the disk, no link is
/// followed, and nothing waits for a fifo or a device. `path` itself is the caller's and may be a
/// symbolic link. Files with other names are ignored.
///
/// Throws SubmissionError (FaultKind::kRefused), with a sentence for the student that says what was
/// refused, where, why, and what to do:
/// - row_sort.cu is missing, empty or UTF-16;
/// - row_sort.cu or answers.json is a link, a fifo or a device, is there twice or is too large;
/// - an archive is damaged or encrypted, exceeds a limit, or has an entry anywhere whose name is
///   absolute or leads upwards.
///
/// Throws UsageError when `path` itself cannot be read.
StagedSubmission stage(const std::filesystem::path& path);

/// The same for an archive in memory. `name` is its name in messages.
StagedSubmission stage_archive(std::string_view bytes, std::string_view name);

/// SHA-256 (FIPS 180-4) of the bytes, as 64 lower-case hexadecimal digits.
std::string sha256(std::string_view bytes);

}  // namespace rowsort
