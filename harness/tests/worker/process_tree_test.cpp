#include "rowsort/worker/process_tree.h"

#include <csignal>

#include <gtest/gtest.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace rowsort {
namespace {

// A submission that names itself so must not escape its memory limit, nor the guard that kills what
// it has started.
TEST(ProcessTree, AChildIsFoundWhateverItsName) {
  for (const char* name : {"plain", "a) b", "two\nlines", "\n) R 1"}) {
    int named[2];
    ASSERT_EQ(pipe(named), 0);
    const pid_t child = fork();
    if (child == 0) {
      prctl(PR_SET_NAME, name);
      if (write(named[1], name, 1) == 1) pause();
      _exit(1);
    }
    char byte = 0;
    EXPECT_EQ(read(named[0], &byte, 1), 1);
    EXPECT_EQ(children_of(getpid()), std::vector<pid_t>{child}) << name;
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    close(named[0]);
    close(named[1]);
  }
}

}  // namespace
}  // namespace rowsort
