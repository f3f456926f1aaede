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

// Every call takes one struct that begins with its own size.
template <typename Params>
Params params_of(std::size_t size) {
  Params params{};
  params.structSize = size;
  return params;
}
#define ROWSORT_CUPTI_PARAMS(type) params_of<type>(type##_STRUCT_SIZE)
#define ROWSORT_CUPTI_RESULT(cupti, function, params) \
  (cupti).result_of<decltype(::function)>(#function, &(params))
#define ROWSORT_CUPTI_CALL(cupti, function, params) \
  (cupti).require(ROWSORT_CUPTI_RESULT(cupti, function, params), #function)

// CUPTI's profiling of this process, from here to the end.
class Cupti {
 public:
  Cupti() {
    auto initialize = ROWSORT_CUPTI_PARAMS(CUpti_Profiler_Initialize_Params);
    ROWSORT_CUPTI_CALL(*this, cuptiProfilerInitialize, initialize);
  }
  ~Cupti() {
    auto deinitialize = ROWSORT_CUPTI_PARAMS(CUpti_Profiler_DeInitialize_Params);
    ROWSORT_CUPTI_RESULT(*this, cuptiProfilerDeInitialize, deinitialize);
  }
  Cupti(const Cupti&) = delete;
  Cupti& operator=(const Cupti&) = delete;

  template <typename Function, typename... Arguments>
  CUptiResult result_of(const char* name, Arguments... arguments) const try {
    return library_.function<Function>(name)(arguments...);
  } catch (const EnvironmentError& missing) {
    throw CountersUnavailable(missing.what());
  }

  void require(CUptiResult result, const char* call) const {
    if (result == CUPTI_SUCCESS) return;
    if (const std::string known = remedy(result); !known.empty()) throw CountersUnavailable(known);
    const char* name = nullptr;
    result_of<decltype(::cuptiGetResultString)>("cuptiGetResultString", result, &name);
    throw CountersUnavailable(std::string("the GPU's counters cannot be read: ") + call +
                              " failed with " + (name == nullptr ? std::to_string(result) : name));
  }

 private:
  SharedLibrary library_ = open_cupti();
};

// The part of CUPTI that knows the GPU's metrics: how to configure for them, and their values.
class MetricHost {
 public:
  explicit MetricHost(const Cupti& cupti) : cupti_(cupti) {
    auto chip = ROWSORT_CUPTI_PARAMS(CUpti_Device_GetChipName_Params);
    ROWSORT_CUPTI_CALL(cupti, cuptiDeviceGetChipName, chip);
    auto available = ROWSORT_CUPTI_PARAMS(CUpti_Profiler_GetCounterAvailability_Params);
    ROWSORT_CUPTI_CALL(cupti, cuptiProfilerGetCounterAvailability, available);
    availability_.resize(available.counterAvailabilityImageSize);
    available.pCounterAvailabilityImage = availability_.data();
    ROWSORT_CUPTI_CALL(cupti, cuptiProfilerGetCounterAvailability, available);

    auto start = ROWSORT_CUPTI_PARAMS(CUpti_Profiler_Host_Initialize_Params);
    start.profilerType = CUPTI_PROFILER_TYPE_RANGE_PROFILER;
    start.pChipName = chip.pChipName;
    start.pCounterAvailabilityImage = availability_.data();
    ROWSORT_CUPTI_CALL(cupti, cuptiProfilerHostInitialize, start);
    host_ = start.pHostObject;
  }

  ~MetricHost() {
    auto end = ROWSORT_CUPTI_PARAMS(CUpti_Profiler_Host_Deinitialize_Params);
    end.pHostObject = host_;
    ROWSORT_CUPTI_RESULT(cupti_, cuptiProfilerHostDeinitialize, end);
  }
  MetricHost(const MetricHost&) = delete;
  MetricHost& operator=(const MetricHost&) = delete;

  std::vector<std::uint8_t> config_image() {
    auto add = ROWSORT_CUPTI_PARAMS(CUpti_Profiler_Host_ConfigAddMetrics_Params);
    add.pHostObject = host_;
    add.ppMetricNames = names_.data();
    add.numMetrics = names_.size();
    ROWSORT_CUPTI_CALL(cupti_, cuptiProfilerHostConfigAddMetrics, add);
    auto size = ROWSORT_CUPTI_PARAMS(CUpti_Profiler_Host_GetConfigImageSize_Params);
    size.pHostObject = host_;
    ROWSORT_CUPTI_CALL(cupti_, cuptiProfilerHostGetConfigImageSize, size);
    std::vector<std::uint8_t> image(size.configImageSize);
    auto get = ROWSORT_CUPTI_PARAMS(CUpti_Profiler_Host_GetConfigImage_Params);
    get.pHostObject = host_;
    get.configImageSize = image.size();
    get.pConfigImage = image.data();
    ROWSORT_CUPTI_CALL(cupti_, cuptiProfilerHostGetConfigImage, get);
    return image;
  }

  // The metrics' values in the only range.
  std::vector<double> values(const std::vector<std::uint8_t>& counter_data) {
    std::vector<double> values(names_.size());
    auto evaluate = ROWSORT_CUPTI_PARAMS(CUpti_Profiler_Host_EvaluateToGpuValues_Params);
    evaluate.pHostObject = host_;
    evaluate.pCounterDataImage = counter_data.data();
    evaluate.counterDataImageSize = counter_data.size();
    evaluate.rangeIndex = 0;
    evaluate.ppMetricNames = names_.data();
    evaluate.numMetrics = names_.size();
    evaluate.pMetricValues = values.data();
    ROWSORT_CUPTI_CALL(cupti_, cuptiProfilerHostEvaluateToGpuValues, evaluate);
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
    auto enable = ROWSORT_CUPTI_PARAMS(CUpti_RangeProfiler_Enable_Params);
    ROWSORT_CUPTI_CALL(cupti, cuptiRangeProfilerEnable, enable);
    profiler_ = enable.pRangeProfilerObject;
  }

  ~RangeProfiler() {
    auto disable = ROWSORT_CUPTI_PARAMS(CUpti_RangeProfiler_Disable_Params);
    disable.pRangeProfilerObject = profiler_;
    ROWSORT_CUPTI_RESULT(cupti_, cuptiRangeProfilerDisable, disable);
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
    auto decode = ROWSORT_CUPTI_PARAMS(CUpti_RangeProfiler_DecodeData_Params);
    decode.pRangeProfilerObject = profiler_;
    ROWSORT_CUPTI_CALL(cupti_, cuptiRangeProfilerDecodeData, decode);
    return data;
  }

 private:
  std::vector<std::uint8_t> empty_counter_data() {
    std::vector<const char*> names = metric_names();
    auto size = ROWSORT_CUPTI_PARAMS(CUpti_RangeProfiler_GetCounterDataSize_Params);
    size.pRangeProfilerObject = profiler_;
    size.pMetricNames = names.data();
    size.numMetrics = names.size();
    size.maxNumOfRanges = 1;
    size.maxNumRangeTreeNodes = 1;
    ROWSORT_CUPTI_CALL(cupti_, cuptiRangeProfilerGetCounterDataSize, size);
    std::vector<std::uint8_t> data(size.counterDataSize);
    auto image = ROWSORT_CUPTI_PARAMS(CUpti_RangeProfiler_CounterDataImage_Initialize_Params);
    image.pRangeProfilerObject = profiler_;
    image.counterDataSize = data.size();
    image.pCounterData = data.data();
    ROWSORT_CUPTI_CALL(cupti_, cuptiRangeProfilerCounterDataImageInitialize, image);
    return data;
  }

  void configure(const std::vector<std::uint8_t>& config, std::vector<std::uint8_t>& data) {
    auto set = ROWSORT_CUPTI_PARAMS(CUpti_RangeProfiler_SetConfig_Params);
    set.pRangeProfilerObject = profiler_;
    set.configSize = config.size();
    set.pConfig = config.data();
    set.counterDataImageSize = data.size();
    set.pCounterDataImage = data.data();
    set.range = CUPTI_UserRange;
    set.replayMode = CUPTI_UserReplay;
    set.maxRangesPerPass = 1;
    set.numNestingLevels = 1;
    set.minNestingLevel = 1;
    ROWSORT_CUPTI_CALL(cupti_, cuptiRangeProfilerSetConfig, set);
  }

  // Whether it was the last pass.
  bool count_pass(const std::function<void()>& launch) {
    auto start = ROWSORT_CUPTI_PARAMS(CUpti_RangeProfiler_Start_Params);
    start.pRangeProfilerObject = profiler_;
    ROWSORT_CUPTI_CALL(cupti_, cuptiRangeProfilerStart, start);
    auto push = ROWSORT_CUPTI_PARAMS(CUpti_RangeProfiler_PushRange_Params);
    push.pRangeProfilerObject = profiler_;
    push.pRangeName = "kernel";
    ROWSORT_CUPTI_CALL(cupti_, cuptiRangeProfilerPushRange, push);
    launch();
    auto pop = ROWSORT_CUPTI_PARAMS(CUpti_RangeProfiler_PopRange_Params);
    pop.pRangeProfilerObject = profiler_;
    ROWSORT_CUPTI_CALL(cupti_, cuptiRangeProfilerPopRange, pop);
    auto stop = ROWSORT_CUPTI_PARAMS(CUpti_RangeProfiler_Stop_Params);
    stop.pRangeProfilerObject = profiler_;
    ROWSORT_CUPTI_CALL(cupti_, cuptiRangeProfilerStop, stop);
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
