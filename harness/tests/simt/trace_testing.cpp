#include "trace_testing.h"

#include <fstream>
#include <numeric>
#include <regex>
#include <vector>

#include "aligned_bytes.h"

namespace rowsort::testing {
namespace {

/// The comment at the end of a line of a test kernel.
std::string mark_of(const std::string& file, int line) {
  std::ifstream source(std::string(ROWSORT_TEST_KERNELS) + "/" + file);
  std::string text;
  for (int i = 0; i < line; ++i) std::getline(source, text);
  const std::size_t comment = text.rfind("// ");
  return comment == std::string::npos ? text : text.substr(comment + 3);
}

std::string marked_lines(std::string message) {
  static const std::regex place(R"((\w+\.cu):(\d+))");
  for (std::smatch found; std::regex_search(message, found, place);) {
    message = found.prefix().str() + found[1].str() + "[" + mark_of(found[1], std::stoi(found[2])) +
              "]" + found.suffix().str();
  }
  return message;
}

}  // namespace

simt::TraceCounts SmallRun::counts(SmallKernel* kernel) const {
  // As in KernelMemory, nothing else is near the buffers.
  constexpr std::size_t kGap = 8192;
  const std::size_t in_bytes = n * sizeof(int);
  const std::size_t out_bytes = (out_elements != 0 ? out_elements : n) * sizeof(int);
  AlignedBytes memory(in_bytes + out_bytes + 4 * kGap);
  const auto in = memory.bytes().subspan(kGap, in_bytes);
  const std::size_t out_begin = (2 * kGap + in_bytes) / kBufferAlignment * kBufferAlignment;
  const auto out = memory.bytes().subspan(out_begin, out_bytes);
  const std::vector<simt::KernelBuffer> buffers = {{"in", in, sizeof(int), simt::BufferUse::kInput},
                                                   {"out", out, sizeof(int), out_use}};
  int* const in_elements = reinterpret_cast<int*>(in.data());
  std::iota(in_elements, in_elements + n, 0);
  return simt::traced_launch({blocks, threads_per_block},
                             [&] { kernel(in_elements, reinterpret_cast<int*>(out.data()), n); },
                             buffers, {.cores = 1});
}

std::string SmallRun::error(SmallKernel* kernel) const {
  return error_of([&] { counts(kernel); });
}

std::string error_of(const std::function<void()>& run) {
  try {
    run();
  } catch (const simt::KernelError& error) {
    return marked_lines(error.message());
  }
  return "no error";
}

}  // namespace rowsort::testing
