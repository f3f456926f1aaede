#pragma once

#include "rowsort/device/device.h"

#include <span>

#include "study.h"
#include <nlohmann/json.hpp>

namespace rowsort::lesson {

nlohmann::json to_json(const DeviceInfo& device);

/// Everything that the tables show and every timed run, in microseconds. What is not known is null.
nlohmann::json to_json(const MatrixStudy& study);

}  // namespace rowsort::lesson
