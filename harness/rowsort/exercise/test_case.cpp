#include "test_case.h"

#include "rowsort/matrix/coo.h"
#include "rowsort/matrix/exact_inputs.h"
#include "rowsort/matrix/matrix_market.h"
#include "rowsort/matrix/row_lengths.h"

namespace rowsort {

TestCase exact_case(std::string name, std::vector<int> row_lengths, std::uint64_t seed) {
  TestCase test_case;
  test_case.name = std::move(name);
  test_case.seed = seed;
  test_case.matrix = exact_matrix(row_lengths, seed);
  test_case.row_lengths = std::move(row_lengths);
  test_case.x = exact_vector(test_case.matrix.cols, seed);
  test_case.expected = expect_exact(test_case.matrix, test_case.x);
  return test_case;
}

TestCase skewed_case(std::uint64_t seed) {
  TestCase test_case = exact_case("skewed", skewed_row_lengths(), seed);
  test_case.is_skewed = true;
  return test_case;
}

TestCase even_case(std::uint64_t seed) {
  return exact_case("even", even_row_lengths(), seed);
}

TestCase file_case(const std::filesystem::path& file, std::uint64_t seed) {
  TestCase test_case;
  test_case.name = file.string();
  test_case.seed = seed;
  test_case.matrix = to_csr(read_matrix_market(file));
  test_case.row_lengths = row_lengths(test_case.matrix);
  test_case.x = exact_vector(test_case.matrix.cols, seed);
  test_case.expected = expect_within_bound(test_case.matrix, test_case.x);
  return test_case;
}

ExpectedRows expect(const TestCase& test_case, std::span<const float> x) {
  const bool exact = test_case.expected.bound.empty();
  return exact ? expect_exact(test_case.matrix, x) : expect_within_bound(test_case.matrix, x);
}

}  // namespace rowsort
