#include "rowsort/worker/gpu_turn.h"

#include "rowsort/errors.h"

#include "../temporary_path.h"
#include <gtest/gtest.h>

namespace rowsort {
namespace {

using std::chrono::milliseconds;

TEST(GpuTurn, ASecondOneWaitsUntilTheFirstIsGivenBack) {
  const auto file = temporary_path("turn.lock");
  {
    const Descriptor first = take_gpu_turn(file);
    EXPECT_THROW(take_gpu_turn(file, milliseconds(30)), EnvironmentError);
  }
  EXPECT_NO_THROW(take_gpu_turn(file, milliseconds(30)));
  std::filesystem::remove(file);
}

TEST(GpuTurn, AFileThatCannotBeOpenedIsTheMachinesFaultAndNamed) {
  try {
    take_gpu_turn("/nonexistent/turn.lock", milliseconds(30));
    FAIL() << "took a turn without a lock";
  } catch (const EnvironmentError& error) {
    EXPECT_NE(std::string(error.what()).find("/nonexistent/turn.lock"), std::string::npos);
  }
}

// A planted link would have the grader create or lock somebody else's file.
TEST(GpuTurn, ALinkIsRefused) {
  const auto file = temporary_path("turn_link.lock");
  std::filesystem::remove(file);
  std::filesystem::create_symlink("/tmp/elsewhere", file);
  EXPECT_THROW(take_gpu_turn(file, milliseconds(30)), EnvironmentError);
  std::filesystem::remove(file);
}

}  // namespace
}  // namespace rowsort
