#include "build/build.h"

#include "rowsort/descriptor.h"
#include "rowsort/errors.h"
#include "rowsort/files.h"
#include "rowsort/text.h"

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
// Exit status of a step whose compiler succeeded, but whose result could not be passed on.
constexpr int kCannotHandOver = 75;
// Exit statuses of a shell that cannot start a program, or does not find it.
constexpr int kCannotStart = 126;
constexpr int kNotFound = 127;

// Runs a compiler with its output in the private /tmp, then passes that on. "$0" is the output.
constexpr const char* kHandOver =
    R"("$@" -o "$TMPDIR/$0" || exit; cat "$TMPDIR/$0" >&3 || exit 75)";

// Makes the other symbols of the traced kernel local, then links. "$0" is the output, "$@" the
// compiler's command; $LD, $OBJCOPY, $SYMBOLS and $TRACED are variables of the step.
constexpr const char* kLink = R"(
"$LD" -r --force-group-allocation -o "$TMPDIR/$0.traced" "$TRACED" || exit
"$OBJCOPY" $SYMBOLS "$TMPDIR/$0.traced" || exit
"$@" "$TMPDIR/$0.traced" -o "$TMPDIR/$0" || exit
cat "$TMPDIR/$0" >&3 || exit 75)";

struct Step {
  std::string result;  // name of the file that it makes
  std::string tool;    // "the C++ compiler", for messages
  std::vector<std::string> program;
  View view;
  std::vector<std::string> variables = {};
};

fs::path make_folder(const fs::path& path, const Sandbox& sandbox) {
  fs::create_directories(path);
  sandbox.show(path);
  return path;
}

// For a tool outside of /usr, the folder that it was installed to: DIR of DIR/bin/TOOL.
void add_prefix(std::vector<fs::path>& paths, const fs::path& tool) {
  const fs::path prefix = fs::canonical(tool).parent_path().parent_path();
  if (prefix != "/usr" && prefix != "/") paths.push_back(prefix);
}

class Build {
 public:
  Build(const WorkerKit& kit, const Sandbox& sandbox, const fs::path& scratch,
        std::chrono::seconds limit)
      : kit_(kit),
        sandbox_(sandbox),
        sources_(make_folder(scratch / "source", sandbox)),
        results_(make_folder(scratch / "result", sandbox)),
        limit_(limit) {}

  BuiltSubmission build(const std::string& source, int compute_capability) {
    const fs::path file = sources_ / "row_sort.cu";
    write_atomically(file, source);
    sandbox_.show(file);
    std::vector<Step> steps = {compile_step("plain.o", kit_.compile),
                               compile_step("traced.o", kit_.compile_traced)};
    if (compute_capability != 0) steps.push_back(image_step(compute_capability));
    BuiltSubmission built;
    built.fault = run_together(steps);
    if (!built.fault) built.fault = run(link_step());
    if (built.fault) return built;
    built.worker = results_ / "worker";
    fs::permissions(built.worker, fs::perms::owner_exec, fs::perm_options::add);
    sandbox_.show(built.worker);
    if (compute_capability != 0) built.image = results_ / "image.fatbin";
    return built;
  }

 private:
  Step compile_step(const std::string& result, const std::vector<std::string>& options) const {
    return {result,
            "the C++ compiler",
            command_line({{kit_.compiler.string()},
                          options,
                          {"-I", kit_.headers().string(), "-c", "row_sort.cu"}}),
            {{kit_.headers(), sources_}, sources_}};
  }

  Step image_step(int compute_capability) const {
    const std::string number = std::to_string(compute_capability);
    return {"image.fatbin",
            "nvcc",
            {kit_.nvcc.string(), "-fatbin", "-std=c++20", "-O3", "-w",
             "-gencode=arch=compute_" + number + ",code=sm_" + number, "-I",
             kit_.headers().string(), "row_sort.cu"},
            {{kit_.headers(), sources_}, sources_}};
  }

