#include "answers.h"

#include "rowsort/files.h"
#include "rowsort/text.h"

#include <cmath>
#include <set>
#include <system_error>
#include <vector>

#include <nlohmann/json.hpp>

namespace rowsort {
namespace {

using nlohmann::json;

// Refuses a key that an object holds twice: the parser would silently keep the last one.
class DuplicateKeys {
 public:
  bool operator()(int, json::parse_event_t event, json& parsed) {
    if (event == json::parse_event_t::object_start) keys_.emplace_back();
    if (event == json::parse_event_t::object_end) keys_.pop_back();
    if (event == json::parse_event_t::key &&
        !keys_.back().insert(parsed.get<std::string>()).second) {
      throw AnswersError("the key \"" + parsed.get<std::string>() + "\" occurs twice");
    }
    return true;
  }

 private:
  std::vector<std::set<std::string>> keys_;
};

// The parser's own message without its error number: "parse error at line 3, column 5: ...".
std::string parser_message(const json::exception& error) {
  const std::string text = error.what();
  const std::size_t bracket = text.find("] ");
  return bracket == std::string::npos ? text : text.substr(bracket + 2);
}

json parse_object(std::string_view text) {
  json parsed;
  try {
    parsed = json::parse(text, DuplicateKeys());
  } catch (const json::exception& error) {
    throw AnswersError("it is not valid JSON: " + parser_message(error));
  }
  if (!parsed.is_object()) {
    throw AnswersError(std::string("it holds a JSON ") + parsed.type_name() +
                       ", should be an object");
  }
  return parsed;
}

[[noreturn]] void refuse_type(const char* key, const char* wanted, const json& value) {
  throw AnswersError(std::string("\"") + key + "\" should be " + wanted + ", it is a JSON " +
                     value.type_name());
}

std::string text_field(const json& object, const char* key) {
  const auto field = object.find(key);
  if (field == object.end() || field->is_null()) return {};
  if (!field->is_string()) refuse_type(key, "a text in quotes", *field);
  return field->get<std::string>();
}

std::optional<std::uint64_t> count_field(const json& object, const char* key) {
  const auto field = object.find(key);
  if (field == object.end() || field->is_null()) return std::nullopt;
  if (!field->is_number())
    refuse_type(key, "a whole number, without quotes and commas, or null", *field);
  if (!field->is_number_unsigned()) {
    throw AnswersError(std::string("\"") + key +
                       "\" should be a whole number of at least 0, it is " + field->dump());
  }
  return field->get<std::uint64_t>();
}

std::optional<double> ratio_field(const json& object, const char* key) {
  const auto field = object.find(key);
  if (field == object.end() || field->is_null()) return std::nullopt;
  if (!field->is_number()) refuse_type(key, "a number, without quotes, or null", *field);
  const auto ratio = field->get<double>();
  if (!(ratio > 0) || !std::isfinite(ratio)) {
    throw AnswersError(std::string("\"") + key + "\" should be above 0, it is " + field->dump());
  }
  return ratio;
}

void refuse_unknown_keys(const json& object) {
  static const std::set<std::string> known = {"student", "predicted_lane_slots", "measured_ratio",
                                              "measured_on", "sentence"};
  for (const auto& [key, value] : object.items()) {
    if (known.contains(key)) continue;
    throw AnswersError(
        "there is no answer called \"" + key +
        "\"; the keys are student, predicted_lane_slots, measured_ratio, measured_on "
        "and sentence");
  }
}

}  // namespace

Answers parse_answers(std::string_view text) {
  if (text.size() > kMaxAnswersBytes) {
    throw AnswersError("it has more than " + grouped(kMaxAnswersBytes) + " bytes");
  }
  const json object = parse_object(text);
  refuse_unknown_keys(object);
  return {text_field(object, "student"), count_field(object, "predicted_lane_slots"),
          ratio_field(object, "measured_ratio"), text_field(object, "measured_on"),
          text_field(object, "sentence")};
}

Answers read_answers(const std::filesystem::path& file) try {
  std::error_code error;
  if (!std::filesystem::exists(file, error)) throw AnswersError("there is no such file");
  if (!std::filesystem::is_regular_file(file, error))
    throw AnswersError("it is not a regular file");
  return parse_answers(read_file(file, kMaxAnswersBytes + 1));
} catch (const std::system_error&) {
  throw AnswersError("answers.json (" + file.string() + "): it cannot be read");
} catch (const AnswersError& error) {
  throw AnswersError("answers.json (" + file.string() + "): " + error.what());
}

}  // namespace rowsort
