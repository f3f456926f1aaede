#include "counters.h"

#if __has_include(<cupti_range_profiler.h>)
#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "shared_library.h"
#include <cuda_runtime_api.h>
#include <cupti_profiler_host.h>
#include <cupti_profiler_target.h>
#include <cupti_range_profiler.h>
#include <cupti_result.h>
#include <cupti_target.h>

namespace rowsort {
namespace {

// More passes than these metrics can need. A profiler that asks for more would never end.
constexpr int kMostPasses = 64;

std::vector<const char*> metric_names() {
  std::vector<const char*> names;
  for (const CounterMetric& counter : kCounterMetrics) names.push_back(counter.metric);
  return names;
}

SharedLibrary open_cupti() try {
  const std::string own = "libcupti.so." + std::to_string(CUDART_VERSION / 1000);
  return {"CUPTI, which reads the counters,",
          {own, "libcupti.so", "/usr/local/cuda/lib64/" + own,
           "/usr/local/cuda/extras/CUPTI/lib64/" + own}};
} catch (const EnvironmentError& missing) {
  throw CountersUnavailable(missing.what());
}

// What to do about the results that users meet. Otherwise empty.
std::string remedy(CUptiResult result) {
  switch (result) {
    case CUPTI_ERROR_INSUFFICIENT_PRIVILEGES:
      return "this user may not read the GPU's counters (ERR_NVGPUCTRPERM): run as root, or load "
             "the driver with NVreg_RestrictProfilingToAdminUsers=0";
    case CUPTI_ERROR_VIRTUALIZED_DEVICE_NOT_SUPPORTED:
    case CUPTI_ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES:
      return "this virtual GPU does not show its counters: the host's administrator must enable "
             "profiling for it";
    case CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED:
    case CUPTI_ERROR_HARDWARE_BUSY:
      return "another profiler is using the GPU's counters: end it first";
    default:
      return {};
  }
}

// Calls a function of CUPTI through `method`, cupti.call or cupti.result_of. Every function takes
// one struct that begins with its own size. Its fields are given in their order; the others are zero.
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#define ROWSORT_CUPTI(method, function, Params, ...) \
  method<decltype(::function)>(                      \
      #function, Params{.structSize = Params##_STRUCT_SIZE __VA_OPT__(, ) __VA_ARGS__})

// CUPTI's profiling of this process, from here to the end.
class Cupti {
 public:
  Cupti() { ROWSORT_CUPTI(call, cuptiProfilerInitialize, CUpti_Profiler_Initialize_Params); }
  ~Cupti() {
    ROWSORT_CUPTI(result_of, cuptiProfilerDeInitialize, CUpti_Profiler_DeInitialize_Params);
  }
  Cupti(const Cupti&) = delete;
  Cupti& operator=(const Cupti&) = delete;

  // Returns the parameters as the function left them.
  template <typename Function, typename Params>
  Params call(const char* name, Params params) const {
    require(result_of<Function>(name, params), name);
    return params;
  }

  template <typename Function, typename Params>
  CUptiResult result_of(const char* name, Params&& params) const {
    return function<Function>(name)(&params);
  }

 private:
  template <typename Function>
  Function* function(const char* name) const try {
    return library_.function<Function>(name);
  } catch (const EnvironmentError& missing) {
    throw CountersUnavailable(missing.what());
  }

  void require(CUptiResult result, const char* call) const {
    if (result == CUPTI_SUCCESS) return;
    if (const std::string known = remedy(result); !known.empty()) throw CountersUnavailable(known);
    const char* name = nullptr;
    function<decltype(::cuptiGetResultString)>("cuptiGetResultString")(result, &name);
    throw CountersUnavailable(std::string("the GPU's counters cannot be read: ") + call +
                              " failed with " + (name == nullptr ? std::to_string(result) : name));
  }

  SharedLibrary library_ = open_cupti();
};

// The part of CUPTI that knows the GPU's metrics: how to configure for them, and their values.
class MetricHost {
 public:
  explicit MetricHost(const Cupti& cupti) : cupti_(cupti) {
    const auto chip =
        ROWSORT_CUPTI(cupti.call, cuptiDeviceGetChipName, CUpti_Device_GetChipName_Params);
    const auto available = ROWSORT_CUPTI(cupti.call, cuptiProfilerGetCounterAvailability,
                                         CUpti_Profiler_GetCounterAvailability_Params);
    availability_.resize(available.counterAvailabilityImageSize);
    ROWSORT_CUPTI(cupti.call, cuptiProfilerGetCounterAvailability,
                  CUpti_Profiler_GetCounterAvailability_Params,
                  .counterAvailabilityImageSize = availability_.size(),
                  .pCounterAvailabilityImage = availability_.data());
    const auto start = ROWSORT_CUPTI(
        cupti.call, cuptiProfilerHostInitialize, CUpti_Profiler_Host_Initialize_Params,
        .profilerType = CUPTI_PROFILER_TYPE_RANGE_PROFILER, .pChipName = chip.pChipName,
        .pCounterAvailabilityImage = availability_.data());
    host_ = start.pHostObject;
  }

  ~MetricHost() {
    ROWSORT_CUPTI(cupti_.result_of, cuptiProfilerHostDeinitialize,
                  CUpti_Profiler_Host_Deinitialize_Params, .pHostObject = host_);
  }
  MetricHost(const MetricHost&) = delete;
  MetricHost& operator=(const MetricHost&) = delete;

  std::vector<std::uint8_t> config_image() {
    ROWSORT_CUPTI(cupti_.call, cuptiProfilerHostConfigAddMetrics,
                  CUpti_Profiler_Host_ConfigAddMetrics_Params, .pHostObject = host_,
                  .ppMetricNames = names_.data(), .numMetrics = names_.size());
    const auto size =
        ROWSORT_CUPTI(cupti_.call, cuptiProfilerHostGetConfigImageSize,
                      CUpti_Profiler_Host_GetConfigImageSize_Params, .pHostObject = host_);
    std::vector<std::uint8_t> image(size.configImageSize);
    ROWSORT_CUPTI(cupti_.call, cuptiProfilerHostGetConfigImage,
                  CUpti_Profiler_Host_GetConfigImage_Params, .pHostObject = host_,
                  .configImageSize = image.size(), .pConfigImage = image.data());
    return image;
  }

  // The metrics' values in the only range.
  std::vector<double> values(const std::vector<std::uint8_t>& counter_data) {
    std::vector<double> values(names_.size());
    ROWSORT_CUPTI(cupti_.call, cuptiProfilerHostEvaluateToGpuValues,
                  CUpti_Profiler_Host_EvaluateToGpuValues_Params, .pHostObject = host_,
                  .pCounterDataImage = counter_data.data(),
                  .counterDataImageSize = counter_data.size(), .rangeIndex = 0,
                  .ppMetricNames = names_.data(), .numMetrics = names_.size(),
                  .pMetricValues = values.data());
    return values;
  }

 private:
  const Cupti& cupti_;
  std::vector<std::uint8_t> availability_;
  std::vector<const char*> names_ = metric_names();
  CUpti_Profiler_Host_Object* host_ = nullptr;
};

// The range profiler of the current context.
class RangeProfiler {
 public:
  explicit RangeProfiler(const Cupti& cupti) : cupti_(cupti) {
    const auto enable =
        ROWSORT_CUPTI(cupti.call, cuptiRangeProfilerEnable, CUpti_RangeProfiler_Enable_Params);
    profiler_ = enable.pRangeProfilerObject;
  }

  ~RangeProfiler() {
    ROWSORT_CUPTI(cupti_.result_of, cuptiRangeProfilerDisable, CUpti_RangeProfiler_Disable_Params,
                  .pRangeProfilerObject = profiler_);
  }
  RangeProfiler(const RangeProfiler&) = delete;
  RangeProfiler& operator=(const RangeProfiler&) = delete;

  // Counts `launch` as one range, in as many passes as the counters take.
  std::vector<std::uint8_t> count(const std::vector<std::uint8_t>& config,
                                  const std::function<void()>& launch) {
    std::vector<std::uint8_t> data = empty_counter_data();
    configure(config, data);
    bool all_passes = false;
    for (int pass = 0; pass < kMostPasses && !all_passes; ++pass) all_passes = count_pass(launch);
    if (!all_passes) throw CountersUnavailable("the GPU's counters need too many passes");
    ROWSORT_CUPTI(cupti_.call, cuptiRangeProfilerDecodeData, CUpti_RangeProfiler_DecodeData_Params,
                  .pRangeProfilerObject = profiler_);
    return data;
  }

 private:
  std::vector<std::uint8_t> empty_counter_data() {
    std::vector<const char*> names = metric_names();
    const auto size =
        ROWSORT_CUPTI(cupti_.call, cuptiRangeProfilerGetCounterDataSize,
                      CUpti_RangeProfiler_GetCounterDataSize_Params,
                      .pRangeProfilerObject = profiler_, .pMetricNames = names.data(),
                      .numMetrics = names.size(), .maxNumOfRanges = 1, .maxNumRangeTreeNodes = 1);
    std::vector<std::uint8_t> data(size.counterDataSize);
    ROWSORT_CUPTI(cupti_.call, cuptiRangeProfilerCounterDataImageInitialize,
                  CUpti_RangeProfiler_CounterDataImage_Initialize_Params,
                  .pRangeProfilerObject = profiler_, .counterDataSize = data.size(),
                  .pCounterData = data.data());
    return data;
  }

  void configure(const std::vector<std::uint8_t>& config, std::vector<std::uint8_t>& data) {
    ROWSORT_CUPTI(cupti_.call, cuptiRangeProfilerSetConfig, CUpti_RangeProfiler_SetConfig_Params,
                  .pRangeProfilerObject = profiler_, .configSize = config.size(),
                  .pConfig = config.data(), .counterDataImageSize = data.size(),
                  .pCounterDataImage = data.data(), .range = CUPTI_UserRange,
                  .replayMode = CUPTI_UserReplay, .maxRangesPerPass = 1, .numNestingLevels = 1,
                  .minNestingLevel = 1);
  }

  // Whether it was the last pass.
  bool count_pass(const std::function<void()>& launch) {
    ROWSORT_CUPTI(cupti_.call, cuptiRangeProfilerStart, CUpti_RangeProfiler_Start_Params,
                  .pRangeProfilerObject = profiler_);
    ROWSORT_CUPTI(cupti_.call, cuptiRangeProfilerPushRange, CUpti_RangeProfiler_PushRange_Params,
                  .pRangeProfilerObject = profiler_, .pRangeName = "kernel");
    launch();
    ROWSORT_CUPTI(cupti_.call, cuptiRangeProfilerPopRange, CUpti_RangeProfiler_PopRange_Params,
                  .pRangeProfilerObject = profiler_);
    const auto stop =
        ROWSORT_CUPTI(cupti_.call, cuptiRangeProfilerStop, CUpti_RangeProfiler_Stop_Params,
                      .pRangeProfilerObject = profiler_);
    return stop.isAllPassSubmitted != 0;
  }

  const Cupti& cupti_;
  CUpti_RangeProfiler_Object* profiler_ = nullptr;
};

HardwareCounters to_counters(const std::vector<double>& values) {
  HardwareCounters counters;
  for (std::size_t i = 0; i < kCounterMetrics.size(); ++i) {
    if (!std::isfinite(values[i])) {
      throw CountersUnavailable(std::string("the GPU has no counter ") + kCounterMetrics[i].metric);
    }
    counters.*kCounterMetrics[i].count = static_cast<std::uint64_t>(std::llround(values[i]));
  }
  return counters;
}

}  // namespace

HardwareCounters read_counters(const std::function<void()>& launch) {
  const Cupti cupti;
  MetricHost host(cupti);
  const std::vector<std::uint8_t> config = host.config_image();
  RangeProfiler profiler(cupti);
  return to_counters(host.values(profiler.count(config, launch)));
}

}  // namespace rowsort

#else  // the toolkit has no cupti_range_profiler.h

namespace rowsort {

HardwareCounters read_counters(const std::function<void()>&) {
  throw CountersUnavailable(
      "the program was built without CUPTI's range profiler, which comes with CUDA 12.6 and later");
}

}  // namespace rowsort

#endif
