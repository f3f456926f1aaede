#include "sandbox/sandbox.h"

#include <fstream>
#include <iterator>
#include <optional>

#include "official/scratch_folder.h"
#include "sandbox/confined_run.h"
#include "sandbox_here.h"
#include "temporary_path.h"
#include <gtest/gtest.h>

namespace rowsort {
namespace {

using Kind = ChildEnd::Kind;

// Runs a shell command confined.
class SandboxTest : public ::testing::TestWithParam<Isolation> {
 protected:
  void SetUp() override {
    ROWSORT_NEEDS_SANDBOX();
    sandbox_.emplace(GetParam(), scratch_.path(), ROWSORT_KIT_DIR "/guard");
  }

  ConfinedRun run(const std::string& script, const Limits& limits = {},
                  std::chrono::seconds limit = std::chrono::seconds(30)) {
    View view{library_paths()};
    view.paths.emplace_back("/usr/bin");
    return run_confined(sandbox_->confine({"/bin/sh", "-c", script}, view, limits), {}, limit);
  }

  ScratchFolder scratch_;
  std::optional<Sandbox> sandbox_;
};

TEST_P(SandboxTest, ReturnsTheExitStatusAndTheOutput) {
  const ConfinedRun result = run("echo out; echo err >&2; exit 3");
  EXPECT_EQ(result.end.kind, Kind::kExited);
  EXPECT_EQ(result.end.code, 3);
  EXPECT_EQ(result.output, "out\nerr\n");
}

TEST_P(SandboxTest, ASignalIsReported) {
  const ConfinedRun result = run("kill -SEGV $$");
  EXPECT_EQ(result.end.kind, Kind::kSignalled);
  EXPECT_EQ(result.end.code, 11);
}

TEST_P(SandboxTest, TheEnvironmentIsNew) {
  setenv("ROWSORT_TEST_SECRET", "token", 1);
  const ConfinedRun result = run("env");
  unsetenv("ROWSORT_TEST_SECRET");
  EXPECT_EQ(result.output.find("token"), std::string::npos) << result.output;
  EXPECT_NE(result.output.find("LC_ALL=C"), std::string::npos) << result.output;
}

TEST_P(SandboxTest, ADescriptorOfTheGraderIsNotInherited) {
  const int leaked = dup(STDIN_FILENO);  // without close-on-exec, as a careless caller leaves them
  const ConfinedRun result = run("ls /proc/self/fd");
  close(leaked);
  EXPECT_EQ(result.output, "0\n1\n2\n3\n") << "3 is what ls itself opens";
}

TEST_P(SandboxTest, AProgramThatRunsTooLongIsKilledWithItsChildren) {
  const ConfinedRun result = run("sleep 100 & sleep 100", {}, std::chrono::seconds(1));
  EXPECT_EQ(result.end.kind, Kind::kTimedOut);
}

// On a busy machine a compiler ends long after its last output. That once counted as a time-out.
TEST_P(SandboxTest, AProgramThatEndsLongAfterItsLastOutputIsWaitedFor) {
  const ConfinedRun result = run("exec >&- 2>&-; sleep 1; exit 3");
  EXPECT_EQ(result.end.kind, Kind::kExited);
  EXPECT_EQ(result.end.code, 3);
}

TEST_P(SandboxTest, AProgramThatLivesOnWithoutOutputIsKilledInTime) {
  const ConfinedRun result = run("exec >&- 2>&-; sleep 100", {}, std::chrono::seconds(1));
  EXPECT_EQ(result.end.kind, Kind::kTimedOut);
}

// bubblewrap's namespace ends with its first process. Without a namespace, a process that left its
// process group once outlived everything.
TEST_P(SandboxTest, NothingOutlivesTheProgram) {
  const std::string program = scratch_.path() / "sleep";
  std::filesystem::copy_file("/usr/bin/sleep", program);
  sandbox_->show(program);
  View view{library_paths()};
  view.paths.emplace_back("/usr/bin");
  view.paths.emplace_back(program);
  for (const char* script : {"setsid $0 1000 >/dev/null 2>&1 & sleep 0.2", "setsid $0 1000"}) {
    run_confined(sandbox_->confine({"/bin/sh", "-c", script, program}, view, {}), {},
                 std::chrono::seconds(1));
    EXPECT_EQ(processes_that_name(program), std::vector<std::string>()) << script;
  }
}

TEST_P(SandboxTest, ProcessorTimeIsLimited) {
  Limits limits;
  limits.processor_time = std::chrono::seconds(1);
  const ConfinedRun result = run("while :; do :; done", limits);
  EXPECT_EQ(result.end.kind, Kind::kSignalled);
}

TEST_P(SandboxTest, FileSizesAreLimited) {
  Limits limits;
  limits.file_bytes = 1000;
  const ConfinedRun result = run("head -c 5000 /dev/zero > $TMPDIR/large", limits);
  EXPECT_NE(result.end.code, 0);
}

TEST_P(SandboxTest, OutputIsLimited) {
  const ConfinedRun result = run("yes");
  EXPECT_EQ(result.end.kind, Kind::kTooMuchOutput);
  EXPECT_EQ(result.output.size(), kMaxConfinedOutput);
}

TEST_P(SandboxTest, MemoryOfAllProcessesTogetherIsLimited) {
  Limits limits;
  limits.memory = std::uint64_t{200} << 20;
  const ConfinedRun result =
      run("for i in 1 2 3; do perl -e '$s = \"x\" x 100_000_000; sleep 60' & done; wait", limits);
  EXPECT_EQ(result.end.kind, Kind::kOverMemory);
}

INSTANTIATE_TEST_SUITE_P(Each, SandboxTest,
                         ::testing::Values(Isolation::kBubblewrap, Isolation::kNone),
                         [](const auto& test) { return std::string(isolation_name(test.param)); });

class BubblewrapTest : public SandboxTest {};

TEST_P(BubblewrapTest, ShowsOnlyTheViewOfTheMachine) {
  const ConfinedRun result = run("ls / /etc /tmp");
  EXPECT_EQ(result.output.find("passwd"), std::string::npos) << result.output;
  EXPECT_EQ(result.output.find("home"), std::string::npos) << result.output;
  EXPECT_NE(result.output.find("/tmp:\n"), std::string::npos) << result.output;
}

TEST_P(BubblewrapTest, NothingCanBeWrittenOutsideItsTmp) {
  const ConfinedRun result = run(
      "for d in / /usr /usr/bin /dev /etc /proc; do touch $d/planted 2>/dev/null && echo $d; done; "
      "touch /tmp/mine && echo /tmp");
  EXPECT_EQ(result.output, "/tmp\n");
}

TEST_P(BubblewrapTest, ItsTmpIsLimitedAndItsOwn) {
  Limits limits;
  limits.tmp_bytes = 1 << 20;
  const ConfinedRun full = run("head -c 5000000 /dev/zero > /tmp/large || echo full", limits);
  EXPECT_NE(full.output.find("full"), std::string::npos) << full.output;
  EXPECT_EQ(run("ls /tmp").output, "") << "the next one finds it empty";
}

TEST_P(BubblewrapTest, SeesNoOtherProcess) {
  const ConfinedRun result = run("ls /proc | grep -c '^[0-9]'");
  EXPECT_LE(std::stoi(result.output), 5) << "init, shell, ls, grep";
}

TEST_P(BubblewrapTest, HasNoNetwork) {
  const ConfinedRun result = run("cat /proc/net/dev | grep -v lo: | grep -c :");
  EXPECT_EQ(result.output, "0\n");
}

TEST_P(BubblewrapTest, ProcessesAreLimited) {
  Limits limits;
  limits.processes = 8;
  const ConfinedRun result = run("for i in 1 2 3 4 5 6 7 8 9 10 11 12; do sleep 5 & done", limits);
  EXPECT_NE(result.output.find("fork"), std::string::npos) << result.output;
}

TEST_P(BubblewrapTest, MakesNoNamespacesOfItsOwn) {
  const ConfinedRun result = run("unshare --user true");
  EXPECT_NE(result.end.code, 0) << result.output;
}

INSTANTIATE_TEST_SUITE_P(It, BubblewrapTest, ::testing::Values(Isolation::kBubblewrap),
                         [](const auto&) { return std::string("bubblewrap"); });

TEST(ScratchFolder, IsGoneWithItsObject) {
  std::filesystem::path path;
  {
    const ScratchFolder folder;
    path = folder.path();
    std::ofstream(path / "file") << "x";
    EXPECT_TRUE(std::filesystem::exists(path));
  }
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST(ScratchFolder, TheFolderOfAKilledProcessIsRemovedAndThatOfALivingOneIsNot) {
  const std::filesystem::path temporary = temporary_path("scratch");
  std::filesystem::create_directories(temporary / "rowsort-grade-gone00");
  setenv("TMPDIR", temporary.c_str(), 1);
  const ScratchFolder living;
  EXPECT_FALSE(std::filesystem::exists(temporary / "rowsort-grade-gone00"));
  const ScratchFolder another;
  EXPECT_TRUE(std::filesystem::exists(living.path()));
  unsetenv("TMPDIR");
}

}  // namespace
}  // namespace rowsort
