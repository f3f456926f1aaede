#include "build/build.h"

#include "rowsort/descriptor.h"
#include "rowsort/errors.h"
#include "rowsort/files.h"

#include <cerrno>
#include <cstring>
#include <future>

#include "build/compiler_log.h"
#include "sandbox/confined_run.h"
#include <fcntl.h>

namespace rowsort {
namespace {

namespace fs = std::filesystem;

constexpr int kResultDescriptor = 3;
// Status of a step whose compiler was content and whose result could not be handed over.
constexpr int kCannotHandOver = 75;
// What a shell ends with when it cannot start a program, or does not find it.
constexpr int kCannotStart = 126;
constexpr int kNotFound = 127;

// Runs a compiler with its output in the private /tmp, then hands that over. "$0" is the output.
constexpr const char* kHandOver =
    R"("$@" -o "$TMPDIR/$0" || exit; cat "$TMPDIR/$0" >&3 || exit 75)";

// Makes the traced kernel's other symbols local, then links. "$0" is the output; $TRACED, $OBJCOPY
// and $SYMBOLS stand before "$@", the compiler's command.
constexpr const char* kLink = R"(
"$LD" -r --force-group-allocation -o "$TMPDIR/$0.traced" "$TRACED" || exit
"$OBJCOPY" $SYMBOLS "$TMPDIR/$0.traced" || exit
"$@" "$TMPDIR/$0.traced" -o "$TMPDIR/$0" || exit
cat "$TMPDIR/$0" >&3 || exit 75)";

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

fs::path make_folder(const fs::path& path, const Sandbox& sandbox) {
  fs::create_directories(path);
  sandbox.show(path);
  return path;
}

// The folder that a tool outside of /usr was installed to: DIR of DIR/bin/TOOL.
void add_prefix(std::vector<fs::path>& paths, const fs::path& tool) {
  const fs::path prefix = fs::canonical(tool).parent_path().parent_path();
  if (prefix != "/usr" && prefix != "/") paths.push_back(prefix);
}

}  // namespace

struct SubmissionBuild::Step {
  std::string result;  ///< name of what it makes
  std::string tool;    ///< "the C++ compiler", for messages
  std::vector<std::string> program;
  std::vector<std::string> variables = {};
  View view = {};
};

SubmissionBuild::SubmissionBuild(const WorkerKit& kit, const Sandbox& sandbox, fs::path scratch,
                                 BuildLimits limits)
    : kit_(kit),
      sandbox_(sandbox),
      sources_(make_folder(scratch / "source", sandbox)),
      results_(make_folder(scratch / "result", sandbox)),
      limits_(limits) {}

std::optional<BuildFault> SubmissionBuild::build(const std::string& source,
                                                 int compute_capability) {
  const fs::path file = sources_ / "row_sort.cu";
  write_atomically(file, source);
  sandbox_.show(file);

  std::vector<Step> steps = {compile_step("plain.o", kit_.compile),
                             compile_step("traced.o", kit_.compile_traced)};
  if (compute_capability != 0) steps.push_back(image_step(compute_capability));
  std::vector<std::future<std::optional<BuildFault>>> runs;
  for (const Step& step : steps) {
    runs.push_back(std::async(std::launch::async, [this, &step] { return run(step); }));
  }
  std::optional<BuildFault> first;
  for (auto& result : runs) {
    const std::optional<BuildFault> fault = result.get();
    if (!first) first = fault;
  }
  if (!first) first = run(link_step());
  if (first) return first;
  built_.worker = results_ / "worker";
  fs::permissions(built_.worker, fs::perms::owner_exec, fs::perm_options::add);
  sandbox_.show(built_.worker);
  if (compute_capability != 0) built_.image = results_ / "image.fatbin";
  return std::nullopt;
}

SubmissionBuild::Step SubmissionBuild::compile_step(const std::string& name,
                                                    const std::vector<std::string>& options) const {
  Step step{name, "the C++ compiler", {kit_.compiler.string()}};
  step.program.insert(step.program.end(), options.begin(), options.end());
  step.program.insert(step.program.end(), {"-I", kit_.headers().string(), "-c", "row_sort.cu"});
  step.view = {{kit_.headers(), sources_}, sources_};
  return step;
}

