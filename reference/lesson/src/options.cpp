#include "options.h"

#include "rowsort/errors.h"
#include "rowsort/matrix/exact_inputs.h"
#include "rowsort/text.h"
#include "rowsort/version.h"

#include <bit>

#include "growth.h"
#include <CLI/CLI.hpp>

namespace rowsort::lesson {
namespace {

constexpr const char* kDescription =
    "Computes sparse matrix-vector products y = A x in every storage format and with every kernel "
    "of the lesson. The tables compare memory, lane-slots and, on a GPU, time. Each result is "
    "compared with the CPU on all rows before the kernel is timed.\n\n"
    "Examples:\n"
    "  lesson                          the even and the skewed matrix, every kernel\n"
    "  lesson --count                  also count requests and sectors on the CPU device\n"
    "  lesson --matrix mine.mtx        the best kernel for a matrix of your own\n"
    "  lesson --kernel csr-warp --matrix skewed\n"
    "  lesson --rows 1024 16777216     time per nonzero, from 2^10 to 2^24 rows\n"
    "  lesson --huge                   more than 2^31 nonzeros (a GPU with 19 GiB free)\n"
    "  lesson dense                    a dense array of 10,000 x 10,000, 0.1% full, and CSR\n"
    "  lesson explain                  COO, CSR and lanes of a 4x4 matrix, with questions\n"
    "  lesson explain small.mtx        the same for a small matrix of your own";

constexpr const char* kFooter =
    "Exit status: 0 all results are right; 1 a result is wrong; 2 wrong usage; 3 a fault of the "
    "machine.";

std::string refuse_row_count(const std::string& text) {
  std::size_t rows = 0;
  const bool is_number = CLI::detail::lexical_cast(text, rows);
  if (is_number && rows >= kFewestRows && rows <= kMostRows && std::has_single_bit(rows)) return {};
  return "'" + text + "' is not a power of two from 1024 to 16777216";
}

std::string refuse_kernel(const std::string& id) {
  try {
    find_method(id);
  } catch (const UsageError& error) {
    return error.what();
  }
  return {};
}

void add_common(CLI::App& app, LessonOptions& options) {
  app.add_option("--seed", options.seed, "seed of the values and of x")->capture_default_str();
  app.add_option("--json", options.json, "also write everything to this file as JSON")
      ->type_name("FILE");
  app.add_flag("-q,--quiet", options.quiet, "print no tables and no progress");
}

void add_main(CLI::App& app, LessonOptions& options, double& limit_gib, bool& huge) {
  app.add_option("--device", options.device, "auto (default), cuda or cpu")
      ->transform(CLI::CheckedTransformer(device_choices()).description(""))
      ->type_name("NAME");
  auto* matrix = app.add_option("--matrix", options.matrix,
                                "even, skewed, or a Matrix Market file (default: even and skewed)")
                     ->type_name("NAME");
  app.add_option("--kernel", options.study.methods,
                 "only these kernels, of " + joined(method_ids(), ", "))
      ->delimiter(',')
      ->check(CLI::Validator(refuse_kernel, ""))
      ->type_name("ID,...");
  auto* rows =
      app.add_option("--rows", options.rows,
                     "show the time per nonzero, from FROM rows to TO (powers of two from 1024 to "
                     "16777216)")
          ->expected(1, 2)
          ->check(CLI::Validator(refuse_row_count, ""))
          ->type_name("FROM TO")
          ->excludes(matrix);
  app.add_flag("--huge", huge, "multiply a matrix of more than 2^31 nonzeros on a GPU")
      ->excludes(matrix)
      ->excludes(rows);
  app.add_option("--runs", options.study.runs, "timed runs of each kernel on a GPU; 0 for none")
      ->check(CLI::Range(0, 10'000))
      ->capture_default_str();
  app.add_flag("--count", options.study.count,
               "count the requests and sectors of each kernel on the CPU device (always done for a "
               "file)");
  app.add_option("--format-limit", limit_gib, "GiB that a format may take; a larger one is refused")
      ->check(CLI::Range(0.001, 1e6))
      ->capture_default_str();
}

void complete(LessonOptions& options) {
  if (!options.rows.empty()) options.mode = Mode::kGrowth;
  if (options.rows.size() == 1) options.rows.push_back(options.rows.front());
  if (options.rows.size() == 2 && options.rows[0] > options.rows[1]) {
    throw CLI::ValidationError("--rows", "FROM is larger than TO");
  }
  if (options.own_matrix()) options.study.count = true;
}

}  // namespace

ParsedOptions parse_options(int argc, char** argv) {
  ParsedOptions parsed;
  LessonOptions& options = parsed.options;
  options.seed = kPublishedSeed;
  constexpr double kGib = 1u << 30;
  double limit_gib = static_cast<double>(kDefaultFormatLimit) / kGib;
  bool huge = false;

  CLI::App app(kDescription, "lesson");
  app.footer(kFooter);
  app.set_version_flag("--version", std::string("rowsort ") + kVersion);
  add_common(app, options);
  add_main(app, options, limit_gib, huge);
  // Options may follow the subcommand.
  app.fallthrough();
  CLI::App* dense = app.add_subcommand(
      "dense", "compare a dense array of 10,000 x 10,000 doubles with CSR, on one core");
  CLI::App* explained = app.add_subcommand(
      "explain", "show a small matrix in every format, and ask questions about it");
  explained->add_option("FILE", options.explained, "a Matrix Market file (default: a 4x4 example)");
  app.require_subcommand(0, 1);
  try {
    app.parse(argc, argv);
    complete(options);
  } catch (const CLI::ParseError& error) {
    parsed.exit_status = app.exit(error) == 0 ? kExitPass : kExitUsage;
  }
  options.study.format_limit = static_cast<std::uint64_t>(limit_gib * kGib);
  if (huge) options.mode = Mode::kHuge;
  if (dense->parsed()) options.mode = Mode::kDense;
  if (explained->parsed()) options.mode = Mode::kExplain;
  return parsed;
}

}  // namespace rowsort::lesson
