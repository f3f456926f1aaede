#include "official/judge.h"

#include <fstream>
#include <iterator>
#include <vector>

namespace rowsort {
namespace {

constexpr const char* kNoImage = "-";

std::vector<char> read_image(const std::filesystem::path& image) {
  if (image == kNoImage) return {};
  std::ifstream file(image, std::ios::binary);
  if (!file) throw DeviceUnavailable("cannot read the device image " + image.string());
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

ChildCommand judge_command(const std::filesystem::path& image) {
  ChildCommand command;
  command.arguments = {"/proc/self/exe", kJudgeOption, image.empty() ? kNoImage : image.string()};
  return command;
}

int run_judge(const char* image) {
  std::vector<char> bytes;
  return run_judge([&] {
    bytes = read_image(image);
    return make_cuda_device(std::as_bytes(std::span(bytes)), harness_image());
  });
}

}  // namespace rowsort
