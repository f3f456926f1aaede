#include "sandbox/sandbox.h"

#include "rowsort/errors.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <system_error>
#include <utility>

#include "sandbox/confined_run.h"
#include "sandbox/system_calls.h"
#include <unistd.h>

namespace rowsort {
namespace {

namespace fs = std::filesystem;

constexpr unsigned kNobody = 65534;
// Where bwrap finds its system call filter.
constexpr int kFilterDescriptor = 8;
constexpr const char* kFilterFile = "system-calls.bpf";
// The guard kills, which takes no time, and waits until the kernel has freed their memory.
constexpr std::chrono::seconds kGuardsGrace{2};

constexpr const char* kRemedy =
    "Install bubblewrap (apt-get install bubblewrap) and allow unprivileged user namespaces (in a "
    "container: a seccomp and AppArmor profile that lets bwrap create them). --isolation none "
    "grades "
    "without a sandbox: only for code that you trust as your own.";

// Whether this process's user namespace has this user; one inside a container may not.
bool has_user(unsigned id) {
  std::ifstream map("/proc/self/uid_map");
  std::uint64_t inside = 0;
  std::uint64_t outside = 0;
  std::uint64_t count = 0;
  while (map >> inside >> outside >> count) {
    if (inside <= id && id < inside + count) return true;
  }
  return false;
}

// Where distributions keep what is run as root and by everybody.
std::string program_path(const std::string& name) {
  for (const char* folder : {"/usr/bin/", "/bin/", "/usr/local/bin/", "/usr/sbin/"}) {
    if (access((folder + name).c_str(), X_OK) == 0) return folder + name;
  }
  throw EnvironmentError("the program " + name + " was not found. " +
                         (name == "bwrap" ? kRemedy : "It comes with util-linux."));
}

std::vector<std::string> limited(const Limits& limits) {
  const auto option = [](const char* name, std::uint64_t value) {
    return "--" + std::string(name) + "=" + std::to_string(value);
  };
  return {program_path("prlimit"),
          option("cpu", static_cast<std::uint64_t>(limits.processor_time.count())),
          option("data", limits.data_bytes),
          option("fsize", limits.file_bytes),
          option("nofile", limits.open_files),
          option("nproc", limits.processes),
          option("core", 0),
          "--"};
}

// The folders that merged distributions have as links into /usr.
void show_root_links(std::vector<std::string>& command) {
  for (const char* name : {"/bin", "/lib", "/lib64", "/sbin"}) {
    std::error_code error;
    if (fs::is_symlink(name, error)) {
      command.insert(command.end(), {"--symlink", fs::read_symlink(name, error).string(), name});
    } else if (fs::is_directory(name, error)) {
      command.insert(command.end(), {"--ro-bind", name, name});
    }
  }
}

std::vector<std::string> bubblewrap(const View& view, const Limits& limits, bool as_nobody) {
  std::vector<std::string> command;
  if (as_nobody) {
    const std::string id = std::to_string(kNobody);
    command = {program_path("setpriv"), "--reuid", id, "--regid", id, "--clear-groups"};
  }
  command.insert(command.end(), {program_path("bwrap"),
                                 "--unshare-user",
                                 "--unshare-pid",
                                 "--unshare-net",
                                 "--unshare-ipc",
                                 "--unshare-uts",
                                 "--unshare-cgroup-try",
                                 "--die-with-parent",
                                 "--new-session",
                                 "--hostname",
                                 "rowsort",
                                 "--json-status-fd",
                                 std::to_string(kSandboxStatusDescriptor),
                                 "--proc",
                                 "/proc",
                                 "--dev",
                                 "/dev",
                                 "--size",
                                 "1048576",
                                 "--tmpfs",
                                 "/dev/shm",
                                 "--remount-ro",
                                 "/dev",
                                 "--size",
                                 std::to_string(limits.tmp_bytes),
                                 "--tmpfs",
                                 "/tmp"});
  show_root_links(command);
  for (const fs::path& path : view.paths) {
    command.insert(command.end(), {"--ro-bind", path.string(), path.string()});
  }
  const std::string prlimit = program_path("prlimit");
  command.insert(command.end(),
                 {"--ro-bind", prlimit, prlimit, "--seccomp", std::to_string(kFilterDescriptor),
                  "--remount-ro", "/", "--chdir", view.folder.string(), "--"});
  return command;
}

}  // namespace

std::string_view isolation_name(Isolation isolation) {
  return isolation == Isolation::kBubblewrap ? "bubblewrap" : "none";
}

Sandbox::Sandbox(Isolation isolation, const fs::path& scratch, fs::path guard)
    : isolation_(isolation),
      scratch_(scratch),
      guard_(std::move(guard)),
      as_nobody_(isolation == Isolation::kBubblewrap && geteuid() == 0 && has_user(kNobody)) {
  show(scratch);
  if (isolation == Isolation::kNone) return;
  write_system_call_filter(scratch / kFilterFile);
  try_out();
}

void Sandbox::try_out() const {
  View view{library_paths()};
  view.paths.push_back(scratch_);
  const std::string nothing = program_path("true");
  view.paths.emplace_back(nothing);
  const ConfinedRun run =
      run_confined(confine({nothing}, view, Limits{}), {}, std::chrono::seconds(30));
  if (run.end.kind == ChildEnd::Kind::kExited && run.end.code == 0) return;
  throw EnvironmentError("bubblewrap cannot set up a sandbox on this machine" +
                         (run.output.empty() ? std::string(". ") : " (" + run.output + "). ") +
                         kRemedy);
}

ChildCommand Sandbox::confine(const std::vector<std::string>& program, const View& view,
                              const Limits& limits) const {
  ChildCommand command;
  command.silent = true;
  command.memory_limit = limits.memory;
  command.in_bubblewrap = isolation_ == Isolation::kBubblewrap;
  command.grace = kGuardsGrace;
  const auto append = [&](const std::vector<std::string>& arguments) {
    command.arguments.insert(command.arguments.end(), arguments.begin(), arguments.end());
  };
  append({guard_.string(), std::to_string(getpid())});
  if (command.in_bubblewrap) {
    append(bubblewrap(view, limits, as_nobody_));
    command.files = {{kFilterDescriptor, (scratch_ / kFilterFile).string()}};
  } else {
    append({program_path("env"), "--chdir=" + view.folder.string()});
  }
  append(limited(limits));
  append(program);
  const std::string tmp = command.in_bubblewrap ? "/tmp" : scratch_.string();
  command.environment = {"PATH=/usr/bin:/bin", "LC_ALL=C", "HOME=" + tmp, "TMPDIR=" + tmp};
  return command;
}

void Sandbox::show(const fs::path& path) const {
  // Readable for the sandbox's group, writable for nobody but this process's user.
  constexpr auto kFile = fs::perms::owner_read | fs::perms::owner_write | fs::perms::group_read;
  constexpr auto kExecutable = kFile | fs::perms::owner_exec | fs::perms::group_exec;
  const bool enter = fs::is_directory(path) || access(path.c_str(), X_OK) == 0;
  fs::permissions(path, enter ? kExecutable : kFile);
  if (as_nobody_ && chown(path.c_str(), static_cast<uid_t>(-1), kNobody) != 0) {
    throw EnvironmentError("cannot let the sandbox's user read " + path.string() + ": " +
                           std::strerror(errno));
  }
}

std::vector<fs::path> library_paths() {
  std::vector<fs::path> paths;
  for (const char* path : {"/usr/lib", "/usr/lib32", "/usr/lib64", "/etc/ld.so.cache"}) {
    std::error_code error;
    if (fs::exists(path, error)) paths.emplace_back(path);
  }
  return paths;
}

}  // namespace rowsort
