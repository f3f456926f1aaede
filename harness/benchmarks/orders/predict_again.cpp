/// Predicts the times of the skewed matrix in each order with the time model as it is now, from the
/// launches that were timed then. So the model can be worked on without a GPU.
///
///   predict_again FILE MULTIPROCESSORS
///
/// FILE is what orders_table.py writes with --json. timing.model.unsorted, timing.model.submitted
/// and ratio.predicted_by_time are replaced in it. MULTIPROCESSORS is how many the GPU has. Exit
/// status: 0 predicted, 1 not such a file or not writable, 2 wrong usage.

#include "rowsort/device/timing.h"
#include "rowsort/matrix/csr_view.h"
#include "rowsort/matrix/exact_inputs.h"
#include "rowsort/measure/time_model.h"

#include <cstdlib>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

#include "../kept_grades.h"
#include "orders.h"
#include <nlohmann/json.hpp>

namespace rowsort {
namespace {

using nlohmann::ordered_json;

std::vector<CalibrationPoint> points(const ordered_json& json) {
  std::vector<CalibrationPoint> list;
  for (const ordered_json& point : json) {
    list.push_back({{point.at("steps").get<double>(), point.at("sectors").get<double>()},
                    point.at("warps").get<unsigned>(),
                    point.at("microseconds").get<double>()});
  }
  return list;
}

TimeCalibration calibration_of(const ordered_json& json) {
  return {json.at("launch").get<double>(), points(json.at("one_row")), points(json.at("all_rows")),
          json.at("unsorted_blocks").get<int>(), json.at("submitted_blocks").get<int>()};
}

class Predictor {
 public:
  explicit Predictor(std::size_t multiprocessors) : multiprocessors_(multiprocessors) {}

  void predict(ordered_json& kept) const {
    ordered_json& timing = kept.at("timing");
    ordered_json& model = timing.at("model");
    const TimeCalibration calibration = calibration_of(model.at("calibration"));
    const auto constants = fit_time_constants(calibration);
    if (!constants) throw std::runtime_error("the model cannot be fitted to its launches");
    const double floor = timing.at("floor").at("microseconds").get<double>();
    const int block_size = kept.at("block").get<int>();
    const auto order = order_called(kept.at("order").get<std::string>(), matrix_, block_size);
    const auto time = [&](const std::vector<WarpWork>& work, int threads, int resident) {
      return predict_time(work,
                          {static_cast<std::size_t>(threads) / kWarpSize, multiprocessors_,
                           static_cast<std::size_t>(resident)},
                          *constants, floor);
    };
    const double unsorted = time(unsorted_, kBaselineBlockSize, calibration.unsorted_blocks);
    const double submitted =
        time(warp_work(permute_rows(matrix_, order)), block_size, calibration.submitted_blocks);
    model["unsorted"] = unsorted;
    model["submitted"] = submitted;
    kept.at("ratio")["predicted_by_time"] = unsorted / submitted;
  }

 private:
  std::size_t multiprocessors_;
  Csr matrix_ = exact_matrix(skewed_row_lengths(), kPublishedSeed);
  std::vector<WarpWork> unsorted_ = warp_work(matrix_);
};

}  // namespace
}  // namespace rowsort

int main(int argc, char** argv) {
  const int multiprocessors = argc == 3 ? std::atoi(argv[2]) : 0;
  if (multiprocessors <= 0) {
    std::cerr << "usage: predict_again FILE MULTIPROCESSORS\n";
    return 2;
  }
  const rowsort::Predictor predictor(static_cast<std::size_t>(multiprocessors));
  return rowsort::change_kept_grades(
      argv[1], [&](nlohmann::ordered_json& kept) { predictor.predict(kept); });
}
