/// Built in place of cuda_runner.cpp and cuda_huge.cpp where there is no CUDA Toolkit.

#include "huge.h"
#include "runner.h"

namespace rowsort::lesson {

std::unique_ptr<Runner> make_cuda_runner() {
  throw EnvironmentError("this program was built without the CUDA Toolkit");
}

HugeRun run_huge(std::size_t, std::uint64_t, const std::function<void(const std::string&)>&) {
  throw EnvironmentError("this program was built without the CUDA Toolkit");
}

}  // namespace rowsort::lesson
