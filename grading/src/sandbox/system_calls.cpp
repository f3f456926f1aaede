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

constexpr std::array kForbidden = {"acct",
                                   "add_key",
                                   "bpf",
                                   "chroot",
                                   "delete_module",
                                   "finit_module",
                                   "fsconfig",
                                   "fsmount",
                                   "fsopen",
                                   "fspick",
                                   "init_module",
                                   "io_uring_enter",
                                   "io_uring_register",
                                   "io_uring_setup",
                                   "kcmp",
                                   "kexec_file_load",
                                   "kexec_load",
                                   "keyctl",
                                   "mount",
                                   "mount_setattr",
                                   "move_mount",
                                   "open_tree",
                                   "perf_event_open",
                                   "pidfd_getfd",
                                   "pivot_root",
                                   "process_madvise",
                                   "process_vm_readv",
                                   "process_vm_writev",
                                   "ptrace",
                                   "quotactl",
                                   "reboot",
                                   "request_key",
                                   "setns",
                                   "swapoff",
                                   "swapon",
                                   "umount2",
                                   "unshare",
                                   "userfaultfd"};

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
    // One that this machine does not have need not be forbidden.
    if (number == __NR_SCMP_ERROR) return;
    require(seccomp_rule_add(filter.get(), SCMP_ACT_ERRNO(static_cast<unsigned>(error)), number, 0),
            name);
  };
  for (const char* name : kForbidden) forbid(name, EPERM);
  // Its flags lie in memory that a filter cannot read; libraries then go back to clone.
  forbid("clone3", ENOSYS);
  // As SCMP_A0 would make it, in C only.
  const scmp_arg_cmp new_user{0, SCMP_CMP_MASKED_EQ, CLONE_NEWUSER, CLONE_NEWUSER};
  require(seccomp_rule_add(filter.get(), SCMP_ACT_ERRNO(EPERM), SCMP_SYS(clone), 1, new_user),
          "clone");

  const Descriptor out(open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
  require(out ? 0 : -errno, file.string());
  require(seccomp_export_bpf(filter.get(), out.get()), file.string());
}

}  // namespace rowsort
