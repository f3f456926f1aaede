#include "export/grade_document.h"

#include "rowsort/grade/grade.h"
#include "rowsort/measure/statistics.h"
#include "rowsort/text.h"
#include "rowsort/visible_text.h"

#include <algorithm>
#include <cmath>
#include <fstream>

#include <nlohmann/json.hpp>

namespace rowsort {
namespace {

using nlohmann::json;

[[noreturn]] void refuse(const std::string& sentence) {
  throw GradeDocumentError(sentence);
}

const json& member(const json& object, const char* key, const std::string& where) {
  if (!object.is_object()) refuse(where + " should be an object");
  const auto found = object.find(key);
  if (found == object.end()) refuse(where + " has no \"" + key + "\"");
  return *found;
}

// Cut between two characters, never inside one.
std::string cut(std::string text, std::size_t limit = kMaxDocumentTextBytes) {
  if (text.size() <= limit) return text;
  std::size_t end = limit;
  while ((static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;
  return text.substr(0, end) + " ... (" + counted(text.size() - end, "more byte") + ")";
}

std::string lines_of_visible_text(std::string_view text,
                                  std::size_t limit = kMaxDocumentTextBytes) {
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

DocumentStatus status_of(const json& value) {
  const std::string status = text_of(value, "status");
  if (status == "pass") return DocumentStatus::kPass;
  if (status == "fail") return DocumentStatus::kFail;
  if (status == "error") return DocumentStatus::kError;
  refuse("status should be pass, fail or error");
}

DocumentCheck check_of(const json& value, const std::string& where) {
  DocumentCheck check;
  check.id = word_of(member(value, "id", where), where + ".id");
  check.status = word_of(member(value, "status", where), where + ".status");
  if (check.status != "pass" && check.status != "fail" && check.status != "skipped") {
    refuse(where + ".status should be pass, fail or skipped");
  }
  check.points = number_of(member(value, "points", where), where + ".points");
  check.max_points = number_of(member(value, "max_points", where), where + ".max_points");
  if (check.points > check.max_points) refuse(where + " has more points than it is worth");
  check.message =
      lines_of_visible_text(text_of(member(value, "message", where), where + ".message"));
  return check;
}

std::vector<DocumentCheck> checks_of(const json& list) {
  if (!list.is_array()) refuse("checks should be a list");
  if (list.size() > kMaxDocumentChecks) {
    refuse("it has more than " + std::to_string(kMaxDocumentChecks) + " checks");
  }
  std::vector<DocumentCheck> checks;
  for (const json& value : list) {
    checks.push_back(check_of(value, "checks[" + std::to_string(checks.size()) + "]"));
  }
  return checks;
}

// What is only shown, beside the score: absent where it is not there or not of this kind.
const json* shown(const json& grade, const char* object, const char* key) {
  const auto found = grade.find(object);
  if (found == grade.end() || !found->is_object()) return nullptr;
  const auto value = found->find(key);
  return value == found->end() ? nullptr : &*value;
}

std::string shown_text(const json& grade, const char* object, const char* key) {
  const json* value = shown(grade, object, key);
  if (value == nullptr || !value->is_string()) return {};
  return cut(visible_text(value->get_ref<const std::string&>()));
}

std::optional<double> shown_number(const json& grade, const char* object, const char* key) {
  const json* value = shown(grade, object, key);
  if (value == nullptr || !value->is_number() || !std::isfinite(value->get<double>())) return {};
  return value->get<double>();
}

std::optional<std::uint64_t> shown_count(const json& grade, const char* object, const char* key) {
  const json* value = shown(grade, object, key);
  if (value == nullptr || !value->is_number_unsigned()) return {};
  return value->get<std::uint64_t>();
}

std::optional<DocumentInterval> shown_interval(const json& grade, const char* object,
                                               const char* key) {
  const json* value = shown(grade, object, key);
  if (value == nullptr || !value->is_array() || value->size() != 2) return {};
  if (!(*value)[0].is_number() || !(*value)[1].is_number()) return {};
  return DocumentInterval{(*value)[0].get<double>(), (*value)[1].get<double>()};
}

// Of the samples that are numbers.
std::optional<double> shown_median(const json& grade, const char* object, const char* key) {
  const json* value = shown(grade, object, key);
  if (value == nullptr || !value->is_array()) return {};
  std::vector<double> samples;
  for (const json& sample : *value) {
    if (sample.is_number()) samples.push_back(sample.get<double>());
  }
  if (samples.empty()) return {};
  return median(std::move(samples));
}

bool shown_object(const json& grade, const char* object, const char* key) {
  const json* value = shown(grade, object, key);
  return value != nullptr && value->is_object();
}

void read_lane_slots(GradeDocument& document, const json& grade) {
  document.unsorted_lane_slots = shown_count(grade, "lane_slots", "unsorted");
  document.submitted_lane_slots = shown_count(grade, "lane_slots", "submitted");
  document.minimum_lane_slots = shown_count(grade, "lane_slots", "minimum");
  document.predicted_lane_slots = shown_count(grade, "lane_slots", "predicted");
  document.executed_lane_slots = shown_count(grade, "lane_slots", "executed");
}

void read_ratios(GradeDocument& document, const json& grade) {
  document.predicted_ratio = shown_number(grade, "ratio", "predicted");
  document.predicted_ratio_by_sectors = shown_number(grade, "ratio", "predicted_by_sectors");
  document.predicted_ratio_by_time = shown_number(grade, "ratio", "predicted_by_time");
  document.measured_ratio = shown_number(grade, "ratio", "measured");
  document.measured_interval = shown_interval(grade, "ratio", "measured_interval");
  const json* conclusive = shown(grade, "ratio", "conclusive");
  if (conclusive != nullptr && conclusive->is_boolean()) document.conclusive = *conclusive;
  document.inconclusive_because = shown_text(grade, "ratio", "inconclusive_because");
  document.claimed_ratio = shown_number(grade, "ratio", "claimed");
  document.not_measured_because = shown_text(grade, "ratio", "not_measured_because");
  document.unsorted_microseconds = shown_median(grade, "timing", "unsorted");
  document.submitted_microseconds = shown_median(grade, "timing", "submitted");
  document.bimodal = shown_object(grade, "timing", "unsorted_modes") ||
                     shown_object(grade, "timing", "submitted_modes");
}

void read_score(GradeDocument& document, const json& grade) {
  const json& score = member(grade, "score", "it");
  document.max_score = number_of(member(grade, "max_score", "it"), "max_score");
  if (!score.is_null()) document.score = number_of(score, "score");
  if (document.score.has_value() == (document.status == DocumentStatus::kError)) {
    refuse("its score and its status contradict each other");
  }
  if (document.score && *document.score > document.max_score) {
    refuse("its score is above its max_score");
  }
}

void read_error(GradeDocument& document, const json& grade) {
  const json& error = member(grade, "error", "it");
  if (!error.is_null()) {
    const std::string message = text_of(member(error, "message", "error"), "error.message");
    document.error = DocumentError{word_of(member(error, "kind", "error"), "error.kind"),
                                   lines_of_visible_text(message)};
  }
  if (document.status == DocumentStatus::kError && !document.error) {
    refuse("its status is error and it does not say which");
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

GradeDocument parse_grade_document(std::string_view text) {
  const json grade = parse_json(text);
  if (!grade.is_object()) refuse("it should hold a JSON object");
  require_version(grade);

  GradeDocument document;
  document.submission = cut(visible_text(text_of(member(grade, "submission", "it"), "submission")));
  document.status = status_of(member(grade, "status", "it"));
  read_score(document, grade);
  read_error(document, grade);
  document.checks = checks_of(member(grade, "checks", "it"));
  read_lane_slots(document, grade);
  read_ratios(document, grade);
  const auto block_size = grade.find("block_size");
  if (block_size != grade.end() && block_size->is_number_unsigned()) {
    document.block_size = block_size->get<std::uint64_t>();
  }
  document.device_kind = shown_text(grade, "device", "kind");
  document.device = shown_text(grade, "device", "name");
  document.student = shown_text(grade, "answers", "student");
  document.sentence = shown_text(grade, "answers", "sentence");
  document.source_sha256 = shown_text(grade, "official", "source_sha256");
  const json* log = shown(grade, "official", "build_log");
  if (log != nullptr && log->is_string()) {
    document.build_log =
        lines_of_visible_text(log->get_ref<const std::string&>(), kMaxBuildLogBytes);
  }
  return document;
}

GradeDocument read_grade_document(const std::filesystem::path& file) try {
  std::error_code error;
  if (!std::filesystem::exists(file, error)) refuse("there is no such file");
  if (!std::filesystem::is_regular_file(file, error)) refuse("it is not a regular file");
  const std::uintmax_t bytes = std::filesystem::file_size(file, error);
  if (error) refuse("it cannot be read");
  if (bytes > kMaxGradeBytes) refuse("it has more than " + grouped(kMaxGradeBytes) + " bytes");
  std::string text(bytes, '\0');
  std::ifstream stream(file, std::ios::binary);
  stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (!stream.is_open() || stream.bad()) refuse("it cannot be read");
  text.resize(static_cast<std::size_t>(stream.gcount()));
  return parse_grade_document(text);
} catch (const GradeDocumentError& error) {
  throw GradeDocumentError("the grade " + file.string() + ": " + error.what());
}

}  // namespace rowsort
