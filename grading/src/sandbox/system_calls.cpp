#include "sandbox/system_calls.h"

#include "rowsort/descriptor.h"
#include "rowsort/errors.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <memory>
#include <string>

#include <fcntl.h>
#include <sched.h>
#include <seccomp.h>

namespace rowsort {
namespace {

constexpr std::array kForbidden = {
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

}  // namespace

void write_system_call_filter(const std::filesystem::path& file) {
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
  for (const char* name : kForbidden) forbid(name, EPERM);
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

}  // namespace rowsort
