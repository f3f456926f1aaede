/// Which entries of an archive are the submission.

#include "rowsort/text.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "intake/archive_kind.h"
#include "intake/archive_reader.h"
#include "intake/contract_files.h"
#include "intake/entry_name.h"
#include <locale.h>

namespace rowsort {
namespace {

// libarchive turns names into the character set of the thread's locale; in the C locale a folder
// with an umlaut would have no name at all. Where the locale is missing, it has none.
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

// An entry with one of the two names, at the top or in a folder there. Which of them count is known
// only at the end, so what is wrong with one is kept until then.
struct Candidate {
  std::string content;
  bool oversize = false;
  std::string not_regular;
  std::size_t times = 0;
};

class ArchiveIntake {
 public:
  explicit ArchiveIntake(std::string where) : where_(std::move(where)) {}

  void take(const ArchiveEntry& entry, ArchiveReader& reader) {
    const EntryName name = entry_name(entry.name, where_);
    const std::optional<std::size_t> limit = contract_limit(name.file);
    const bool at_place = name.folders <= 1 && name.top != "__MACOSX";
    if (limit && at_place && !entry.is_folder) {
      take_candidate(name.path, entry, *limit, reader);
      return;
    }
    reader.skip();
    if (entry.is_folder) return;
    ignored_.add(name.path, entry.not_regular);
    if (is_hint(name.file)) hints_.insert(shown_name(name.path));
  }

  StagedSubmission choose() {
    const std::string folder = folder_of_source();
    std::optional<std::string> source = chosen(folder + kSourceName);
    std::optional<std::string> answers = chosen(folder + kAnswersName);
    for (const auto& [path, candidate] : candidates_) ignored_.add(path, candidate.not_regular);
    StagedSubmission submission = staged(*std::move(source), std::move(answers), where_);
    submission.found_in = folder;
    submission.ignored = ignored_.list();
    return submission;
  }

 private:
  void take_candidate(const std::string& path, const ArchiveEntry& entry, std::size_t limit,
                      ArchiveReader& reader) {
    Candidate& candidate = candidates_[path];
    ++candidate.times;
    candidate.not_regular = entry.not_regular;
    std::optional<std::string> content = reader.read(limit);
    candidate.oversize = !content;
    if (content) candidate.content = *std::move(content);
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
    if (folders.empty()) refuse_missing();
    refuse_submission(where_ + " has more than one row_sort.cu, in " +
                      shown_name(*folders.begin()) + " and in " +
                      shown_name(*std::next(folders.begin())) + ": hand in one");
  }

  [[noreturn]] void refuse_missing() const {
    std::string sentence = "there is no row_sort.cu in " + where_;
    for (const std::string& hint : hints_) {
      sentence += (&hint == &*hints_.begin() ? ", but there is " : ", ") + hint;
    }
    refuse_submission(sentence +
                      ": hand in row_sort.cu and answers.json, with these names, at the top of "
                      "the archive or in one folder there");
  }

  // Takes the candidate out, so that those left are the ignored ones.
  std::optional<std::string> chosen(const std::string& path) {
    auto node = candidates_.extract(path);
    if (node.empty()) return std::nullopt;
    Candidate& candidate = node.mapped();
    const std::string file = shown_name(path) + " in " + where_;
    if (candidate.times > 1) {
      refuse_submission(file + " is there " + counted(candidate.times, "time") +
                        ", and it cannot be told which one is meant: make the archive again");
    }
    if (!candidate.not_regular.empty()) {
      refuse_submission(file + " is a " + candidate.not_regular +
                        ", and only regular files are taken: put the file itself there");
    }
    if (candidate.oversize)
      refuse_submission(oversize_sentence(file, *contract_limit(path.substr(path.rfind('/') + 1))));
    return std::move(candidate.content);
  }

  std::string where_;
  std::map<std::string, Candidate> candidates_;  // by path
  IgnoredNames ignored_;
  std::set<std::string> hints_;
};

}  // namespace

StagedSubmission stage_archive(std::string_view bytes, std::string_view name) {
  const std::string where(name);
  ArchiveKind kind = archive_kind(bytes, where);
  std::string unpacked;
  if (kind == ArchiveKind::kTarGz) {
    unpacked = unpacked_gzip(bytes, where);
    require_tar(unpacked, where);
    bytes = unpacked;
    kind = ArchiveKind::kTar;
  }
  const Utf8Names utf8_names;
  ArchiveReader reader(bytes, kind, where);
  ArchiveIntake intake(where);
  while (const std::optional<ArchiveEntry> entry = reader.next()) intake.take(*entry, reader);
  return intake.choose();
}

}  // namespace rowsort
