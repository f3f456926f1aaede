#include "intake/entry_name.h"

#include <algorithm>

#include "intake/contract_files.h"

namespace rowsort {
namespace {

bool has_drive(std::string_view name) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  return name.size() >= 2 && is_letter(name[0]) && name[1] == ':';
}

void append(EntryName& result, std::string_view part) {
  if (result.path.empty()) {
    result.top = part;
  } else {
    result.path += '/';
    ++result.folders;
  }
  result.path += part;
  result.file = part;
}

}  // namespace

EntryName entry_name(std::string_view name, const std::string& where) {
  std::string slashed(name);
  std::replace(slashed.begin(), slashed.end(), '\\', '/');
  if (slashed.starts_with('/') || has_drive(slashed)) {
    refuse_submission(where + " has an entry with an absolute name, " + shown_name(name) +
                      ": make the archive from inside the folder");
  }
  EntryName result;
  std::string_view rest = slashed;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('/'), rest.size());
    const std::string_view part = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (part == "..") {
      refuse_submission(where + " has an entry that leads out of it, " + shown_name(name) +
                        ": make the archive from inside the folder");
    }
    if (!part.empty() && part != ".") append(result, part);
  }
  return result;
}

}  // namespace rowsort
