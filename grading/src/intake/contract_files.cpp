#include "intake/contract_files.h"

#include "rowsort/grade/answers.h"
#include "rowsort/text.h"
#include "rowsort/visible_text.h"

#include <cerrno>
#include <system_error>
#include <utility>

#include "intake/sha256.h"
#include <unistd.h>

namespace rowsort {

std::optional<std::size_t> contract_limit(std::string_view name) {
  if (name == kSourceName) return kMaxSourceBytes;
  if (name == kAnswersName) return kMaxAnswersBytes;
  return std::nullopt;
}

std::string shown_name(std::string_view name) {
  constexpr std::size_t most = 120;
  const bool cut = name.size() > most;
  return "\"" + visible_text(name.substr(0, most)) + (cut ? "..." : "") + "\"";
}

void refuse_submission(const std::string& sentence) {
  throw IntakeError(IntakeError::Fault::kSubmission, sentence);
}

void refuse_path(const std::string& sentence) {
  throw IntakeError(IntakeError::Fault::kPath, sentence);
}

std::string oversize_sentence(const std::string& file, std::size_t limit) {
  return file + " has more than " + grouped(limit) +
         " bytes, the most that is taken: hand in the file that you edited, without data in it";
}

void IgnoredNames::add(std::string_view name, std::string_view note) {
  if (names_.size() + 1 >= kMaxIgnoredNames) {
    ++more_;
    return;
  }
  names_.push_back(shown_name(name) + (note.empty() ? "" : " (" + std::string(note) + ")"));
}

std::vector<std::string> IgnoredNames::list() const {
  std::vector<std::string> names = names_;
  if (more_ > 0) names.push_back(grouped(more_) + " more");
  return names;
}

StagedSubmission staged(std::string source, std::optional<std::string> answers,
                        const std::string& where) {
  const std::string file = std::string(kSourceName) + " in " + where;
  if (source.empty()) refuse_submission(file + " is empty: hand in the file that you edited");
  if (source.starts_with("\xff\xfe") || source.starts_with("\xfe\xff")) {
    refuse_submission(file + " is UTF-16 text, which compilers do not read: save it as UTF-8");
  }
  StagedSubmission submission;
  submission.source_sha256 = sha256(source);
  submission.source = std::move(source);
  submission.has_answers = answers.has_value();
  if (answers) {
    submission.answers_sha256 = sha256(*answers);
    submission.answers = *std::move(answers);
  }
  return submission;
}

std::optional<std::string> read_at_most(int descriptor, std::size_t limit) {
  std::string bytes;
  std::string block(std::size_t{64} << 10, '\0');
  while (true) {
    const ssize_t count = read(descriptor, block.data(), block.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) throw std::system_error(errno, std::generic_category(), "read");
    if (count == 0) return bytes;
    bytes.append(block, 0, static_cast<std::size_t>(count));
    if (bytes.size() > limit) return std::nullopt;
  }
}

}  // namespace rowsort
