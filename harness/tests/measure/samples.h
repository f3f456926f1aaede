#pragma once

#include "rowsort/measure/measurement.h"

#include <cmath>
#include <cstdint>
#include <numbers>
#include <random>
#include <vector>

namespace rowsort {

/// Random numbers that are the same with every compiler: std::normal_distribution is not.
class Noise {
 public:
  explicit Noise(std::uint64_t seed) : bits_(seed) {}

  double uniform() { return (static_cast<double>(bits_() >> 11) + 0.5) * 0x1p-53; }
  double normal() {
    return std::sqrt(-2 * std::log(uniform())) * std::cos(2 * std::numbers::pi * uniform());
  }
  double exponential() { return -std::log(uniform()); }

 private:
  std::mt19937_64 bits_;
};

inline TimedRun run_of(double microseconds, double megahertz = 1980) {
  return {static_cast<float>(microseconds), static_cast<float>(megahertz)};
}

/// Pairs of 114 us and 93 us with 0.5% of noise on each run, as a quiet H200 gives them.
inline std::vector<TimedPair> steady_pairs(std::size_t count, std::uint64_t seed = 1) {
  Noise noise(seed);
  std::vector<TimedPair> pairs;
  for (std::size_t i = 0; i < count; ++i) {
    const double unsorted = 114 * (1 + 0.005 * noise.normal());
    const double submitted = 93 * (1 + 0.005 * noise.normal());
    pairs.push_back({run_of(unsorted), run_of(submitted)});
  }
  return pairs;
}

}  // namespace rowsort
