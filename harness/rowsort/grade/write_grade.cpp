#include "rowsort/files.h"

#include "grade_json.h"
#include <nlohmann/json.hpp>

namespace rowsort {

void write_grade(const Grade& grade, const std::filesystem::path& file) {
  write_atomically(
      file, to_json(grade).dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
}

}  // namespace rowsort
