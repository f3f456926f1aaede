#include "official/judge.h"

#include "rowsort/files.h"
#include "rowsort/gpu/cuda_device.h"

#include <string>
#include <system_error>

namespace rowsort {
namespace {

constexpr const char* kNoImage = "-";

std::string read_image(const std::filesystem::path& image) try {
  return image == kNoImage ? "" : read_file(image);
} catch (const std::system_error& error) {
  throw EnvironmentError(std::string("the device image: ") + error.what());
}

}  // namespace

ChildCommand judge_command(const std::filesystem::path& image) {
  ChildCommand command;
  command.arguments = {"/proc/self/exe", kJudgeOption, image.empty() ? kNoImage : image.string()};
  return command;
}

int run_judge(const char* image) {
  std::string bytes;
  return run_judge([&] {
    bytes = read_image(image);
    return make_cuda_device(std::as_bytes(std::span(bytes)));
  });
}

}  // namespace rowsort
