#include "rowsort/grade/answers.h"

#include <fstream>

#include "../../../harness/tests/temporary_path.h"
#include "planted_archive.h"
#include "refusal.h"
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/un.h>
#include <unistd.h>

namespace rowsort::testing {
namespace {

class StageTest : public ::testing::Test {
 protected:
  StageTest() { std::filesystem::create_directories(folder_); }
  ~StageTest() override { std::filesystem::remove_all(folder_); }

  void put(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name, std::ios::binary) << text;
  }
  std::string staged() const {
    return refusal([&] { stage(folder_); });
  }
  // The refusal without the folder's name, which is another one in each run.
  std::string words() const {
    std::string text = staged();
    const std::size_t at = text.find(folder_.string());
    return at == std::string::npos ? text : text.replace(at, folder_.string().size(), "FOLDER");
  }

  const std::filesystem::path folder_ = temporary_path("intake");
};

TEST_F(StageTest, AFolderIsReadByteForByteAndOtherFilesAreIgnored) {
  put("row_sort.cu", "a\r\n\xff");
  put("answers.json", "{}");
  put("notes.txt", "");
  std::filesystem::create_directory(folder_ / "build");
  const StagedSubmission submission = stage(folder_);
  EXPECT_EQ(submission.source, "a\r\n\xff");
  EXPECT_EQ(submission.answers, "{}");
}

TEST(Sha256, IsThatOfTheStandard) {
  EXPECT_EQ(sha256("{}"), "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a");
}

TEST_F(StageTest, AFolderWithoutAnswersHasNone) {
  put("row_sort.cu", "x");
  EXPECT_FALSE(stage(folder_).answers.has_value());
}

TEST_F(StageTest, AFolderWithoutTheSourceSaysWhatItHolds) {
  EXPECT_EQ(words(),
            "there is no row_sort.cu in FOLDER, which is empty: hand in row_sort.cu and "
            "answers.json, with these names");
  put("rowsort.cu", "x");
  EXPECT_EQ(words(),
            "there is no row_sort.cu in FOLDER, which holds \"rowsort.cu\": hand in "
            "row_sort.cu and answers.json, with these names");
}

TEST_F(StageTest, TheListOfWhatAFolderHoldsIsSortedAndShort) {
  for (int i = 1000; i < 2000; ++i) put(std::to_string(i) + std::string(90, 'x'), "");
  const std::string text = words();
  EXPECT_NE(text.find("which holds \"1000x"), std::string::npos) << text;
  EXPECT_NE(text.find("\"1018x"), std::string::npos) << text;
  EXPECT_NE(text.find("x\", 981 more: hand in"), std::string::npos) << text;
}

TEST_F(StageTest, SymbolicLinksAreNotFollowed) {
  put("other", "secret");
  std::filesystem::create_symlink("other", folder_ / "row_sort.cu");
  EXPECT_EQ(words(),
            "row_sort.cu in FOLDER is a symbolic link, and only regular files are accepted: "
            "put the file itself there");
  std::filesystem::remove(folder_ / "row_sort.cu");
  put("row_sort.cu", "x");
  std::filesystem::create_symlink("other", folder_ / "answers.json");
  EXPECT_EQ(words().substr(0, 42), "answers.json in FOLDER is a symbolic link,");
}

TEST_F(StageTest, HardLinksAreRefused) {
  put("other", "secret");
  std::filesystem::create_hard_link(folder_ / "other", folder_ / "row_sort.cu");
  EXPECT_EQ(words(),
            "row_sort.cu in FOLDER is a hard link, so the same file has another name elsewhere: "
            "put a copy there");
}

TEST_F(StageTest, AFifoIsNotWaitedFor) {
  ASSERT_EQ(mkfifo((folder_ / "row_sort.cu").c_str(), 0600), 0);
  EXPECT_EQ(words().substr(0, 34), "row_sort.cu in FOLDER is a fifo, a");
}

TEST_F(StageTest, FoldersAndSocketsOfThatNameAreRefused) {
  std::filesystem::create_directory(folder_ / "row_sort.cu");
  EXPECT_EQ(words().substr(0, 34), "row_sort.cu in FOLDER is a folder,");
  std::filesystem::remove(folder_ / "row_sort.cu");

  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::string path = (folder_ / "row_sort.cu").string();
  ASSERT_LT(path.size(), sizeof address.sun_path);
  path.copy(address.sun_path, path.size());
  const int socket_descriptor = socket(AF_UNIX, SOCK_STREAM, 0);
  ASSERT_EQ(bind(socket_descriptor, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
  EXPECT_EQ(words().substr(0, 34), "row_sort.cu in FOLDER is a socket,");
  close(socket_descriptor);
}

TEST_F(StageTest, ADeviceFileIsRefused) {
  if (mknod((folder_ / "row_sort.cu").c_str(), S_IFCHR | 0600, makedev(1, 5)) != 0) {
    GTEST_SKIP() << "only root can make one";
  }
  EXPECT_EQ(words().substr(0, 39), "row_sort.cu in FOLDER is a device file,");
}

TEST_F(StageTest, OversizeFilesAreRefused) {
  put("row_sort.cu", std::string(kMaxSourceBytes + 1, ' '));
  EXPECT_EQ(words(),
            "row_sort.cu in FOLDER has more than 1,048,576 bytes, which is the limit: "
            "hand in the file that you edited, without data in it");
  put("row_sort.cu", "x");
  put("answers.json", std::string(kMaxAnswersBytes + 1, ' '));
  EXPECT_EQ(words().substr(0, 47), "answers.json in FOLDER has more than 65,536 byt");
}

TEST_F(StageTest, AFileWithoutAnEndIsReadOnlyToItsLimit) {
  put("row_sort.cu", "");
  ASSERT_EQ(truncate((folder_ / "row_sort.cu").c_str(), std::int64_t{1} << 40), 0);
  EXPECT_EQ(words().substr(0, 47), "row_sort.cu in FOLDER has more than 1,048,576 b");
}

// What stage() says about the path itself.
std::string path_error(const std::filesystem::path& path) {
  try {
    stage(path);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "staged";
}

TEST_F(StageTest, AnUnreadableFolderIsThePathsFault) {
  if (geteuid() == 0) GTEST_SKIP() << "root can read everything";
  std::filesystem::permissions(folder_, std::filesystem::perms::none);
  EXPECT_EQ(path_error(folder_), folder_.string() + " cannot be read: Permission denied");
  std::filesystem::permissions(folder_, std::filesystem::perms::owner_all);
}

TEST_F(StageTest, AnUnreadableSourceIsRefused) {
  if (geteuid() == 0) GTEST_SKIP() << "root can read everything";
  put("row_sort.cu", "x");
  std::filesystem::permissions(folder_ / "row_sort.cu", std::filesystem::perms::none);
  EXPECT_EQ(words(), "row_sort.cu in FOLDER cannot be read (Permission denied): make it readable");
}

TEST_F(StageTest, APathThatIsNotThereIsThePathsFault) {
  EXPECT_EQ(path_error(folder_ / "nothing"),
            (folder_ / "nothing").string() + " cannot be read: No such file or directory");
}

TEST_F(StageTest, ADeviceAsPathIsThePathsFault) {
  EXPECT_EQ(path_error("/dev/zero"), "/dev/zero is neither a folder nor a regular file");
}

TEST_F(StageTest, TheBareSourceIsTakenWithoutAnswers) {
  put("row_sort.cu", "x");
  put("answers.json", "{}");
  const StagedSubmission submission = stage(folder_ / "row_sort.cu");
  EXPECT_EQ(submission.source, "x");
  EXPECT_FALSE(submission.answers.has_value());
}

TEST_F(StageTest, AnArchiveIsRecognizedByItsContentWhateverItsName) {
  for (const char* kind : {"zip", "tar", "tar.gz"}) {
    put("upload.bin", planted_archive({kind}, {{"row_sort.cu", "x"}}));
    EXPECT_EQ(stage(folder_ / "upload.bin").source, "x") << kind;
  }
}

TEST_F(StageTest, AnOversizeArchiveIsRefused) {
  put("a.zip", std::string(kMaxArchiveBytes + 1, ' '));
  const std::string text = refusal([&] { stage(folder_ / "a.zip"); });
  EXPECT_NE(text.find("a.zip has more than 16,777,216 bytes"), std::string::npos) << text;
}

}  // namespace
}  // namespace rowsort::testing
