#include "rowsort/worker/shared_memory.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

namespace rowsort {
namespace {

TEST(SharedMemory, BothSidesSeeWhatOneOfThemWrites) {
  SharedMemory mine = SharedMemory::create(4096);
  SharedMemory theirs = SharedMemory::attach(dup(mine.descriptor()));
  theirs.bytes()[17] = std::byte{42};
  EXPECT_EQ(mine.bytes()[17], std::byte{42});
}

TEST(SharedMemory, WhatOneSideGrowsTheOtherSeesAfterARefresh) {
  SharedMemory mine = SharedMemory::create(4096);
  SharedMemory theirs = SharedMemory::attach(dup(mine.descriptor()));
  theirs.grow(1 << 20);
  theirs.bytes().back() = std::byte{7};
  EXPECT_EQ(mine.bytes().size(), 4096u);
  mine.refresh();
  ASSERT_EQ(mine.bytes().size(), std::size_t{1} << 20);
  EXPECT_EQ(mine.bytes().back(), std::byte{7});
}

TEST(SharedMemory, GrowingToLessKeepsTheSize) {
  SharedMemory memory = SharedMemory::create(8192);
  memory.grow(1);
  EXPECT_EQ(memory.bytes().size(), 8192u);
}

// A worker that cut the memory off would make the harness fault when it reads the answer.
TEST(SharedMemory, NobodyCanShrinkIt) {
  const SharedMemory memory = SharedMemory::create(8192);
  EXPECT_EQ(ftruncate(memory.descriptor(), 4096), -1);
  EXPECT_EQ(errno, EPERM);
}

TEST(SharedMemory, OnceSealedNobodyCanChangeIt) {
  SharedMemory memory = SharedMemory::create(8192);
  memory.bytes()[5] = std::byte{7};
  ASSERT_TRUE(memory.seal(std::chrono::milliseconds(10)));
  EXPECT_EQ(memory.bytes()[5], std::byte{7});
  const char byte = 1;
  EXPECT_EQ(pwrite(memory.descriptor(), &byte, 1, 5), -1);
  EXPECT_EQ(mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, memory.descriptor(), 0),
            MAP_FAILED);
}

// A process that lived on with the memory mapped could change an answer after it was checked.
TEST(SharedMemory, IsNotSealedWhileSomebodyElseCanWrite) {
  SharedMemory mine = SharedMemory::create(8192);
  {
    const SharedMemory theirs = SharedMemory::attach(dup(mine.descriptor()));
    EXPECT_FALSE(mine.seal(std::chrono::milliseconds(10)));
    EXPECT_EQ(mine.bytes().size(), 8192u);
  }
  EXPECT_TRUE(mine.seal(std::chrono::milliseconds(10)));
}

TEST(SharedMemory, MemoryThatAnotherProcessLockedAgainstSealingIsNotSealed) {
  SharedMemory memory = SharedMemory::create(8192);
  ASSERT_EQ(fcntl(memory.descriptor(), F_ADD_SEALS, F_SEAL_SEAL), 0);
  EXPECT_FALSE(memory.seal(std::chrono::milliseconds(10)));
}

TEST(SharedMemory, MovingLeavesOneOwner) {
  SharedMemory first = SharedMemory::create(4096);
  const int descriptor = first.descriptor();
  const SharedMemory second = std::move(first);
  EXPECT_EQ(second.descriptor(), descriptor);
  EXPECT_EQ(second.bytes().size(), 4096u);
}

}  // namespace
}  // namespace rowsort
