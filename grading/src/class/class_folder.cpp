#include "class/class_folder.h"

#include "rowsort/files.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <ctime>
#include <fstream>
#include <iterator>

#include <nlohmann/json.hpp>

namespace rowsort {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using nlohmann::ordered_json;

constexpr std::array kStates = {StudentState::kGraded, StudentState::kMissing,
                                StudentState::kUnreadable, StudentState::kInfrastructure};

// json's own exceptions, for a key that is missing or a value of another type, become one that
// names the file.
template <typename Read>
auto read_json(const fs::path& file, Read read) -> std::optional<decltype(read(json()))> {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) {
    if (!fs::exists(file)) return std::nullopt;
    throw ClassFolderError("cannot read " + file.string());
  }
  try {
    return read(json::parse(stream));
  } catch (const json::exception& error) {
    throw ClassFolderError(file.string() + " is not what rowsort batch writes (" + error.what() +
                           "): remove it to have this student graded again");
  }
}

template <typename Value>
std::optional<Value> optional_of(const json& object, const char* key) {
  const json& value = object.at(key);
  return value.is_null() ? std::nullopt : std::optional(value.get<Value>());
}

template <typename Value>
ordered_json null_or(const std::optional<Value>& value) {
  return value ? ordered_json(*value) : ordered_json(nullptr);
}

StudentState state_of(const std::string& name) {
  for (const StudentState state : kStates) {
    if (state_name(state) == name) return state;
  }
  throw json::other_error::create(501, "state is \"" + name + "\"", nullptr);
}

StudentRecord record_of(const json& object) {
  StudentRecord record;
  record.id = object.at("id");
  record.name = object.at("name");
  record.section = object.at("section");
  if (const auto path = optional_of<std::string>(object, "submission")) record.submission = *path;
  record.state = state_of(object.at("state"));
  record.source_sha256 = optional_of<std::string>(object, "source_sha256");
  record.answers_sha256 = optional_of<std::string>(object, "answers_sha256");
  record.graded_at = object.at("graded_at");
  record.seconds = object.at("seconds");
  record.attempts = object.at("attempts");
  record.message = optional_of<std::string>(object, "message");
  record.options = object.at("options");
  record.seed = optional_of<std::uint64_t>(object, "seed");
  record.regrade = object.at("regrade");
  return record;
}

double in_milliseconds(double seconds) {
  return std::round(seconds * 1000) / 1000;
}

// Bytes of a path that are no UTF-8 must not keep a state from being written.
std::string text_of(const ordered_json& object) {
  return object.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

std::vector<std::string> names_in(const fs::path& folder) {
  std::vector<std::string> names;
  if (!fs::exists(folder)) return names;
  for (const auto& entry : fs::directory_iterator(folder)) names.push_back(entry.path().filename());
  std::sort(names.begin(), names.end());
  return names;
}

std::vector<CalibrationRecord> read_calibration(const ClassFolder& folder) {
  std::vector<CalibrationRecord> records;
  constexpr std::string_view suffix = ".state.json";
  for (const std::string& name : names_in(folder.calibration())) {
    if (!name.ends_with(suffix) || name.find_first_not_of("0123456789") != name.find('.')) continue;
    CalibrationRecord record;
    record.number = std::stoull(name);
    record.grade = folder.calibration_grade(record.number);
    const auto found = read_json(folder.calibration() / name, [&](const json& object) {
      record.graded_at = object.at("graded_at");
      record.seconds = object.at("seconds");
      return true;
    });
    if (found) records.push_back(std::move(record));
  }
  std::sort(records.begin(), records.end(),
            [](const auto& a, const auto& b) { return a.number < b.number; });
  return records;
}

}  // namespace

std::string_view state_name(StudentState state) {
  switch (state) {
    case StudentState::kGraded:
      return "graded";
    case StudentState::kMissing:
      return "missing";
    case StudentState::kUnreadable:
      return "unreadable";
    case StudentState::kInfrastructure:
      break;
  }
  return "infrastructure";
}

std::optional<StudentRecord> read_state(const fs::path& file) {
  return read_json(file, record_of);
}

void write_state(const fs::path& file, const StudentRecord& record) {
  ordered_json object;
  object["id"] = record.id;
  object["name"] = record.name;
  object["section"] = record.section;
  object["submission"] =
      record.submission ? ordered_json(record.submission->string()) : ordered_json(nullptr);
  object["state"] = state_name(record.state);
  object["source_sha256"] = null_or(record.source_sha256);
  object["answers_sha256"] = null_or(record.answers_sha256);
  object["graded_at"] = record.graded_at;
  object["seconds"] = in_milliseconds(record.seconds);
  object["attempts"] = record.attempts;
  object["message"] = null_or(record.message);
  object["options"] = record.options;
  object["seed"] = null_or(record.seed);
  object["regrade"] = record.regrade;
  write_atomically(file, text_of(object));
}

void write_calibration_state(const fs::path& file, const CalibrationRecord& record) {
  ordered_json object;
  object["graded_at"] = record.graded_at;
  object["seconds"] = in_milliseconds(record.seconds);
  write_atomically(file, text_of(object));
}

ClassRecords read_class(const fs::path& grades) {
  const ClassFolder folder(grades);
  if (!fs::exists(folder.roster())) {
    throw ClassFolderError(grades.string() +
                           " holds no roster.csv, so it is no folder that rowsort batch wrote");
  }
  ClassRecords records;
  records.roster = read_roster(folder.roster());
  std::vector<std::string> ids = names_in(folder.students());
  for (const RosterRow& row : records.roster.rows) ids.push_back(row.id);
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  for (const std::string& id : ids) {
    if (!is_student_id(id)) continue;
    std::optional<StudentRecord> record = read_state(folder.state(id));
    if (record) {
      records.students.push_back(*std::move(record));
    } else {
      records.not_done.push_back(id);
    }
  }
  records.calibration = read_calibration(folder);
  return records;
}

std::string utc_now() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  std::array<char, 32> text{};
  std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text.data();
}

}  // namespace rowsort
