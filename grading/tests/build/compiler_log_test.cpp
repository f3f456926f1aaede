#include "build/compiler_log.h"

#include "rowsort/errors.h"

#include <csignal>

#include <gtest/gtest.h>

namespace rowsort {
namespace {

using Kind = ChildEnd::Kind;
constexpr std::chrono::seconds kLimit{60};

BuildFault fault_of_output(const std::string& output) {
  return build_fault("the C++ compiler", {{Kind::kExited, 1}, output}, kLimit,
                     {"/opt/kit", "/tmp/scratch/source"});
}

TEST(CompilerLog, BeginsAtTheFirstErrorAndNamesItsLine) {
  const BuildFault fault = fault_of_output(
      "row_sort.cu:3:5: warning: unused\nrow_sort.cu:12:1: error: expected ';'\n   12 | }\n");
  EXPECT_EQ(fault.kind, FaultKind::kDoesNotCompile);
  EXPECT_EQ(fault.message,
            "the C++ compiler refuses row_sort.cu: row_sort.cu:12:1: error: expected ';'");
  EXPECT_EQ(fault.log, "row_sort.cu:12:1: error: expected ';'\n   12 | }\n");
}

TEST(CompilerLog, FoldersOfTheMachineAreTakenOut) {
  const BuildFault fault = fault_of_output(
      "In file included from /opt/kit/include/rowsort/submission.h:1\n"
      "/tmp/scratch/source/row_sort.cu:1: error: no\n/opt/kit/include/rowsort/csr.h:2: note: "
      "here\n");
  EXPECT_EQ(fault.log, "row_sort.cu:1: error: no\ninclude/rowsort/csr.h:2: note: here\n");
}

TEST(CompilerLog, IsCutAtAWholeLine) {
  std::string output = "row_sort.cu:1: error: first\n";
  while (output.size() < 3 * kMaxBuildLog) output += "row_sort.cu:2: error: another one\n";
  const BuildFault fault = fault_of_output(output);
  EXPECT_LE(fault.log.size(), kMaxBuildLog);
  EXPECT_EQ(fault.log.back(), '\n');
}

TEST(CompilerLog, ACompilerThatSaysNothingIsAFaultAllTheSame) {
  EXPECT_EQ(fault_of_output("").message, "the C++ compiler refuses row_sort.cu: it gave no reason");
}

TEST(CompilerLog, EachLimitHasItsOwnWords) {
  const std::pair<ConfinedRun, const char*> runs[] = {
      {{{Kind::kTimedOut, 0}, ""}, "was not done after 60 s"},
      {{{Kind::kOverMemory, 0}, ""}, "took more memory than a build may have"},
      {{{Kind::kTooMuchOutput, 0}, ""}, "wrote more than 1,048,576 bytes of messages"},
      {{{Kind::kSignalled, SIGXCPU}, ""}, "used up its processor time"},
      {{{Kind::kSignalled, SIGKILL}, ""}, "was stopped by a limit"},
      {{{Kind::kExited, 1}, "cc1plus: out of memory allocating 65536 bytes"}, "out of memory"}};
  for (const auto& [run, words] : runs) {
    const BuildFault fault = build_fault("nvcc", run, kLimit, {});
    EXPECT_EQ(fault.kind, FaultKind::kBuildLimit) << words;
    EXPECT_NE(fault.message.find(words), std::string::npos) << fault.message;
    EXPECT_TRUE(fault.message.starts_with("row_sort.cu does not build within the limits: nvcc"));
  }
}

// The machine's fault must not become the submission's.
TEST(CompilerLog, ASandboxThatFailedIsTheMachinesFault) {
  EXPECT_THROW(build_fault("nvcc", {{Kind::kNoSandbox, 1}, "bwrap: no"}, kLimit, {}),
               EnvironmentError);
}

}  // namespace
}  // namespace rowsort
