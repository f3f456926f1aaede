/// Which entries of an archive are the submission.

#include "rowsort/text.h"
#include "rowsort/visible_text.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "intake/archive_reader.h"
#include "intake/contract_files.h"
#include <locale.h>

namespace rowsort {
namespace {

namespace fs = std::filesystem;

// libarchive converts names to the character set of the thread's locale; in the C locale a folder
// with an umlaut would have no name at all. It also has none where C.UTF-8 is missing.
class Utf8Names {
 public:
  Utf8Names() : locale_(newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr)) {
    if (locale_ != nullptr) earlier_ = uselocale(locale_);
  }
  ~Utf8Names() {
    if (locale_ == nullptr) return;
    uselocale(earlier_);
    freelocale(locale_);
  }
  Utf8Names(const Utf8Names&) = delete;
  Utf8Names& operator=(const Utf8Names&) = delete;

 private:
  locale_t locale_;
  locale_t earlier_ = nullptr;
};

bool has_drive(std::string_view name) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  return name.size() >= 2 && is_letter(name[0]) && name[1] == ':';
}

// Without "." and empty parts. A backslash counts as a slash: archives made on Windows have them. A
// name that is absolute or leads upwards ("..") is refused: no tool makes such a name unless it is
// told to.
fs::path entry_path(std::string_view name, const std::string& where) {
  std::string slashed(name);
  std::replace(slashed.begin(), slashed.end(), '\\', '/');
  if (slashed.starts_with('/') || has_drive(slashed)) {
    refuse(where + " has an entry with an absolute name, " + in_quotes(name) +
           ": make the archive from inside the folder");
  }
  fs::path path;
  for (const fs::path& part : fs::path(slashed)) {
    if (part == "..") {
      refuse(where + " has an entry that leads out of the archive, " + in_quotes(name) +
             ": make the archive from inside the folder");
    }
    if (!part.empty() && part != ".") path /= part;
  }
  return path;
}

// An entry with one of the two names, at the top or in a folder there. Which of them count is known
// only at the end, so faults of an entry are kept until then.
struct Candidate {
  std::optional<std::string> content;  // nothing: too large
  std::string not_regular;
  std::size_t times = 0;
};

class ArchiveIntake {
 public:
  explicit ArchiveIntake(std::string where) : where_(std::move(where)) {}

  void take(const ArchiveEntry& entry, ArchiveReader& reader) {
    const fs::path path = entry_path(entry.name, where_);
    const std::string file = path.filename();
    const std::optional<std::size_t> limit = contract_limit(file);
    if (limit && !entry.is_folder && is_in_place(path)) {
      Candidate& candidate = candidates_[path];
      candidate = {reader.read(*limit), entry.not_regular, candidate.times + 1};
      return;
    }
    reader.skip();
    if (!entry.is_folder && is_hint(file)) hints_.insert(in_quotes(path.string()));
  }

  StagedSubmission choose() {
    const std::string folder = folder_of_source();
    std::optional<std::string> source = chosen(folder, kSourceName);
    return staged(*std::move(source), chosen(folder, kAnswersName), where_);
  }

 private:
  // At the top or in a folder there.
  static bool is_in_place(const fs::path& path) {
    return std::distance(path.begin(), path.end()) <= 2 && *path.begin() != "__MACOSX";
  }

  // What the student may have meant, where the right name is missing.
  static bool is_hint(std::string_view file) {
    std::string lower(file);
    std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) {
      return static_cast<char>(c < 128 ? std::tolower(c) : c);
    });
    return lower == kSourceName || lower.ends_with(".cu") || lower.ends_with(".zip") ||
           lower.ends_with(".tar") || lower.ends_with(".tar.gz") || lower.ends_with(".tgz");
  }

  // "" or the only folder with a row_sort.cu in it, with a slash.
  std::string folder_of_source() const {
    if (candidates_.contains(kSourceName)) return "";
    std::set<std::string> folders;
    for (const auto& [path, candidate] : candidates_) {
      const std::size_t slash = path.find('/');
      if (path.substr(slash + 1) == kSourceName) folders.insert(path.substr(0, slash + 1));
    }
    if (folders.size() == 1) return *folders.begin();
    if (folders.empty()) {
      refuse("there is no row_sort.cu in " + where_ +
             (hints_.empty() ? "" : ", but there is " + listed(hints_)) +
             ": hand in row_sort.cu and answers.json, with these names, at the top of the archive "
             "or in one folder there");
    }
    refuse(where_ + " has more than one row_sort.cu, in " + in_quotes(*folders.begin()) +
           " and in " + in_quotes(*std::next(folders.begin())) + ": hand in only one");
  }

  std::optional<std::string> chosen(const std::string& folder, const char* name) {
    const auto found = candidates_.find(folder + name);
    if (found == candidates_.end()) return std::nullopt;
    Candidate& candidate = found->second;
    const std::string file = in_quotes(found->first) + " in " + where_;
    if (candidate.times > 1) {
      refuse(file + " is there " + counted(candidate.times, "time") +
             ", and it is not clear which one you mean: make the archive again");
    }
    if (!candidate.not_regular.empty()) {
      refuse(file + " is a " + candidate.not_regular +
             ", and only regular files are accepted: put the file itself there");
    }
    if (!candidate.content) refuse_oversize(file, *contract_limit(name));
    return std::move(candidate.content);
  }

  std::string where_;
  std::map<std::string, Candidate> candidates_;  // by path
  std::set<std::string> hints_;
};

}  // namespace

StagedSubmission stage_archive(std::string_view bytes, std::string_view name) {
  const std::string where(name);
  const Utf8Names utf8_names;
  ArchiveReader reader(bytes, where);
  ArchiveIntake intake(where);
  while (const std::optional<ArchiveEntry> entry = reader.next()) intake.take(*entry, reader);
  return intake.choose();
}

}  // namespace rowsort
