#include "rubric.h"

#include <algorithm>
#include <fstream>
#include <string>

#include <nlohmann/json.hpp>

namespace rowsort {
namespace {

double parse_points(const std::string& name, const nlohmann::json& value) {
  if (!value.is_number() || value.get<double>() < 0) {
    throw RubricError("the points of \"" + name + "\" should be a number of at least 0, they are " +
                      value.dump());
  }
  return value.get<double>();
}

CheckId parse_check(const std::string& name) {
  const auto id = std::find_if(kAllChecks.begin(), kAllChecks.end(),
                               [&](CheckId check) { return check_name(check) == name; });
  if (id == kAllChecks.end()) throw RubricError("there is no check called \"" + name + "\"");
  return *id;
}

}  // namespace

std::string_view check_name(CheckId id) {
  static constexpr std::array<std::string_view, kAllChecks.size()> names = {
      "builds", "answers",    "order",      "rebuilt_csr", "small_matrices", "all_rows",
      "memory", "lane_slots", "prediction", "claim",       "sentence"};
  return names[static_cast<std::size_t>(id)];
}

Rubric::Rubric() {
  set_points(CheckId::kOrder, 1);
  set_points(CheckId::kRebuiltCsr, 1);
  set_points(CheckId::kSmallMatrices, 1);
  set_points(CheckId::kAllRows, 1);
  set_points(CheckId::kLaneSlots, 3);
  set_points(CheckId::kPrediction, 2);
  set_points(CheckId::kClaim, 1);
}

Rubric read_rubric(const std::filesystem::path& file) try {
  std::ifstream stream(file);
  if (!stream) throw RubricError("it cannot be opened");
  const auto parsed = nlohmann::json::parse(stream);
  if (!parsed.is_object() || !parsed.contains("points") || !parsed["points"].is_object()) {
    throw RubricError("it should be an object with an object \"points\" in it");
  }
  Rubric rubric;
  for (const CheckId id : kAllChecks) rubric.set_points(id, 0);
  for (const auto& [name, value] : parsed["points"].items()) {
    rubric.set_points(parse_check(name), parse_points(name, value));
  }
  return rubric;
} catch (const RubricError& error) {
  throw RubricError("rubric " + file.string() + ": " + error.what());
} catch (const nlohmann::json::exception& error) {
  throw RubricError("rubric " + file.string() + " is not valid JSON: " + error.what());
}

}  // namespace rowsort
