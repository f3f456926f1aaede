#include "class/class_folder.h"

#include "rowsort/errors.h"
#include "rowsort/files.h"
#include "rowsort/grade/json_values.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>

#include "class/roster.h"
#include <nlohmann/json.hpp>

namespace rowsort {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using nlohmann::ordered_json;

// In the order of the enumerators.
constexpr std::array kStateNames = {"graded", "missing", "unreadable", "infrastructure"};

// Calls visit(key, value) for each value of a state.json, in its order: for reading and for
// writing. `Record` is StudentRecord, const or not.
template <typename Record, typename Visit>
void visit_student(Record& record, Visit visit) {
  visit("id", record.id);
  visit("name", record.name);
  visit("section", record.section);
  visit("submission", record.submission);
  visit("state", record.state);
  visit("source_sha256", record.source_sha256);
  visit("answers_sha256", record.answers_sha256);
  visit("graded_at", record.graded_at);
  visit("seconds", record.seconds);
  visit("attempts", record.attempts);
  visit("message", record.message);
  visit("options", record.options);
  visit("seed", record.seed);
  visit("regrade", record.regrade);
}

// Calls read(object) with what the file holds; false if there is no such file. Exceptions of json,
// for a key that is missing or a value of another type, become one that names the file.
template <typename Read>
bool read_json(const fs::path& file, Read read) {
  if (!fs::exists(file)) return false;
  try {
    read(json::parse(read_user_file(file)));
    return true;
  } catch (const json::exception& error) {
    throw UsageError(file.string() + " was not written by rowsort batch (" + error.what() +
                     "): remove it, and this student is graded again");
  }
}

// Bytes of a path that are not UTF-8 must not keep a state from being written.
void write_json(const fs::path& file, const ordered_json& object) {
  write_atomically(file, object.dump(2, ' ', false, json::error_handler_t::replace) + "\n");
}

std::set<std::string> names_in(const fs::path& folder) {
  std::set<std::string> names;
  if (!fs::exists(folder)) return names;
  for (const auto& entry : fs::directory_iterator(folder)) names.insert(entry.path().filename());
  return names;
}

// N of N.json and of N.state.json, 0 for another name.
std::uint64_t number_of(const std::string& name) {
  std::uint64_t number = 0;
  const char* const end = name.data() + name.size();
  const auto [rest, error] = std::from_chars(name.data(), end, number);
  const std::string_view extension(rest, static_cast<std::size_t>(end - rest));
  return extension == ".json" || extension == ".state.json" ? number : 0;
}

}  // namespace

void to_json(ordered_json& object, StudentState state) {
  object = kStateNames[static_cast<std::size_t>(state)];
}

void from_json(const json& object, StudentState& state) {
  const auto* const found = std::find(kStateNames.begin(), kStateNames.end(), object);
  if (found == kStateNames.end()) {
    throw json::other_error::create(501, "state is " + object.dump(), nullptr);
  }
  state = static_cast<StudentState>(found - kStateNames.begin());
}

std::optional<StudentRecord> read_state(const fs::path& file) {
  StudentRecord record;
  const bool found = read_json(file, [&](const json& object) {
    visit_student(record, [&](const char* key, auto& value) { object.at(key).get_to(value); });
  });
  return found ? std::optional(record) : std::nullopt;
}

void write_state(const fs::path& file, const StudentRecord& record) {
  ordered_json object;
  visit_student(record, [&](const char* key, const auto& value) { object[key] = value; });
  write_json(file, object);
}

std::optional<CalibrationRecord> read_calibration_state(const fs::path& file) {
  CalibrationRecord record;
  const bool found = read_json(file, [&](const json& object) {
    record = {object.at("graded_at"), object.at("seconds")};
  });
  return found ? std::optional(record) : std::nullopt;
}

void write_calibration_state(const fs::path& file, const CalibrationRecord& record) {
  write_json(file, {{"graded_at", record.graded_at}, {"seconds", record.seconds}});
}

std::set<std::uint64_t> numbers_in(const fs::path& folder) {
  std::set<std::uint64_t> numbers;
  for (const std::string& name : names_in(folder)) numbers.insert(number_of(name));
  numbers.erase(0);
  return numbers;
}

std::uint64_t last_number(const fs::path& folder) {
  const std::set<std::uint64_t> numbers = numbers_in(folder);
  return numbers.empty() ? 0 : *numbers.rbegin();
}

std::set<std::string> ids_in(const ClassFolder& grades) {
  std::set<std::string> ids = names_in(grades.students());
  std::erase_if(ids, [](const std::string& name) { return !is_student_id(name); });
  return ids;
}

}  // namespace rowsort
