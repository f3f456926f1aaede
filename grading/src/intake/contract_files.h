#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "intake/staged_submission.h"

/// What the intake of folders and of archives has in common.
namespace rowsort {

/// Most bytes of the contract file of this name, or nothing where the name is none of them.
std::optional<std::size_t> contract_limit(std::string_view name);

/// A name from a submission, fit to be shown: visible, in quotes, cut where it is very long.
std::string shown_name(std::string_view name);

[[noreturn]] void refuse_submission(const std::string& sentence);
[[noreturn]] void refuse_path(const std::string& sentence);

/// "FILE has more than N bytes, ..."
std::string oversize_sentence(const std::string& file, std::size_t limit);

/// Appends a name to the ignored ones, or counts it where there are enough.
class IgnoredNames {
 public:
  void add(std::string_view name, std::string_view note = {});
  std::vector<std::string> list() const;

 private:
  std::vector<std::string> names_;
  std::size_t more_ = 0;
};

/// Checks the two files for what no compiler should have to explain, and hashes them. `where` names
/// what they came from. Throws IntakeError.
StagedSubmission staged(std::string source, std::optional<std::string> answers,
                        const std::string& where);

/// A file as large as `limit` or smaller, read from a descriptor to its end; nothing where it is
/// larger. Throws std::system_error.
std::optional<std::string> read_at_most(int descriptor, std::size_t limit);

}  // namespace rowsort
