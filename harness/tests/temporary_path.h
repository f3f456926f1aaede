#pragma once

#include <filesystem>
#include <string>

#include <gtest/gtest.h>
#include <unistd.h>

/// A path for a temporary file or folder that no other test uses: tests run in parallel, each in a
/// process of its own.
inline std::filesystem::path temporary_path(const std::string& name) {
  return std::filesystem::path(testing::TempDir()) /
         ("rowsort-" + std::to_string(getpid()) + "-" + name);
}
