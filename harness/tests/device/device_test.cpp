#include "rowsort/device/device.h"

#include "rowsort/device/cpu_device.h"
#include "rowsort/gpu/cuda_device.h"

#include <gtest/gtest.h>

namespace rowsort {
namespace {

TEST(Device, AGpuOlderThanTuringIsRefusedByName) {
  EXPECT_EQ(refuse_compute_capability(70, "Tesla V100"),
            "Tesla V100 has compute capability 7.0; at least 7.5 is needed");
  EXPECT_EQ(refuse_compute_capability(75, "Tesla T4"), "");
  EXPECT_EQ(refuse_compute_capability(120, "a newer GPU"), "");
}

TEST(Device, TheGridCoversEveryRow) {
  EXPECT_EQ(grid_size(0, 64), 0u);
  EXPECT_EQ(grid_size(1, 64), 1u);
  EXPECT_EQ(grid_size(64, 64), 1u);
  EXPECT_EQ(grid_size(65, 64), 2u);
  EXPECT_EQ(grid_size(524'288, 256), 2048u);
}

TEST(Device, ACudaDeviceDescribesTheGpuOrSaysWhyItIsUnavailable) {
  try {
    EXPECT_EQ(make_cuda_device({})->info().kind, DeviceKind::kCuda);
  } catch (const EnvironmentError& unavailable) {
    EXPECT_STRNE(unavailable.what(), "");
  }
}

}  // namespace
}  // namespace rowsort
