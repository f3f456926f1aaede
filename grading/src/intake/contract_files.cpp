#include "intake/contract_files.h"

#include "rowsort/grade/answers.h"
#include "rowsort/text.h"

#include <array>
#include <cstdint>
#include <iterator>
#include <utility>
#include <vector>

#include <nettle/base16.h>
#include <nettle/sha2.h>

namespace rowsort {

std::optional<std::size_t> contract_limit(std::string_view name) {
  if (name == kSourceName) return kMaxSourceBytes;
  if (name == kAnswersName) return kMaxAnswersBytes;
  return std::nullopt;
}

std::string listed(const std::set<std::string>& names) {
  constexpr std::size_t most = 20;
  std::vector<std::string> shown(names.begin(), names.end());
  if (shown.size() > most) {
    shown.resize(most - 1);
    shown.push_back(grouped(names.size() - shown.size()) + " more");
  }
  return joined(shown, ", ");
}

void refuse(const std::string& sentence) {
  throw SubmissionError(FaultKind::kRefused, sentence);
}

void refuse_oversize(const std::string& file, std::size_t limit) {
  refuse(file + " has more than " + grouped(limit) +
         " bytes, which is the limit: hand in the file that you edited, without data in it");
}

StagedSubmission staged(std::string source, std::optional<std::string> answers,
                        const std::string& where) {
  const std::string file = std::string(kSourceName) + " in " + where;
  if (source.empty()) refuse(file + " is empty: hand in the file that you edited");
  if (source.starts_with("\xff\xfe") || source.starts_with("\xfe\xff")) {
    refuse(file + " is UTF-16 text, which compilers do not read: save it as UTF-8");
  }
  return {std::move(source), std::move(answers)};
}

std::string sha256(std::string_view bytes) {
  sha256_ctx context{};
  sha256_init(&context);
  sha256_update(&context, bytes.size(), reinterpret_cast<const std::uint8_t*>(bytes.data()));
  std::array<std::uint8_t, SHA256_DIGEST_SIZE> digest{};
  sha256_digest(&context, digest.size(), digest.data());
  std::string text(BASE16_ENCODE_LENGTH(SHA256_DIGEST_SIZE), '\0');
  base16_encode_update(text.data(), digest.size(), digest.data());
  return text;
}

}  // namespace rowsort
