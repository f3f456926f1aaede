#include "rowsort/worker/prepare.h"

#include "rowsort/matrix/exact_inputs.h"

#include <gtest/gtest.h>

namespace rowsort {
namespace {

using std::chrono::milliseconds;

Csr small_matrix() {
  return exact_matrix(std::vector<int>{1, 2, 3}, 1);
}

Prepared prepare_with(const std::string& how, milliseconds limit = milliseconds(5000)) {
  return prepare({{ROWSORT_HOSTILE_WORKER, how}}, small_matrix(), limit);
}

TEST(Prepare, AProgramThatCannotBeStartedIsTheEnvironmentsFault) {
  EXPECT_THROW(prepare({{"/nonexistent/worker"}}, small_matrix(), milliseconds(1000)),
               EnvironmentError);
}

TEST(Prepare, AWorkerThatEndsWithStatusZeroHasAnsweredNothing) {
  const Prepared prepared = prepare({{"/bin/true"}}, small_matrix(), milliseconds(5000));
  ASSERT_TRUE(prepared.fault);
  EXPECT_FALSE(prepared.block_size);
  EXPECT_FALSE(prepared.order);
  EXPECT_EQ(prepared.fault->message,
            "the submission's process ended the process without an answer (exit status 0)");
}

TEST(Prepare, AWorkerThatClosesItsChannelAndStaysIsKilled) {
  const Prepared prepared = prepare_with("closes-channel");
  ASSERT_TRUE(prepared.fault);
  EXPECT_NE(prepared.fault->message.find("did not return within its limit"), std::string::npos)
      << prepared.fault->message;
}

TEST(Prepare, SizesThatPointOutsideTheMemoryAreAMalformedAnswer) {
  for (const char* how : {"huge-sizes", "past-the-end", "rebuilt-past-the-end"}) {
    const Prepared prepared = prepare_with(how);
    ASSERT_TRUE(prepared.fault) << how;
    EXPECT_EQ(prepared.fault->message,
              "the submission's process sent a malformed answer: an answer names bytes outside its "
              "memory")
        << how;
    EXPECT_FALSE(prepared.rebuilt) << how;
  }
}

TEST(Prepare, AWorkerThatRunsTheSubmissionIsNotBelievedWhenItBlamesTheMachine) {
  const Prepared prepared = prepare_with("blames-environment");
  ASSERT_TRUE(prepared.fault);
  EXPECT_EQ(prepared.fault->function, "sort_rows");
  EXPECT_EQ(prepared.fault->message, "sort_rows the machine is to blame");
}

TEST(Prepare, AMessageWithoutAnEndIsReadNoFurtherThanItsField) {
  const Prepared prepared = prepare_with("message-without-end");
  ASSERT_TRUE(prepared.fault);
  EXPECT_EQ(prepared.fault->message.size(), std::string("sort_rows ").size() + kMaxMessageBytes);
}

TEST(Prepare, ValuesThatNoEnumeratorHasAreAFaultAndNoCrash) {
  const Prepared prepared = prepare_with("undefined-enums");
  EXPECT_TRUE(prepared.fault);
  EXPECT_FALSE(prepared.order);
}

}  // namespace
}  // namespace rowsort
