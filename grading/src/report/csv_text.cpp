#include "report/csv_text.h"

#include <csv.h>

namespace rowsort {
namespace {

std::string field_text(const std::string& field) {
  const bool plain = field.find_first_of(",;\"\r\n") == std::string::npos &&
                     !field.starts_with(' ') && !field.ends_with(' ');
  if (plain) return field;
  std::string quoted(2 * field.size() + 2, '\0');
  quoted.resize(csv_write(quoted.data(), quoted.size(), field.data(), field.size()));
  return quoted;
}

}  // namespace

std::string csv_row(const std::vector<std::string>& fields) {
  std::string row;
  const char* separator = "";
  for (const std::string& field : fields) {
    row += separator + field_text(field);
    separator = ",";
  }
  return row + "\r\n";
}

}  // namespace rowsort
