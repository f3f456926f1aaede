/// answers.json, which a student writes.

#include "rowsort/grade/answers.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    rowsort::parse_answers({reinterpret_cast<const char*>(data), size});
  } catch (const rowsort::AnswersError&) {
  }
  return 0;
}