SubmissionBuild::Step SubmissionBuild::image_step(int compute_capability) const {
  const std::string number = std::to_string(compute_capability);
  Step step{"image.fatbin", "nvcc", {kit_.nvcc.string(), "-fatbin", "-std=c++20", "-O3", "-w"}};
  step.program.insert(step.program.end(), {"-gencode=arch=compute_" + number + ",code=sm_" + number,
                                           "-I", kit_.headers().string(), "row_sort.cu"});
  step.view = {{kit_.headers(), sources_}, sources_};
  return step;
}

SubmissionBuild::Step SubmissionBuild::link_step() const {
  Step step{"worker", "the linker", {kit_.compiler.string()}};
  step.program.insert(step.program.end(),
                      {(results_ / "plain.o").string(), kit_.worker_object().string()});
  // Behind the traced kernel, which the script puts at the end.
  std::vector<std::string> libraries = {"-Wl,--no-as-needed"};
  libraries.insert(libraries.end(), kit_.libraries.begin(), kit_.libraries.end());
  step.program.insert(step.program.end(), libraries.begin(), libraries.end());
  step.variables = {"LD=" + kit_.linker.string(), "OBJCOPY=" + kit_.objcopy.string(),
                    "SYMBOLS=" + joined(kit_.traced_symbols),
                    "TRACED=" + (results_ / "traced.o").string()};
  step.view = {{kit_.worker_object(), results_}};
  return step;
}

std::vector<fs::path> SubmissionBuild::toolchain_paths() const {
  std::vector<fs::path> paths = library_paths();
  for (const char* path : {"/usr/bin", "/usr/include", "/usr/libexec", "/etc/alternatives"}) {
    if (fs::exists(path)) paths.emplace_back(path);
  }
  add_prefix(paths, kit_.compiler);
  if (!kit_.nvcc.empty()) add_prefix(paths, kit_.nvcc);
  return paths;
}

std::optional<BuildFault> SubmissionBuild::run(const Step& step) const {
  const fs::path file = results_ / step.result;
  const Descriptor result(open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
  if (!result) {
    throw EnvironmentError("cannot write " + file.string() + ": " + std::strerror(errno));
  }
  sandbox_.show(file);

  View view = step.view;
  const std::vector<fs::path> toolchain = toolchain_paths();
  view.paths.insert(view.paths.begin(), toolchain.begin(), toolchain.end());
  std::vector<std::string> program = {"/bin/sh", "-c", step.variables.empty() ? kHandOver : kLink,
                                      step.result};
  program.insert(program.end(), step.program.begin(), step.program.end());
  ChildCommand command = sandbox_.confine(program, view, limits_.limits);
  command.environment->insert(command.environment->end(), step.variables.begin(),
                              step.variables.end());
  const ConfinedRun run = run_confined(command, {{kResultDescriptor, result.get()}}, limits_.wall);
  const bool done = run.end.kind == ChildEnd::Kind::kExited && run.end.code == 0;
  if (done) return std::nullopt;
  // With a sandbox a full /tmp is the submission's own; without one it is the machine's.
  const bool machine_is_full = sandbox_.isolation() == Isolation::kNone &&
                               run.output.find("No space left on device") != std::string::npos;
  if (machine_is_full ||
      (run.end.kind == ChildEnd::Kind::kExited && run.end.code == kCannotHandOver)) {
    throw EnvironmentError("what " + step.tool + " made cannot be written to " + results_.string() +
                           ": " + first_line(run.output));
  }
  if (run.end.kind == ChildEnd::Kind::kExited &&
      (run.end.code == kCannotStart || run.end.code == kNotFound)) {
    throw EnvironmentError(step.tool + " cannot be started: " + first_line(run.output));
  }
  return build_fault(step.tool, run, limits_.wall,
                     {kit_.folder.string(), results_.string(), sources_.string()});
}

}  // namespace rowsort
