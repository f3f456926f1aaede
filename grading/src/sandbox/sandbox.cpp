#include "sandbox/sandbox.h"

#include "rowsort/descriptor.h"
#include "rowsort/errors.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <memory>
#include <system_error>
#include <utility>

#include "sandbox/confined_run.h"
#include <fcntl.h>
#include <sched.h>
#include <seccomp.h>
#include <unistd.h>

namespace rowsort {
namespace {

namespace fs = std::filesystem;

constexpr unsigned kNobody = 65534;
// At this descriptor bwrap finds its system call filter.
constexpr int kFilterDescriptor = 8;
constexpr const char* kFilterFile = "system-calls.bpf";
// For the guard, which kills all processes of the sandbox and waits until their memory is free.
constexpr std::chrono::seconds kGuardsGrace{2};

constexpr const char* kRemedy =
    "Install bubblewrap (apt-get install bubblewrap) and allow unprivileged user namespaces (in a "
    "container: with a seccomp and AppArmor profile that allows bwrap to create them). "
    "--isolation none grades without a sandbox: only for code that you trust as your own.";

constexpr std::array kForbiddenCalls = {
    // They reach other processes.
    "kcmp", "pidfd_getfd", "process_madvise", "process_vm_readv", "process_vm_writev", "ptrace",
    // They make namespaces and mounts.
    "chroot", "fsconfig", "fsmount", "fsopen", "fspick", "mount", "mount_setattr", "move_mount",
    "open_tree", "pivot_root", "setns", "umount2", "unshare",
    // They open parts of the kernel with a history of holes.
    "add_key", "bpf", "io_uring_enter", "io_uring_register", "io_uring_setup", "keyctl",
    "perf_event_open", "request_key", "userfaultfd",
    // They administer the machine.
    "acct", "delete_module", "finit_module", "init_module", "kexec_file_load", "kexec_load",
    "quotactl", "reboot", "swapoff", "swapon"};

void require(int result, const std::string& what) {
  if (result == 0) return;
  throw EnvironmentError("cannot make the sandbox's system call filter: " + what + ": " +
                         std::strerror(-result));
}

// Writes a seccomp filter in the form that bwrap's --seccomp reads. It makes calls fail with EPERM
// that no compiler and no submission needs.
void write_system_call_filter(const fs::path& file) {
  const std::unique_ptr<void, decltype(&seccomp_release)> filter(seccomp_init(SCMP_ACT_ALLOW),
                                                                 &seccomp_release);
  if (!filter) throw EnvironmentError("cannot make the sandbox's system call filter");
  const auto forbid = [&](const char* name, int error) {
    const int number = seccomp_syscall_resolve_name(name);
    // A call that this machine does not have.
    if (number == __NR_SCMP_ERROR) return;
    require(seccomp_rule_add(filter.get(), SCMP_ACT_ERRNO(static_cast<unsigned>(error)), number, 0),
            name);
  };
  for (const char* name : kForbiddenCalls) forbid(name, EPERM);
  // Its flags are in memory, which a filter cannot read. Libraries then use clone instead.
  forbid("clone3", ENOSYS);
  // The macro SCMP_A0 would make it, but only in C.
  const scmp_arg_cmp new_user{0, SCMP_CMP_MASKED_EQ, CLONE_NEWUSER, CLONE_NEWUSER};
  require(seccomp_rule_add(filter.get(), SCMP_ACT_ERRNO(EPERM), SCMP_SYS(clone), 1, new_user),
          "clone");

  const Descriptor out(open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
  require(out ? 0 : -errno, file.string());
  require(seccomp_export_bpf(filter.get(), out.get()), file.string());
}

// Whether this process's user namespace has this user; that of a container may not.
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

// In the folders of distributions for the programs of all users and of root.
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

// The root folders, which on most distributions are links into /usr.
std::vector<std::string> root_links() {
  std::vector<std::string> options;
  for (const char* name : {"/bin", "/lib", "/lib64", "/sbin"}) {
    std::error_code error;
    if (fs::is_symlink(name, error)) {
      options.insert(options.end(), {"--symlink", fs::read_symlink(name, error).string(), name});
    } else if (fs::is_directory(name, error)) {
      options.insert(options.end(), {"--ro-bind", name, name});
    }
  }
  return options;
}

std::vector<std::string> as_nobody() {
  const std::string id = std::to_string(kNobody);
  return {program_path("setpriv"), "--reuid", id, "--regid", id, "--clear-groups"};
}

std::vector<std::string> bubblewrap(const View& view, const Limits& limits) {
  std::vector<std::string> shown;
  for (const fs::path& path : view.paths) {
    shown.insert(shown.end(), {"--ro-bind", path.string(), path.string()});
  }
  const std::string prlimit = program_path("prlimit");
  return command_line(
      {{program_path("bwrap")},
       {"--unshare-user", "--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts"},
       {"--unshare-cgroup-try", "--die-with-parent", "--new-session", "--hostname", "rowsort"},
       {"--json-status-fd", std::to_string(kSandboxStatusDescriptor)},
       {"--proc", "/proc", "--dev", "/dev"},
       {"--size", "1048576", "--tmpfs", "/dev/shm", "--remount-ro", "/dev"},
       {"--size", std::to_string(limits.tmp_bytes), "--tmpfs", "/tmp"},
       root_links(),
       shown,
       {"--ro-bind", prlimit, prlimit, "--seccomp", std::to_string(kFilterDescriptor)},
       {"--remount-ro", "/", "--chdir", view.folder.string(), "--"}});
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
  std::vector<std::string> confinement;
  if (command.in_bubblewrap) {
    confinement = bubblewrap(view, limits);
    if (as_nobody_) confinement = command_line({as_nobody(), confinement});
    command.files = {{kFilterDescriptor, (scratch_ / kFilterFile).string()}};
  } else {
    confinement = {program_path("env"), "--chdir=" + view.folder.string()};
  }
  command.arguments = command_line(
      {{guard_.string(), std::to_string(getpid())}, confinement, limited(limits), program});
  const std::string tmp = command.in_bubblewrap ? "/tmp" : scratch_.string();
  command.environment = {"PATH=/usr/bin:/bin", "LC_ALL=C", "HOME=" + tmp, "TMPDIR=" + tmp};
  return command;
}

void Sandbox::show(const fs::path& path) const {
  // Only this process's user may write; the sandbox's group may read.
  constexpr auto kFile = fs::perms::owner_read | fs::perms::owner_write | fs::perms::group_read;
  constexpr auto kExecutable = kFile | fs::perms::owner_exec | fs::perms::group_exec;
  const bool enter = fs::is_directory(path) || access(path.c_str(), X_OK) == 0;
  fs::permissions(path, enter ? kExecutable : kFile);
  if (as_nobody_ && chown(path.c_str(), static_cast<uid_t>(-1), kNobody) != 0) {
    throw EnvironmentError("cannot allow the sandbox's user to read " + path.string() + ": " +
                           std::strerror(errno));
  }
}

std::vector<std::string> command_line(std::initializer_list<std::vector<std::string>> parts) {
  std::vector<std::string> all;
  for (const std::vector<std::string>& part : parts) {
    all.insert(all.end(), part.begin(), part.end());
  }
  return all;
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
