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

const json& member(const json& object, const char* key, const std::string& where) {
  if (!object.is_object()) refuse(where + " should be an object");
  const auto found = object.find(key);
  if (found == object.end()) refuse(where + " has no \"" + key + "\"");
  return *found;
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

std::string text_of(const json& value, const std::string& where) {
  if (!value.is_string()) refuse(where + " should be a text");
  return value.get<std::string>();
}

// A word of the grader's own vocabulary, which goes into names and attributes as it is.
std::string word_of(const json& value, const std::string& where) {
  std::string word = text_of(value, where);
  const auto fits = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
  };
  if (word.empty() || word.size() > 64 || !std::all_of(word.begin(), word.end(), fits)) {
    refuse(where + " should be a word of lower-case letters, digits and underscores");
  }
  return word;
}

double number_of(const json& value, const std::string& where) {
  if (!value.is_number()) refuse(where + " should be a number");
  const auto number = value.get<double>();
  if (!std::isfinite(number) || number < 0) refuse(where + " should be a number of at least 0");
  return number;
}

// The enumerator whose name the text is; `names` are those of all of them, in order.
template <typename Status>
Status status_of(const json& value, const std::string& where, std::initializer_list<Status> all) {
  const std::string name = text_of(value, where);
  std::vector<std::string> names;
  for (const Status status : all) {
    names.emplace_back(status_name(status));
    if (names.back() == name) return status;
  }
  const std::string last = names.back();
  names.pop_back();
  refuse(where + " should be " + joined(names, ", ") + " or " + last);
}

CheckResult check_of(const json& value, const std::string& where) {
  CheckResult check;
  check.id = word_of(member(value, "id", where), where + ".id");
  check.status = status_of(member(value, "status", where), where + ".status",
                           {CheckStatus::kPass, CheckStatus::kFail, CheckStatus::kSkipped});
  check.points = number_of(member(value, "points", where), where + ".points");
  check.max_points = number_of(member(value, "max_points", where), where + ".max_points");
  if (check.points > check.max_points) refuse(where + " has more points than it is worth");
  check.message =
      lines_of_visible_text(text_of(member(value, "message", where), where + ".message"));
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
  Shown(const json& grade, const char* object) : object_(grade.find(object)), end_(grade.end()) {}

  const json* value(const char* key) const {
    if (object_ == end_ || !object_->is_object()) return nullptr;
    const auto found = object_->find(key);
    return found == object_->end() ? nullptr : &*found;
  }

  std::string text(const char* key, std::size_t limit = kMaxReadTextBytes) const {
    const json* found = value(key);
    if (found == nullptr || !found->is_string()) return {};
    const std::string& text = found->get_ref<const std::string&>();
    return limit == kMaxReadTextBytes ? cut(visible_text(text))
                                      : lines_of_visible_text(text, limit);
  }

  std::optional<double> number(const char* key) const {
    const json* found = value(key);
    if (found == nullptr || !found->is_number() || !std::isfinite(found->get<double>())) return {};
    return found->get<double>();
  }

  std::optional<std::uint64_t> count(const char* key) const {
    const json* found = value(key);
    if (found == nullptr || !found->is_number_unsigned()) return {};
    return found->get<std::uint64_t>();
  }

  std::vector<double> numbers(const char* key) const {
    const json* found = value(key);
    std::vector<double> list;
    if (found == nullptr || !found->is_array()) return list;
    for (const json& item : *found) {
      if (item.is_number()) list.push_back(item.get<double>());
    }
    return list;
  }

 private:
  json::const_iterator object_;
  json::const_iterator end_;
};

void read_lane_slots(Grade& grade, const Shown& lane_slots) {
  grade.lane_slots.unsorted = lane_slots.count("unsorted").value_or(0);
  grade.lane_slots.minimum = lane_slots.count("minimum").value_or(0);
  grade.lane_slots.submitted = lane_slots.count("submitted");
  grade.lane_slots.predicted = lane_slots.count("predicted");
  grade.lane_slots.executed = lane_slots.count("executed");
}

