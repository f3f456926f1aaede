#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "intake/staged_submission.h"

/// What folders and archives have in common.
namespace rowsort {

/// Most bytes of the contract file with this name; nothing for any other name.
std::optional<std::size_t> contract_limit(std::string_view name);

/// The names with commas between them; of more than 20 the first 19 and how many more there are.
std::string listed(const std::set<std::string>& names);

/// Throws SubmissionError(FaultKind::kRefused).
[[noreturn]] void refuse(const std::string& sentence);
[[noreturn]] void refuse_oversize(const std::string& file, std::size_t limit);

/// The two files. Refuses a source that is empty or that no compiler can read. `where`
/// names the place that they came from.
StagedSubmission staged(std::string source, std::optional<std::string> answers,
                        const std::string& where);

}  // namespace rowsort
