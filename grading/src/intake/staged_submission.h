#pragma once

#include <cstddef>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace rowsort {

/// The two files of the contract, as a student handed them in, byte for byte.
struct StagedSubmission {
  std::string source;          ///< row_sort.cu; not empty
  std::string source_sha256;   ///< 64 hexadecimal digits
  std::string answers;         ///< answers.json
  bool has_answers = false;    ///< whether there was one
  std::string answers_sha256;  ///< empty when there was none
  std::string found_in;        ///< "" or the folder of the archive that they lie in, with a slash
  /// What else was there and was not looked into, by name, made safe to show (visible_text.h); at
  /// most kMaxIgnoredNames, the last of which then says how many more there were.
  std::vector<std::string> ignored;
};

/// A submission cannot be staged. what() is a sentence for the student: what was refused, where,
/// why, and what to do.
class IntakeError : public std::runtime_error {
 public:
  enum class Fault {
    kSubmission,  ///< what was handed in
    kPath         ///< the path it was to be read from: no such file, or it cannot be opened
  };
  IntakeError(Fault fault, const std::string& sentence)
      : std::runtime_error(sentence), fault_(fault) {}
  Fault fault() const { return fault_; }

 private:
  Fault fault_;
};

inline constexpr const char* kSourceName = "row_sort.cu";
inline constexpr const char* kAnswersName = "answers.json";

/// Most bytes of row_sort.cu; answers.json may have kMaxAnswersBytes (grade/answers.h).
inline constexpr std::size_t kMaxSourceBytes = std::size_t{1} << 20;
/// Most bytes of an archive, and of everything in it when it is unpacked.
inline constexpr std::size_t kMaxArchiveBytes = std::size_t{16} << 20;
inline constexpr std::size_t kMaxUnpackedBytes = std::size_t{64} << 20;
inline constexpr std::size_t kMaxArchiveEntries = 10'000;
inline constexpr std::size_t kMaxIgnoredNames = 20;

/// Takes row_sort.cu and answers.json from `path`: a folder; a .zip, .tar or .tar.gz, told by its
/// content, where the two may also lie in a folder at the top if only one holds a row_sort.cu; or
/// row_sort.cu itself.
///
/// Only regular files are read, and only into memory: nothing is unpacked to the disk, no link is
/// followed, no fifo or device is waited for. Refused are a row_sort.cu or answers.json that is a
/// link, a fifo or a device, that is there twice or too large; and an archive that is damaged or
/// encrypted, passes a limit, or has a name anywhere that is absolute or leads upwards. Everything
/// else is ignored. `path` itself is the caller's and may be a symbolic link. Throws IntakeError.
StagedSubmission stage(const std::filesystem::path& path);

/// The same for an archive in memory; `name` stands for it in messages.
StagedSubmission stage_archive(std::string_view bytes, std::string_view name);

}  // namespace rowsort
