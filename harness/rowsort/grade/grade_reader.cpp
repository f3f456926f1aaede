#include "rowsort/files.h"
#include "rowsort/text.h"
#include "rowsort/visible_text.h"

#include <algorithm>
#include <cmath>
#include <system_error>

#include "grade_json.h"
#include <nlohmann/json.hpp>

namespace rowsort {
namespace {

using nlohmann::json;

[[noreturn]] void refuse(const std::string& sentence) {
  throw UnreadableGrade(sentence);
}

// Cut between two characters, never inside one.
std::string cut(std::string text, std::size_t limit = kMaxReadTextBytes) {
  if (text.size() <= limit) return text;
  std::size_t end = limit;
  while ((static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;
  return text.substr(0, end) + " ... (" + counted(text.size() - end, "more byte") + ")";
}

std::string lines_of_visible_text(std::string_view text, std::size_t limit = kMaxReadTextBytes) {
  std::string result;
  while (true) {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    result += visible_text(line);
    if (end == std::string_view::npos) return cut(result, limit);
    result += '\n';
    text.remove_prefix(end + 1);
  }
}

/// A value that the grade has to have. Each function refuses what is of another kind.
class Required {
 public:
  explicit Required(const json& value, std::string name = {})
      : value_(value), name_(std::move(name)) {}

  const json& value() const { return value_; }

  Required operator[](const char* key) const {
    const std::string object = name_.empty() ? "it" : name_;
    if (!value_.is_object()) refuse(object + " should be an object");
    const auto found = value_.find(key);
    if (found == value_.end()) refuse(object + " has no \"" + key + "\"");
    return Required(*found, name_.empty() ? key : name_ + "." + key);
  }

  std::string text() const {
    if (!value_.is_string()) refuse(name_ + " should be a text");
    return value_.get<std::string>();
  }

  // A word of the grader's own vocabulary, which goes into names and attributes as it is.
  std::string word() const {
    std::string word = text();
    const auto fits = [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
    };
    if (word.empty() || word.size() > 64 || !std::all_of(word.begin(), word.end(), fits)) {
      refuse(name_ + " should be a word of lower-case letters, digits and underscores");
    }
    return word;
  }

  double number() const {
    if (!value_.is_number()) refuse(name_ + " should be a number");
    const auto number = value_.get<double>();
    if (!std::isfinite(number) || number < 0) refuse(name_ + " should be a number of at least 0");
    return number;
  }

  // The status whose name the text is; `all` are those that there are.
  template <typename Status>
  Status status(std::initializer_list<Status> all) const {
    const std::string name = text();
    std::vector<std::string> names;
    for (const Status status : all) {
      names.emplace_back(status_name(status));
      if (names.back() == name) return status;
    }
    const std::string last = names.back();
    names.pop_back();
    refuse(name_ + " should be " + joined(names, ", ") + " or " + last);
  }

 private:
  const json& value_;
  std::string name_;  // "checks[0].id"; empty for the grade
};

CheckResult check_of(const json& value, const std::string& name) {
  const Required required(value, name);
  CheckResult check;
  check.id = required["id"].word();
  check.status =
      required["status"].status({CheckStatus::kPass, CheckStatus::kFail, CheckStatus::kSkipped});
  check.points = required["points"].number();
  check.max_points = required["max_points"].number();
  if (check.points > check.max_points) refuse(name + " has more points than it is worth");
  check.message = lines_of_visible_text(required["message"].text());
  return check;
}

void read_checks(Grade& grade, const json& list) {
  if (!list.is_array()) refuse("checks should be a list");
  if (list.size() > kMaxReadChecks) {
    refuse("it has more than " + std::to_string(kMaxReadChecks) + " checks");
  }
  for (const json& value : list) {
    CheckResult check = check_of(value, "checks[" + std::to_string(grade.checks.size()) + "]");
    // A passing grade can only have failed checks that do not decide the pass.
    check.decides_pass = check.status != CheckStatus::kFail || grade.status != GradeStatus::kPass;
    grade.checks.push_back(std::move(check));
  }
}

/// What is only shown beside the score: left out where it is not there or of another type.
class Shown {
 public:
  Shown(const json& grade, const char* object) : object_(find(grade, object)) {}

  const json& operator[](const char* key) const { return find(object_, key); }

  std::string text(const char* key, std::size_t limit = kMaxReadTextBytes) const {
    const json& value = find(object_, key);
    if (!value.is_string()) return {};
    const std::string& text = value.get_ref<const std::string&>();
    return limit == kMaxReadTextBytes ? cut(visible_text(text))
                                      : lines_of_visible_text(text, limit);
  }

  std::optional<double> number(const char* key) const {
    const json& value = find(object_, key);
    if (!value.is_number() || !std::isfinite(value.get<double>())) return {};
    return value.get<double>();
  }

  std::optional<std::uint64_t> count(const char* key) const {
    const json& value = find(object_, key);
    if (!value.is_number_unsigned()) return {};
    return value.get<std::uint64_t>();
  }

  std::vector<double> numbers(const char* key) const {
    const json& value = find(object_, key);
    std::vector<double> list;
    if (!value.is_array()) return list;
    for (const json& item : value) {
      if (item.is_number()) list.push_back(item.get<double>());
    }
    return list;
  }

 private:
  static const json& find(const json& object, const char* key) {
    static const json missing;
    return object.is_object() && object.contains(key) ? object.at(key) : missing;
  }

  const json& object_;
};

// The samples and what they came to; grades without a measured ratio have neither.
std::optional<Timing> timing_of(const Shown& timing, const Shown& ratio) {
  const std::vector<double> unsorted = timing.numbers("unsorted");
  const std::vector<double> submitted = timing.numbers("submitted");
  const bool judged = ratio["conclusive"].is_boolean();
  if (unsorted.empty() && submitted.empty() && !judged) return {};
  Timing read;
  for (std::size_t i = 0; i < std::min(unsorted.size(), submitted.size()); ++i) {
    read.samples.pairs.push_back(
        {{static_cast<float>(unsorted[i]), 0}, {static_cast<float>(submitted[i]), 0}});
  }
  const std::vector<double> interval = ratio.numbers("measured_interval");
  if (interval.size() == 2) read.measurement.interval = Interval{interval[0], interval[1]};
  read.measurement.inconclusive_because = ratio.text("inconclusive_because");
  if (judged && !ratio["conclusive"].get<bool>() && read.measurement.conclusive()) {
    read.measurement.inconclusive_because = "the grade does not say why";
  }
  if (timing["unsorted_modes"].is_object()) read.measurement.unsorted_modes.emplace();
  if (timing["submitted_modes"].is_object()) read.measurement.submitted_modes.emplace();
  return read;
}

LaneSlots lane_slots_of(const Shown& slots) {
  return {slots.count("unsorted").value_or(0), slots.count("minimum").value_or(0),
          slots.count("submitted"), slots.count("predicted"), slots.count("executed")};
}

Ratios ratios_of(const Shown& ratio) {
  return {ratio.number("predicted"),
          ratio.number("measured"),
          ratio.number("claimed"),
          ratio.text("not_measured_because"),
          ratio.number("predicted_by_sectors"),
          ratio.number("predicted_by_time")};
}

void read_score(Grade& grade, const Required& required) {
  const json& score = required["score"].value();
  grade.max_score = required["max_score"].number();
  if (!score.is_null()) grade.score = required["score"].number();
  if (grade.score.has_value() == (grade.status == GradeStatus::kError)) {
    refuse("its score and its status contradict each other");
  }
  if (grade.score && *grade.score > grade.max_score) refuse("its score is above its max_score");
}

void read_error(Grade& grade, const Required& error) {
  if (!error.value().is_null()) {
    const std::string message = lines_of_visible_text(error["message"].text());
    grade.error = GradeError{error["kind"].word(), message};
  }
  if (grade.status == GradeStatus::kError && !grade.error) {
    refuse("its status is error, but it does not name the error");
  }
}

void require_version(const json& version) {
  if (version != kGradeSchemaVersion) {
    refuse("its schema_version is " + cut(visible_text(version.dump(-1, ' ', true))) +
           ", this program reads " + std::to_string(kGradeSchemaVersion));
  }
}

json parse_json(std::string_view text) try {
  return json::parse(text);
} catch (const json::exception& error) {
  refuse(std::string("it is not valid JSON: ") + visible_text(error.what()));
}

}  // namespace

Grade parse_grade(std::string_view text) {
  const json json_grade = parse_json(text);
  if (!json_grade.is_object()) refuse("it should hold a JSON object");
  const Required required(json_grade);
  require_version(required["schema_version"].value());

  Grade grade;
  grade.submission = cut(visible_text(required["submission"].text()));
  grade.status =
      required["status"].status({GradeStatus::kPass, GradeStatus::kFail, GradeStatus::kError});
  read_score(grade, required);
  read_error(grade, required["error"]);
  read_checks(grade, required["checks"].value());
  grade.lane_slots = lane_slots_of({json_grade, "lane_slots"});
  const Shown ratio(json_grade, "ratio");
  grade.ratio = ratios_of(ratio);
  grade.timing = timing_of({json_grade, "timing"}, ratio);
  const auto block_size = json_grade.find("block_size");
  if (block_size != json_grade.end() && block_size->is_number_unsigned()) {
    grade.block_size = block_size->get<int>();
  }
  const Shown device(json_grade, "device");
  if (const std::string name = device.text("name"); !name.empty()) {
    const bool cuda = device.text("kind") == "cuda";
    grade.device = DeviceInfo{cuda ? DeviceKind::kCuda : DeviceKind::kCpu, name};
  }
  const Shown answers(json_grade, "answers");
  grade.answers = Answers{};
  grade.answers->student = answers.text("student");
  grade.answers->sentence = answers.text("sentence");
  const Shown official(json_grade, "official");
  grade.source_sha256 = official.text("source_sha256");
  grade.build_log = official.text("build_log", kMaxReadBuildLogBytes);
  return grade;
}

Grade read_grade(const std::filesystem::path& file) try {
  std::error_code error;
  if (!std::filesystem::exists(file, error)) refuse("there is no such file");
  if (!std::filesystem::is_regular_file(file, error)) refuse("it is not a regular file");
  const std::string text = read_file(file, kMaxGradeBytes + 1);
  if (text.size() > kMaxGradeBytes)
    refuse("it has more than " + grouped(kMaxGradeBytes) + " bytes");
  return parse_grade(text);
} catch (const UnreadableGrade& error) {
  throw UnreadableGrade("the grade " + file.string() + ": " + error.what());
} catch (const std::system_error&) {
  throw UnreadableGrade("the grade " + file.string() + ": it cannot be read");
}

}  // namespace rowsort
