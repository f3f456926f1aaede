#include "rowsort/grade/exercise.h"

#include "rowsort/matrix/coo.h"
#include "rowsort/matrix/exact_inputs.h"
#include "rowsort/matrix/matrix_market.h"
#include "rowsort/matrix/row_lengths.h"

namespace rowsort {

Exercise exact_exercise(std::string name, std::vector<int> row_lengths, std::uint64_t seed) {
  Exercise exercise;
  exercise.name = std::move(name);
  exercise.seed = seed;
  exercise.matrix = exact_matrix(row_lengths, seed);
  exercise.row_lengths = std::move(row_lengths);
  exercise.x = exact_vector(exercise.matrix.cols, seed);
  exercise.expected = expect_exact(exercise.matrix, exercise.x);
  return exercise;
}

Exercise skewed_exercise(std::uint64_t seed) {
  Exercise exercise = exact_exercise("skewed", skewed_row_lengths(), seed);
  exercise.is_skewed = true;
  return exercise;
}

Exercise even_exercise(std::uint64_t seed) {
  return exact_exercise("even", even_row_lengths(), seed);
}

Exercise file_exercise(const std::filesystem::path& file, std::uint64_t seed) {
  Exercise exercise;
  exercise.name = file.string();
  exercise.seed = seed;
  exercise.matrix = to_csr(read_matrix_market(file));
  exercise.row_lengths = row_lengths(exercise.matrix);
  exercise.x = exact_vector(exercise.matrix.cols, seed);
  exercise.expected = expect_within_bound(exercise.matrix, exercise.x);
  return exercise;
}

ExpectedRows expect(const Exercise& exercise, std::span<const float> x) {
  const bool exact = exercise.expected.bound.empty();
  return exact ? expect_exact(exercise.matrix, x) : expect_within_bound(exercise.matrix, x);
}

}  // namespace rowsort