  Step link_step() const {
    const std::string plain = (results_ / "plain.o").string();
    return {"worker",
            "the linker",
            // --no-as-needed, because the script puts the traced kernel after the libraries.
            command_line({{kit_.compiler.string(), plain, kit_.worker_object().string()},
                          {"-Wl,--no-as-needed"},
                          kit_.libraries}),
            {{kit_.worker_object(), results_}},
            {"LD=" + kit_.linker.string(), "OBJCOPY=" + kit_.objcopy.string(),
             "SYMBOLS=" + joined(kit_.traced_symbols, " "),
             "TRACED=" + (results_ / "traced.o").string()}};
  }

  std::vector<fs::path> toolchain_paths() const {
    std::vector<fs::path> paths = library_paths();
    for (const char* path : {"/usr/bin", "/usr/include", "/usr/libexec", "/etc/alternatives"}) {
      if (fs::exists(path)) paths.emplace_back(path);
    }
    add_prefix(paths, kit_.compiler);
    if (!kit_.nvcc.empty()) add_prefix(paths, kit_.nvcc);
    return paths;
  }

  // The fault of the first step that has one.
  std::optional<BuildFault> run_together(const std::vector<Step>& steps) const {
    std::vector<std::future<std::optional<BuildFault>>> runs;
    for (const Step& step : steps) {
      runs.push_back(std::async(std::launch::async, [this, &step] { return run(step); }));
    }
    std::optional<BuildFault> first;
    for (auto& result : runs) {
      const std::optional<BuildFault> fault = result.get();
      if (!first) first = fault;
    }
    return first;
  }

  std::optional<BuildFault> run(const Step& step) const {
    const fs::path file = results_ / step.result;
    const Descriptor result(open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
    if (!result) {
      throw EnvironmentError("cannot write " + file.string() + ": " + std::strerror(errno));
    }
    sandbox_.show(file);

    View view = step.view;
    const std::vector<fs::path> toolchain = toolchain_paths();
    view.paths.insert(view.paths.begin(), toolchain.begin(), toolchain.end());
    const char* const script = step.variables.empty() ? kHandOver : kLink;
    ChildCommand command = sandbox_.confine(
        command_line({{"/bin/sh", "-c", script, step.result}, step.program}), view, Limits());
    command.environment = command_line({*command.environment, step.variables});
    return fault_of(step, run_confined(command, {{kResultDescriptor, result.get()}}, limit_));
  }

  std::optional<BuildFault> fault_of(const Step& step, const ConfinedRun& run) const {
    const int status = run.end.kind == ChildEnd::Kind::kExited ? run.end.code : -1;
    if (status == 0) return std::nullopt;
    // With a sandbox a full /tmp is the submission's own; without one it is the machine's.
    const bool machine_is_full = sandbox_.isolation() == Isolation::kNone &&
                                 run.output.find("No space left on device") != std::string::npos;
    if (machine_is_full || status == kCannotHandOver) {
      throw EnvironmentError("the output of " + step.tool + " cannot be written to " +
                             results_.string() + ": " + first_line(run.output));
    }
    if (status == kCannotStart || status == kNotFound) {
      throw EnvironmentError(step.tool + " cannot be started: " + first_line(run.output));
    }
    return build_fault(step.tool, run, limit_,
                       {kit_.folder.string(), results_.string(), sources_.string()});
  }

  const WorkerKit& kit_;
  const Sandbox& sandbox_;
  fs::path sources_;
  fs::path results_;
  std::chrono::seconds limit_;
};

}  // namespace

BuiltSubmission build_submission(const std::string& source, int compute_capability,
                                 const WorkerKit& kit, const Sandbox& sandbox,
                                 const fs::path& scratch, std::chrono::seconds limit) {
  return Build(kit, sandbox, scratch, limit).build(source, compute_capability);
}

}  // namespace rowsort