std::optional<TwoModes> read_modes(const Shown& timing, const char* key) {
  const json* modes = timing.value(key);
  if (modes == nullptr || !modes->is_object()) return {};
  return TwoModes{};
}

// The samples and what they came to; grades without a measured ratio have neither.
void read_timing(Grade& grade, const Shown& timing, const Shown& ratio) {
  const std::vector<double> unsorted = timing.numbers("unsorted");
  const std::vector<double> submitted = timing.numbers("submitted");
  const json* conclusive = ratio.value("conclusive");
  const bool judged = conclusive != nullptr && conclusive->is_boolean();
  if (unsorted.empty() && submitted.empty() && !judged) return;
  Timing read;
  for (std::size_t i = 0; i < std::min(unsorted.size(), submitted.size()); ++i) {
    read.samples.pairs.push_back(
        {{static_cast<float>(unsorted[i]), 0}, {static_cast<float>(submitted[i]), 0}});
  }
  const std::vector<double> interval = ratio.numbers("measured_interval");
  if (interval.size() == 2) read.measurement.interval = Interval{interval[0], interval[1]};
  read.measurement.inconclusive_because = ratio.text("inconclusive_because");
  if (judged && !conclusive->get<bool>() && read.measurement.conclusive()) {
    read.measurement.inconclusive_because = "the grade does not say why";
  }
  read.measurement.unsorted_modes = read_modes(timing, "unsorted_modes");
  read.measurement.submitted_modes = read_modes(timing, "submitted_modes");
  grade.timing = std::move(read);
}

void read_ratios(Grade& grade, const Shown& ratio) {
  grade.ratio.predicted = ratio.number("predicted");
  grade.ratio.predicted_by_sectors = ratio.number("predicted_by_sectors");
  grade.ratio.predicted_by_time = ratio.number("predicted_by_time");
  grade.ratio.measured = ratio.number("measured");
  grade.ratio.claimed = ratio.number("claimed");
  grade.ratio.not_measured_because = ratio.text("not_measured_because");
}

void read_score(Grade& grade, const json& json_grade) {
  const json& score = member(json_grade, "score", "it");
  grade.max_score = number_of(member(json_grade, "max_score", "it"), "max_score");
  if (!score.is_null()) grade.score = number_of(score, "score");
  if (grade.score.has_value() == (grade.status == GradeStatus::kError)) {
    refuse("its score and its status contradict each other");
  }
  if (grade.score && *grade.score > grade.max_score) refuse("its score is above its max_score");
}

void read_error(Grade& grade, const json& json_grade) {
  const json& error = member(json_grade, "error", "it");
  if (!error.is_null()) {
    const std::string message = text_of(member(error, "message", "error"), "error.message");
    grade.error = GradeError{word_of(member(error, "kind", "error"), "error.kind"),
                             lines_of_visible_text(message)};
  }
  if (grade.status == GradeStatus::kError && !grade.error) {
    refuse("its status is error, but it does not name the error");
  }
}

void require_version(const json& grade) {
  const json& version = member(grade, "schema_version", "it");
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
  require_version(json_grade);

  Grade grade;
  grade.submission =
      cut(visible_text(text_of(member(json_grade, "submission", "it"), "submission")));
  grade.status = status_of(member(json_grade, "status", "it"), "status",
                           {GradeStatus::kPass, GradeStatus::kFail, GradeStatus::kError});
  read_score(grade, json_grade);
  read_error(grade, json_grade);
  read_checks(grade, member(json_grade, "checks", "it"));
  read_lane_slots(grade, {json_grade, "lane_slots"});
  const Shown ratio(json_grade, "ratio");
  read_ratios(grade, ratio);
  read_timing(grade, {json_grade, "timing"}, ratio);
  const auto block_size = json_grade.find("block_size");
  if (block_size != json_grade.end() && block_size->is_number_unsigned()) {
    grade.block_size = block_size->get<int>();
  }
  const Shown device(json_grade, "device");
  if (const std::string name = device.text("name"); !name.empty()) {
    grade.device = DeviceInfo{};
    grade.device->name = name;
    if (device.text("kind") == "cuda") grade.device->kind = DeviceKind::kCuda;
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
