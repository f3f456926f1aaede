#include "rubric.h"

#include "rowsort/errors.h"
#include "rowsort/files.h"

#include <system_error>

#include "shipped_rubric.h"
#include <nlohmann/json.hpp>

namespace rowsort {
namespace {

using nlohmann::json;

std::map<std::string, double> parse_points(std::string_view text) {
  const json parsed = json::parse(text);
  if (!parsed.is_object() || !parsed.contains("points") || !parsed["points"].is_object()) {
    throw UsageError("it should be an object with an object \"points\" in it");
  }
  std::map<std::string, double> points;
  for (const auto& [check, value] : parsed["points"].items()) {
    if (!value.is_number() || value.get<double>() < 0) {
      throw UsageError("the points of \"" + check +
                       "\" should be a number of at least 0, they are " + value.dump());
    }
    points[check] = value.get<double>();
  }
  return points;
}

}  // namespace

Rubric::Rubric() : points_(parse_points(kShippedRubric)) {}

void Rubric::set_points(const std::string& check, double points) {
  const auto found = points_.find(check);
  if (found == points_.end()) throw UsageError("there is no check called \"" + check + "\"");
  found->second = points;
}

Rubric read_rubric(const std::filesystem::path& file) try {
  const std::map<std::string, double> points = parse_points(read_file(file));
  Rubric rubric;
  for (const auto& [check, shipped] : rubric.all()) rubric.set_points(check, 0);
  for (const auto& [check, value] : points) rubric.set_points(check, value);
  return rubric;
} catch (const UsageError& error) {
  throw UsageError("rubric " + file.string() + ": " + error.what());
} catch (const json::exception& error) {
  throw UsageError("rubric " + file.string() + " is not valid JSON: " + error.what());
} catch (const std::system_error& error) {
  throw UsageError(std::string("rubric: ") + error.what());
}

}  // namespace rowsort
