#include "runner.h"

namespace rowsort::lesson {

std::unique_ptr<Runner> make_cuda_runner() {
  throw DeviceUnavailable("this program was built without the CUDA Toolkit");
}

}  // namespace rowsort::lesson
