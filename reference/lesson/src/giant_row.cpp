#include "giant_row.h"

#include "rowsort/matrix/exact_inputs.h"
#include "rowsort/text.h"

#include "formats/ell.h"
#include "table.h"

namespace rowsort::lesson {
namespace {

std::string refusal_of_ell(std::span<const int> lengths, std::uint64_t limit) {
  try {
    find_method("ell").plan(exact_matrix(lengths, kPublishedSeed), limit);
  } catch (const FormatTooLarge& refusal) {
    return refusal.what();
  }
  return "ELL was built";
}

}  // namespace

std::string giant_row_table(std::uint64_t format_limit) {
  std::vector<int> lengths = even_row_lengths();
  lengths[kRows / 2] = static_cast<int>(kRows);
  Table table({"format", "even matrix", "with one giant row"});
  const std::string dense = memory_text(dense_bytes(kRows, kRows));
  table.add({"dense array", dense, dense});
  for (const char* id : {"csr-thread", "coo-atomic", "hybrid", "sliced-ell-1024", "ell"}) {
    const Method& method = find_method(id);
    table.add({method.format, memory_text(method.size(even_row_lengths()).bytes),
               memory_text(method.size(lengths).bytes)});
  }
  return "\nOne giant row: the even matrix with every column in row " + grouped(kRows / 2) + "\n" +
         table.text() + refusal_of_ell(lengths, format_limit) + "\n";
}

}  // namespace rowsort::lesson
