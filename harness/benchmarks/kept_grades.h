#pragma once

#include "rowsort/files.h"

#include <exception>
#include <functional>
#include <iostream>

#include <nlohmann/json.hpp>

/// Shared by the programs that work on kept grades: a file with one grade, or with a list of grades
/// as repeat.py and orders_table.py write it.
namespace rowsort {

/// Changes each grade of the file. Returns an exit status: 0, or 1 where `change` throws or the
/// file cannot be read or written; the file then stays as it was.
inline int change_kept_grades(const char* file,
                              const std::function<void(nlohmann::ordered_json&)>& change) {
  try {
    auto content = nlohmann::ordered_json::parse(read_file(file));
    if (content.is_array()) {
      for (nlohmann::ordered_json& grade : content) change(grade);
    } else {
      change(content);
    }
    write_atomically(file, content.dump(content.is_array() ? -1 : 2) + "\n");
    return 0;
  } catch (const std::exception& error) {
    std::cerr << file << ": " << error.what() << '\n';
    return 1;
  }
}

}  // namespace rowsort
