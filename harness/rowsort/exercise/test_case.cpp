#include "test_case.h"

#include "rowsort/matrix/coo.h"
#include "rowsort/matrix/exact_inputs.h"
#include "rowsort/matrix/matrix_market.h"
#include "rowsort/matrix/row_lengths.h"

#include <algorithm>
#include <random>

namespace rowsort {
namespace {

// std::mt19937 is specified to the bit, std::uniform_int_distribution is not: so a plain remainder.
std::vector<int> random_lengths(std::size_t rows, int longest, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<int> lengths(rows);
  for (int& length : lengths) {
    length = static_cast<int>(random() % static_cast<std::uint64_t>(longest + 1));
  }
  return lengths;
}

std::vector<int> one_giant(std::size_t rows, std::size_t position) {
  std::vector<int> lengths(rows, 1);
  lengths[position] = kMaxExactRowLength;
  return lengths;
}

TestCase make_case(std::string name, Csr matrix, std::uint64_t seed,
                   ExpectedRows (*expect)(const CsrView& matrix, std::span<const float> x)) {
  TestCase test_case;
  test_case.name = std::move(name);
  test_case.seed = seed;
  test_case.matrix = std::move(matrix);
  test_case.row_lengths = row_lengths(test_case.matrix);
  test_case.x = exact_vector(test_case.matrix.cols, seed);
  test_case.expected = expect(test_case.matrix, test_case.x);
  return test_case;
}

}  // namespace

TestCase exact_case(std::string name, const std::vector<int>& row_lengths, std::uint64_t seed) {
  return exact_case(std::move(name), exact_matrix(row_lengths, seed), seed);
}

TestCase exact_case(std::string name, Csr matrix, std::uint64_t seed) {
  return make_case(std::move(name), std::move(matrix), seed, expect_exact);
}

TestCase skewed_case(std::uint64_t seed) {
  TestCase test_case = exact_case("skewed", skewed_row_lengths(), seed);
  test_case.is_skewed = true;
  return test_case;
}

TestCase even_case(std::uint64_t seed) {
  return exact_case("even", even_row_lengths(), seed);
}

std::vector<TestCase> edge_cases(int block_size, std::uint64_t seed) {
  std::vector<TestCase> cases;
  const auto add = [&](std::string name, const std::vector<int>& lengths) {
    cases.push_back(exact_case(std::move(name), lengths, seed));
  };
  const auto partial_block = static_cast<std::size_t>(block_size) * 2 + 1;
  std::vector<int> rising = random_lengths(200, 40, seed + 1);
  std::sort(rising.begin(), rising.end());
  const std::vector<int> falling(rising.rbegin(), rising.rend());
  const std::size_t giant_rows = kMaxExactRowLength + 5;

  add("a matrix without rows", {});
  add("one row of one nonzero", {1});
  add("one row without a nonzero", {0});
  add("100 rows, all of them empty", std::vector<int>(100, 0));
  add("one giant row, the first of 590", one_giant(giant_rows, 0));
  add("one giant row, the last of 590", one_giant(giant_rows, giant_rows - 1));
  add("33 rows, not a multiple of a warp", random_lengths(33, 33, seed + 2));
  add(std::to_string(partial_block) + " rows, not a multiple of the block",
      random_lengths(partial_block, 17, seed + 3));
  add("96 rows, all of one length", std::vector<int>(96, 7));
  add("200 rows, already in falling order", falling);
  add("200 rows, already in rising order", rising);
  add("1,000 rows of random lengths, empty ones among them", random_lengths(1000, 60, seed + 4));
  return cases;
}

TestCase file_case(const std::filesystem::path& file, std::uint64_t seed) {
  return make_case(file.string(), to_csr(read_matrix_market(file)), seed, expect_within_bound);
}

ExpectedRows expect(const TestCase& test_case, std::span<const float> x) {
  const bool exact = test_case.expected.bound.empty();
  return exact ? expect_exact(test_case.matrix, x) : expect_within_bound(test_case.matrix, x);
}

}  // namespace rowsort
