#include "rowsort/grade/answers.h"

#include <clocale>

#include "../../../harness/tests/temporary_path.h"
#include "planted_archive.h"
#include "refusal.h"
#include <gtest/gtest.h>

namespace rowsort::testing {
namespace {

const std::string kCode = "int x;\n";

// Every kind of archive that is taken.
class ArchiveTest : public ::testing::TestWithParam<const char*> {
 protected:
  static std::string made(const std::vector<PlantedEntry>& entries) {
    return planted_archive({GetParam()}, entries);
  }
};

INSTANTIATE_TEST_SUITE_P(Intake, ArchiveTest, ::testing::Values("zip", "tar", "tar.gz"),
                         [](const auto& kind) {
                           std::string name = kind.param;
                           std::erase(name, '.');
                           return name;
                         });

TEST_P(ArchiveTest, BothFilesAtTheTopAreTaken) {
  const StagedSubmission staged =
      stage_archive(made({{"row_sort.cu", kCode}, {"answers.json", "{}"}}), "upload");
  EXPECT_EQ(staged.source, kCode);
  EXPECT_EQ(staged.answers, "{}");
}

TEST_P(ArchiveTest, BothFilesInOneFolderAreTaken) {
  const StagedSubmission staged = stage_archive(
      made({{"hw/", "", 0040000}, {"hw/row_sort.cu", kCode}, {"hw/answers.json", "{}"}}), "upload");
  EXPECT_EQ(staged.source, kCode);
  EXPECT_EQ(staged.answers, "{}");
}

TEST_P(ArchiveTest, AnswersMayBeMissing) {
  const StagedSubmission staged = stage_archive(made({{"row_sort.cu", kCode}}), "upload");
  EXPECT_FALSE(staged.answers.has_value());
}

TEST_P(ArchiveTest, AnswersOfAnotherFolderAreNotTaken) {
  const StagedSubmission staged =
      stage_archive(made({{"hw/row_sort.cu", kCode}, {"answers.json", "{}"}}), "upload");
  EXPECT_FALSE(staged.answers.has_value());
}

TEST_P(ArchiveTest, BytesPassAsTheyAre) {
  const std::string odd = std::string("\xef\xbb\xbf// \xe6\xbc\xa2 \xff\r\n") + '\0' + "\r\r\n";
  const StagedSubmission staged =
      stage_archive(made({{"row_sort.cu", odd}, {"answers.json", odd}}), "upload");
  EXPECT_EQ(staged.source, odd);
  EXPECT_EQ(staged.answers, odd);
}

TEST_P(ArchiveTest, OtherFilesAreIgnored) {
  const StagedSubmission staged = stage_archive(made({{"hw/row_sort.cu", kCode},
                                                      {"hw/grade.json", "{}"},
                                                      {"hw/build/row_sort.cu", "other"},
                                                      {"hw/lib.so", "", 0120000, "/lib/libc.so.6"},
                                                      {"__MACOSX/hw/._row_sort.cu", "fork"},
                                                      {"__MACOSX/row_sort.cu", "fork"},
                                                      {"hw/\x1b[31m", "escape"}}),
                                                "upload");
  EXPECT_EQ(staged.source, kCode);
  EXPECT_FALSE(staged.answers.has_value());
}

TEST_P(ArchiveTest, ARefusalNamesFewFilesAndShowsTheirControlCharacters) {
  std::vector<PlantedEntry> entries = {{"\x1b[31m.cu"}};
  for (int i = 1000; i < 1999; ++i) entries.push_back({std::to_string(i) + "x.cu"});
  const std::string words = archive_refusal(made(entries));
  EXPECT_NE(words.find("but there is \"1000x.cu\", \"1001x.cu\", "), std::string::npos) << words;
  EXPECT_NE(words.find("\"1018x.cu\", 981 more: hand in"), std::string::npos) << words;
  EXPECT_NE(archive_refusal(made({{"\x1b[31m.cu"}})).find("\"\xef\xbf\xbd[31m.cu\""),
            std::string::npos);
}

TEST_P(ArchiveTest, BackslashesOfWindowsAreSlashes) {
  const StagedSubmission staged =
      stage_archive(made({{"hw\\row_sort.cu", kCode}, {"hw\\answers.json", "{}"}}), "upload");
  EXPECT_EQ(staged.source, kCode);
  EXPECT_EQ(staged.answers, "{}");
}

TEST_P(ArchiveTest, AFolderWithAnUmlautIsReadInTheCLocaleToo) {
  ASSERT_STREQ(std::setlocale(LC_ALL, nullptr), "C");
  const std::string name = "\303\234bung/row_sort.cu";
  for (const char* options : {"", "hdrcharset=UTF-8"}) {
    const StagedSubmission staged =
        stage_archive(planted_archive({GetParam(), options}, {{name, kCode}}), "upload");
    EXPECT_EQ(staged.source, kCode) << options;
  }
}

TEST_P(ArchiveTest, NamesThatLeadOutOfTheArchiveAreRefused) {
  for (const char* name : {"../row_sort.cu", "hw/../../x", "..\\x", ".."}) {
    const std::string words = archive_refusal(made({{"row_sort.cu", kCode}, {name, "x"}}));
    EXPECT_EQ(words.find("upload has an entry that leads out of the archive, \""), 0u)
        << name << words;
  }
}

TEST_P(ArchiveTest, AbsoluteNamesAreRefused) {
  for (const char* name : {"/etc/passwd", "\\x", "C:\\row_sort.cu", "c:x"}) {
    const std::string words = archive_refusal(made({{"row_sort.cu", kCode}, {name, "x"}}));
    EXPECT_EQ(words.find("upload has an entry with an absolute name, \""), 0u) << name << words;
  }
}

TEST_P(ArchiveTest, NamesThatOnlyLookDangerousAreTaken) {
  EXPECT_EQ(archive_refusal(made({{"./row_sort.cu", kCode}, {"a..b/..c", "x"}, {"1:x", "x"}})),
            "taken");
}

TEST_P(ArchiveTest, TwoEntriesOfOneNameAreRefused) {
  for (const char* name : {"row_sort.cu", "./row_sort.cu"}) {
    EXPECT_EQ(archive_refusal(made({{"row_sort.cu", kCode}, {name, "other"}})),
              "\"row_sort.cu\" in upload is there 2 times, and it is not clear which one you "
              "mean: make the archive again");
  }
}

TEST_P(ArchiveTest, ASymbolicLinkIsRefused) {
  EXPECT_EQ(
      archive_refusal(made({{"row_sort.cu", "", 0120000, "/etc/passwd"}})),
      "\"row_sort.cu\" in upload is a symbolic link, and only regular files are accepted: put "
      "the file itself there");
  EXPECT_NE(archive_refusal(made({{"row_sort.cu", kCode}, {"answers.json", "", 0120000, "x"}})),
            "taken");
}

TEST_P(ArchiveTest, OneByteOverTheLimitIsRefused) {
  const std::string full(kMaxSourceBytes, ' ');
  EXPECT_EQ(archive_refusal(made({{"row_sort.cu", full}})), "taken");
  EXPECT_EQ(archive_refusal(made({{"row_sort.cu", full + ' '}})),
            "\"row_sort.cu\" in upload has more than 1,048,576 bytes, which is the limit: hand "
            "in the file that you edited, without data in it");
  const std::string answers(kMaxAnswersBytes, ' ');
  EXPECT_EQ(archive_refusal(made({{"row_sort.cu", kCode}, {"answers.json", answers}})), "taken");
  EXPECT_NE(archive_refusal(made({{"row_sort.cu", kCode}, {"answers.json", answers + ' '}})),
            "taken");
}

TEST_P(ArchiveTest, AnOversizeFileThatIsNotTakenDoesNotMatter) {
  const std::string large(kMaxSourceBytes + 1, ' ');
  EXPECT_EQ(archive_refusal(made({{"row_sort.cu", kCode}, {"old/row_sort.cu", large}})), "taken");
}

TEST_P(ArchiveTest, TooManyEntriesAreRefused) {
  std::vector<PlantedEntry> entries(kMaxArchiveEntries, {"x"});
  entries.push_back({"row_sort.cu", kCode});
  EXPECT_EQ(archive_refusal(made(entries)),
            "upload has more than 10,000 entries: hand in only row_sort.cu and answers.json");
}

TEST_P(ArchiveTest, IgnoredFilesCountTowardsTheUnpackedSize) {
  const std::string zeros(kMaxUnpackedBytes / 4 + 1, '\0');
  EXPECT_EQ(
      archive_refusal(made({{"a", zeros}, {"b", zeros}, {"c", zeros}, {"d", zeros}})),
      "upload unpacks to more than 67,108,864 bytes: hand in only row_sort.cu and answers.json");
}

TEST_P(ArchiveTest, TwoFoldersWithASubmissionAreRefused) {
  EXPECT_EQ(archive_refusal(made({{"a/row_sort.cu", kCode}, {"b/row_sort.cu", kCode}})),
            "upload has more than one row_sort.cu, in \"a/\" and in \"b/\": hand in only one");
}

TEST_P(ArchiveTest, AMissingSourceIsRefusedWithWhatMayBeMeant) {
  const std::string advice =
      ": hand in row_sort.cu and answers.json, with these names, at the top of the archive or in "
      "one folder there";
  EXPECT_EQ(archive_refusal(made({{"answers.json", "{}"}})),
            "there is no row_sort.cu in upload" + advice);
  EXPECT_EQ(archive_refusal(made({{"a/b/row_sort.cu", kCode}, {"Row_Sort.CU", kCode}})),
            "there is no row_sort.cu in upload, but there is \"Row_Sort.CU\", \"a/b/row_sort.cu\"" +
                advice);
  EXPECT_EQ(archive_refusal(made({{"hw.zip", "PK"}})),
            "there is no row_sort.cu in upload, but there is \"hw.zip\"" + advice);
}

TEST_P(ArchiveTest, AFolderNamedLikeTheSourceIsNotTheSource) {
  EXPECT_NE(archive_refusal(made({{"row_sort.cu/", "", 0040000}, {"row_sort.cu/x", kCode}})),
            "taken");
}

TEST_P(ArchiveTest, AnEmptySourceIsRefused) {
  EXPECT_EQ(archive_refusal(made({{"row_sort.cu", ""}})),
            "row_sort.cu in upload is empty: hand in the file that you edited");
}

TEST_P(ArchiveTest, TextInUtf16IsRefused) {
  EXPECT_EQ(archive_refusal(made({{"row_sort.cu", std::string("\xff\xfei\0n\0", 6)}})),
            "row_sort.cu in upload is UTF-16 text, which compilers do not read: save it as UTF-8");
}

TEST_P(ArchiveTest, APartOfAnArchiveIsNeverTaken) {
  std::string noise;  // does not compress, so that the archive has more than one block
  for (unsigned i = 0; i < 3000; ++i) noise += static_cast<char>(i * i * 2654435761u >> 24);
  const std::string whole = made({{"row_sort.cu", kCode}, {"hw/x", noise}, {"answers.json", "{}"}});
  ASSERT_EQ(archive_refusal(whole), "taken");
  // Of the two blocks of zeros at the end of a tar archive only one has to be there.
  const std::size_t end = whole.size() - (std::string(GetParam()) == "tar" ? 512 : 0);
  for (std::size_t size = 0; size < end; ++size) {
    EXPECT_NE(archive_refusal(whole.substr(0, size)), "taken") << size << " of " << whole.size();
  }
}

TEST_P(ArchiveTest, ADamagedByteCausesAtMostARefusal) {
  std::string bytes = made({{"hw/row_sort.cu", kCode}, {"hw/answers.json", "{}"}});
  for (char& byte : bytes) {
    for (const int flip : {0x01, 0x80, 0xff}) {
      byte = static_cast<char>(byte ^ flip);
      EXPECT_FALSE(archive_refusal(bytes).empty());
      byte = static_cast<char>(byte ^ flip);
    }
  }
}

class TarTest : public ::testing::TestWithParam<const char*> {
 protected:
  static std::string made(const std::vector<PlantedEntry>& entries) {
    return planted_archive({GetParam()}, entries);
  }
};

INSTANTIATE_TEST_SUITE_P(Intake, TarTest, ::testing::Values("tar", "tar.gz"), [](const auto& kind) {
  return std::string(kind.param) == "tar" ? "tar" : "targz";
});

TEST_P(TarTest, HardLinksFifosAndDevicesAreRefused) {
  const auto words = [](const char* kind) {
    return "\"row_sort.cu\" in upload is a " + std::string(kind) +
           ", and only regular files are accepted: put the file itself there";
  };
  EXPECT_EQ(archive_refusal(made({{"x", kCode}, {"row_sort.cu", "", 0100000, "", "x"}})),
            words("hard link"));
  EXPECT_EQ(archive_refusal(made({{"row_sort.cu", "", 0010000}})), words("fifo"));
  EXPECT_EQ(archive_refusal(made({{"row_sort.cu", "", 0020000}})), words("device file"));
  EXPECT_EQ(archive_refusal(made({{"row_sort.cu", "", 0060000}})), words("device file"));
}

TEST(Zip, AnEncryptedOneIsRefused) {
  const std::string bytes =
      planted_archive({"zip", "zip:encryption=zipcrypt", "secret"}, {{"row_sort.cu", kCode}});
  EXPECT_EQ(archive_refusal(bytes), "upload is encrypted: make it without a password");
}

TEST(Zip, WithoutCompressionItIsTaken) {
  EXPECT_EQ(
      archive_refusal(planted_archive({"zip", "zip:compression=store"}, {{"row_sort.cu", kCode}})),
      "taken");
}

// Method 14, LZMA, in both headers: its dictionary could take gigabytes.
TEST(Zip, AnUnusualCompressionIsRefusedBeforeItIsUnpacked) {
  std::string bytes = planted_archive({"zip"}, {{"row_sort.cu", kCode}});
  bytes[8] = 14;
  bytes[bytes.find("PK\1\2") + 10] = 14;
  const std::string words = archive_refusal(bytes);
  EXPECT_EQ(words.find("upload has an unusual compression, ZIP 2.0 (lzma"), 0u) << words;
}

TEST(Zip, AnEmptyOneIsRefused) {
  EXPECT_EQ(archive_refusal(planted_archive({"zip"}, {})),
            "upload is an archive with no file in it: make it again and upload it");
}

TEST(Archive, GzipInGzipIsNotFollowed) {
  const std::string inner = planted_archive({"tar.gz"}, {{"row_sort.cu", kCode}});
  // A gzip member with the inner one in a stored block (RFC 1952, RFC 1951 3.2.4).
  const auto size = static_cast<unsigned>(inner.size());
  ASSERT_LT(size, 65536u);
  std::string outer("\x1f\x8b\x08\0\0\0\0\0\0\x03\x01", 11);
  for (const unsigned word : {size, ~size}) {
    outer += static_cast<char>(word & 255);
    outer += static_cast<char>(word >> 8 & 255);
  }
  outer += inner + std::string(8, '\0');
  EXPECT_EQ(
      archive_refusal(outer),
      "upload is compressed with gzip, but not a .tar.gz: hand in a folder, a .zip, a .tar.gz or "
      "a .tar with row_sort.cu and answers.json in it");
}

TEST(Archive, AGzipBombEndsAtTheLimit) {
  const std::string bytes =
      planted_archive({"tar.gz"}, {{"a", std::string(kMaxUnpackedBytes, '\0')}});
  ASSERT_LT(bytes.size(), kMaxUnpackedBytes / 100);
  EXPECT_EQ(archive_refusal(bytes).find("upload unpacks to more than 67,108,864 bytes"), 0u);
}

TEST(Archive, AnotherKindOfFileIsRefusedByItsName) {
  const auto is = [](const std::string& bytes) {
    const std::string words = archive_refusal(bytes);
    return words.substr(0, words.find(':'));
  };
  EXPECT_EQ(is(""), "upload is empty");
  EXPECT_EQ(is("7z\xbc\xaf\x27\x1c"), "upload is a 7z archive");
  EXPECT_EQ(is("Rar!\x1a\x07\x01"), "upload is a RAR archive");
  EXPECT_EQ(is(std::string("\3757zXZ\0", 6)), "upload is compressed with xz");
  EXPECT_EQ(is("BZh9"), "upload is compressed with bzip2");
  EXPECT_EQ(is("int main() {}"), "upload is not an archive that can be read here");
  EXPECT_EQ(is(std::string(2000, '\0')), "upload is not an archive that can be read here");
}

TEST(Archive, TheFaultIsTheSubmissions) {
  try {
    stage_archive("", "upload");
    FAIL();
  } catch (const SubmissionError& error) {
    EXPECT_EQ(error.kind(), FaultKind::kRefused);
  }
}

TEST(Sha256, AgreesWithTheStandardsExample) {
  EXPECT_EQ(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

}  // namespace
}  // namespace rowsort::testing
