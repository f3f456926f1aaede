#include "rowsort/errors.h"
#include "rowsort/matrix/matrix_market.h"

#include <filesystem>
#include <fstream>
#include <random>
#include <string>

#include "../temporary_path.h"
#include <gtest/gtest.h>

namespace rowsort {
namespace {

std::string error_of(const std::string& text) {
  try {
    read_matrix_market(text, "a.mtx");
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

const std::string kReal = "%%MatrixMarket matrix coordinate real general\n";
const std::string kInteger = "%%MatrixMarket matrix coordinate integer general\n";
const std::string kPattern = "%%MatrixMarket matrix coordinate pattern general\n";
const std::string kSymmetric = "%%MatrixMarket matrix coordinate real symmetric\n";

// What a file with one entry is refused for.
std::string entry_error(const std::string& entry, const std::string& banner = kReal) {
  return error_of(banner + "2 3 1\n" + entry + "\n");
}

TEST(MatrixMarketErrors, FileThatCannotBeOpened) {
  const std::filesystem::path path = std::filesystem::path(::testing::TempDir()) / "no_such.mtx";
  try {
    read_matrix_market(path);
    FAIL() << "was read";
  } catch (const UsageError& error) {
    EXPECT_EQ(std::string(error.what()),
              path.string() + ": cannot be read: No such file or directory");
  }
}

TEST(MatrixMarketErrors, Directory) {
  const std::filesystem::path path = std::filesystem::temp_directory_path();
  try {
    read_matrix_market(path);
    FAIL() << "was read";
  } catch (const UsageError& error) {
    EXPECT_EQ(std::string(error.what()), path.string() + ": is a directory, should be a file");
  }
}

TEST(MatrixMarketErrors, FileNamesItselfInEveryMessage) {
  const std::filesystem::path path = temporary_path("named.mtx");
  std::ofstream(path) << kReal << "2 3 1\n3 1 1\n";
  try {
    read_matrix_market(path);
    FAIL() << "was read";
  } catch (const UsageError& error) {
    EXPECT_EQ(std::string(error.what()),
              path.string() + ":3: the row index is \"3\", should be a whole number from 1 to 2");
  }
  std::filesystem::remove(path);
}

TEST(MatrixMarketErrors, EmptyFile) {
  EXPECT_EQ(error_of(""), "a.mtx: the file is empty");
}

TEST(MatrixMarketErrors, MissingBanner) {
  const std::string want =
      ", should begin with the banner \"%%MatrixMarket matrix coordinate FIELD SYMMETRY\"";
  EXPECT_EQ(error_of("2 2 1\n1 1 1\n"), "a.mtx:1: the file begins with \"2 2 1\"" + want);
  EXPECT_EQ(error_of("\n" + kReal), "a.mtx:1: the file begins with \"\"" + want);
  EXPECT_EQ(error_of("%MatrixMarket matrix"),
            "a.mtx:1: the file begins with \"%MatrixMarket matrix\"" + want);
  EXPECT_EQ(error_of("\x7f\x45LF\x01\xff"),
            "a.mtx:1: the file begins with \"\xef\xbf\xbd"
            "ELF\xef\xbf\xbd\xef\xbf\xbd\"" +
                want);
  EXPECT_EQ(error_of(std::string(1000, 'x')),
            "a.mtx:1: the file begins with \"" + std::string(120, 'x') + "...\"" + want);
}

TEST(MatrixMarketErrors, BannerThatEndsEarly) {
  const auto want = [](const std::string& missing) {
    return "a.mtx:1: the banner ends before its " + missing +
           "; it should be \"%%MatrixMarket matrix coordinate FIELD SYMMETRY\"";
  };
  EXPECT_EQ(error_of("%%MatrixMarket"), want("object"));
  EXPECT_EQ(error_of("%%MatrixMarket matrix\n"), want("format"));
  EXPECT_EQ(error_of("%%MatrixMarket matrix coordinate\n"), want("field"));
  EXPECT_EQ(error_of("%%MatrixMarket matrix coordinate real \n"), want("symmetry"));
}

TEST(MatrixMarketErrors, KindsThatCannotBeRead) {
  const auto banner = [](const std::string& words) { return error_of("%%MatrixMarket " + words); };
  EXPECT_EQ(
      banner("vector coordinate real general"),
      "a.mtx:1: the banner's object is \"vector\", should be \"matrix\"; nothing else can be read");
  EXPECT_EQ(banner("matrix array real general"),
            "a.mtx:1: the banner's format is \"array\", should be \"coordinate\"; nothing else can "
            "be read");
  for (const std::string field : {"complex", "double", "Quaternion"}) {
    EXPECT_EQ(banner("matrix coordinate " + field + " general"),
              "a.mtx:1: the banner's field is \"" + field +
                  "\", should be \"real\", \"integer\" or \"pattern\"; nothing else can be read");
  }
  for (const std::string symmetry : {"hermitian", "skew-symmetric", "Lopsided"}) {
    EXPECT_EQ(banner("matrix coordinate real " + symmetry),
              "a.mtx:1: the banner's symmetry is \"" + symmetry +
                  "\", should be \"general\" or \"symmetric\"; nothing else can be read");
  }
  EXPECT_EQ(banner("matrix coordinate real general please"),
            "a.mtx:1: \"please\" follows the banner, which should be "
            "\"%%MatrixMarket matrix coordinate FIELD SYMMETRY\"");
}

TEST(MatrixMarketErrors, MissingSizeLine) {
  EXPECT_EQ(error_of(kReal),
            "a.mtx:1: the file ends before the size line \"ROWS COLUMNS ENTRIES\"");
  EXPECT_EQ(error_of(kReal + "% comment\n\n"),
            "a.mtx:3: the file ends before the size line \"ROWS COLUMNS ENTRIES\"");
}

TEST(MatrixMarketErrors, BadSizeLine) {
  for (const std::string line : {"3 3", "3", "x 3 3", "3 3 three", "3 3 1.5", "-3 3 1", "3 -3 1",
                                 "3 3 -1", "+3 3 1", "3,3,1", "18446744073709551616 1 1"}) {
    EXPECT_EQ(error_of(kReal + "% comment\n" + line + "\n1 1 1\n"),
              "a.mtx:3: the size line is \"" + line +
                  "\", should be \"ROWS COLUMNS ENTRIES\", three whole numbers below 2^31");
  }
  EXPECT_EQ(error_of(kReal + "3 3 1 1\n1 1 1\n"),
            "a.mtx:2: \"1\" follows the size line, which should be \"ROWS COLUMNS ENTRIES\"");
}

TEST(MatrixMarketErrors, MoreThan32BitIndicesAddress) {
  const auto want = [](const std::string& count) {
    return "a.mtx:2: the matrix has " + count +
           "; 32-bit indices address at most 2147483647 (2^31 - 1)";
  };
  EXPECT_EQ(error_of(kReal + "2147483648 1 1\n1 1 1\n"), want("2147483648 rows"));
  EXPECT_EQ(error_of(kReal + "1 2147483648 1\n1 1 1\n"), want("2147483648 columns"));
  EXPECT_EQ(error_of(kReal + "100000 100000 2147483648\n1 1 1\n"), want("2147483648 nonzeros"));
  EXPECT_EQ(error_of(kReal + "1 1 18446744073709551615\n"), want("18446744073709551615 nonzeros"));
}

TEST(MatrixMarketErrors, SymmetricFileThatMustExpandPast32Bits) {
  // 1,073,743,824 entries, at most 100,000 of them on the diagonal: 2,147,387,648 at the least ...
  EXPECT_EQ(error_of(kSymmetric + "100000 100000 1073791824\n1 1 1\n"),
            "a.mtx:2: the matrix has 2147483648 nonzeros; 32-bit indices address at most "
            "2147483647 (2^31 - 1)");
  // ... and one entry less may fit, so that it is refused for the size of the file.
  EXPECT_EQ(error_of(kSymmetric + "100000 100000 1073791823\n1 1 1\n"),
            "a.mtx:2: the size line promises 1,073,791,823 entries, too many for the 6 bytes that "
            "follow");
}

TEST(MatrixMarketErrors, MoreEntriesThanTheMatrixHasPlaces) {
  EXPECT_EQ(error_of(kReal + "2 3 7\n"),
            "a.mtx:2: the size line promises 7 entries, but the matrix has 6 places");
  EXPECT_EQ(error_of(kReal + "0 5 1\n1 1 1\n"),
            "a.mtx:2: the size line promises 1 entry, but the matrix has 0 places");
  EXPECT_EQ(error_of(kSymmetric + "3 3 7\n"),
            "a.mtx:2: the size line promises 7 entries, but the lower triangle has 6 places");
}

TEST(MatrixMarketErrors, MoreEntriesThanTheFileCouldHold) {
  EXPECT_EQ(error_of(kReal + "46000 46000 2000000000\n1 1 1\n"),
            "a.mtx:2: the size line promises 2,000,000,000 entries, too many for the 6 bytes that "
            "follow");
  EXPECT_EQ(error_of(kPattern + "9 9 3\n1 1\n2 2"),
            "a.mtx:2: the size line promises 3 entries, too many for the 7 bytes that follow");
  EXPECT_EQ(error_of(kReal + "9 9 1\n"),
            "a.mtx:2: the size line promises 1 entry, too many for the 0 bytes that follow");
}

TEST(MatrixMarketErrors, SymmetricMatrixThatIsNotSquare) {
  EXPECT_EQ(error_of(kSymmetric + "2 3 1\n1 1 1\n"),
            "a.mtx:2: a symmetric matrix is square, but this one has 2 rows and 3 columns");
}

TEST(MatrixMarketErrors, IndexOutOfRange) {
  for (const std::string index :
       {"0", "3", "-1", "4294967297", "99999999999999999999", "x", "1.0"}) {
    EXPECT_EQ(entry_error(index + " 1 1"),
              "a.mtx:3: the row index is \"" + index + "\", should be a whole number from 1 to 2");
  }
  for (const std::string index : {"0", "4", "-3", "4294967297", "y"}) {
    EXPECT_EQ(entry_error("1 " + index + " 1"), "a.mtx:3: the column index is \"" + index +
                                                    "\", should be a whole number from 1 to 3");
  }
}

TEST(MatrixMarketErrors, CommentAmongTheEntries) {
  EXPECT_EQ(entry_error("% 1 1"),
            "a.mtx:3: the row index is \"%\", should be a whole number from 1 to 2");
}

TEST(MatrixMarketErrors, LineThatEndsEarly) {
  EXPECT_EQ(entry_error("1     "),
            "a.mtx:3: the line ends before the column index; an entry is \"ROW COLUMN VALUE\"");
  EXPECT_EQ(entry_error("1 1    "),
            "a.mtx:3: the line ends before the value; an entry is \"ROW COLUMN VALUE\"");
  EXPECT_EQ(entry_error("1   ", kPattern),
            "a.mtx:3: the line ends before the column index; an entry is \"ROW COLUMN\"");
}

TEST(MatrixMarketErrors, WordsThatFollowTheEntry) {
  EXPECT_EQ(entry_error("1 1 1 2"),
            "a.mtx:3: \"2\" follows the entry; an entry is \"ROW COLUMN VALUE\"");
  EXPECT_EQ(entry_error("1 1 1 % remark"),
            "a.mtx:3: \"%\" follows the entry; an entry is \"ROW COLUMN VALUE\"");
  EXPECT_EQ(entry_error("1 1 1", kPattern),
            "a.mtx:3: \"1\" follows the entry; an entry is \"ROW COLUMN\"");
}

TEST(MatrixMarketErrors, ValueThatIsNotANumber) {
  for (const std::string value : {"abc", "1.5x", "0x10", "1e", "--1", "+-1", "+", "1,5", "1d3"}) {
    EXPECT_EQ(entry_error("1 1 " + value),
              "a.mtx:3: the value is \"" + value + "\", should be a decimal number");
  }
}

TEST(MatrixMarketErrors, ValueThatIsNotFinite) {
  for (const std::string value : {"nan", "-NaN", "inf", "-inf", "+Infinity"}) {
    EXPECT_EQ(entry_error("1 1 " + value),
              "a.mtx:3: the value is \"" + value + "\", should be finite");
  }
}

TEST(MatrixMarketErrors, ValueTooLargeForAFloat) {
  for (const std::string value : {"3.5e38", "-1e39", "1e400", "-1e99999999999999999999"}) {
    EXPECT_EQ(entry_error("1 1 " + value),
              "a.mtx:3: the value is \"" + value +
                  "\", too large for the 32-bit float that it is stored in (at most "
                  "3.4028235e+38)");
  }
  EXPECT_EQ(entry_error("1 1 1" + std::string(39, '0'), kInteger),
            "a.mtx:3: the value is \"1" + std::string(39, '0') +
                "\", too large for the 32-bit float that it is stored in (at most 3.4028235e+38)");
}

TEST(MatrixMarketErrors, ValueThatIsNotWholeInAnIntegerFile) {
  for (const std::string value : {"1.5", "1.0", "1e3", "nan"}) {
    EXPECT_EQ(
        entry_error("1 1 " + value, kInteger),
        "a.mtx:3: the value is \"" + value + "\", should be a whole number as the banner says");
  }
  EXPECT_EQ(entry_error("1 1 -", kInteger),
            "a.mtx:3: the value is \"-\", should be a decimal number");
}

TEST(MatrixMarketErrors, TooFewEntries) {
  EXPECT_EQ(error_of(kReal + "2 2 2\n\n1 1 1.000000\n\n"),
            "a.mtx:5: the file ends after 1 entry, but the size line promises 2");
}

TEST(MatrixMarketErrors, TooManyEntries) {
  EXPECT_EQ(error_of(kReal + "2 2 1\n1 1 1\n\n2 2 2\n"),
            "a.mtx:5: another line follows the 1 entry that the size line promises");
  EXPECT_EQ(error_of(kReal + "2 2 0\n1 1 1\n"),
            "a.mtx:3: another line follows the 0 entries that the size line promises");
}

TEST(MatrixMarketErrors, EntryAboveTheDiagonalOfASymmetricFile) {
  EXPECT_EQ(error_of(kSymmetric + "3 3 2\n1 1 1\n1 2 1\n"),
            "a.mtx:4: entry (1, 2) lies above the diagonal; a symmetric file holds the lower "
            "triangle only");
}

TEST(MatrixMarketErrors, DuplicateEntryNamesBothLines) {
  EXPECT_EQ(error_of(kReal + "4 4 5\n1 4 1\n\n2 2 1\n3 3 1\n1 4 2\n2 2 1\n"),
            "a.mtx:7: entry (1, 4) is already on line 3");
  EXPECT_EQ(error_of(kReal + "1 2 2\n1 2 1\n1 2 1\n"),
            "a.mtx:4: entry (1, 2) is already on line 3");
  EXPECT_EQ(error_of(kSymmetric + "2 2 3\n1 1 1\n2 1 1\n2 1 1\n"),
            "a.mtx:5: entry (2, 1) is already on line 4");
}

TEST(MatrixMarketErrors, DuplicateIsTheFirstInTheFileNotTheSmallestPlace) {
  // Both (3, 3) and (1, 1) occur twice; (3, 3) is the first to be repeated.
  EXPECT_EQ(error_of(kReal + "3 3 5\n3 3 1\n1 1 1\n3 3 1\n1 1 1\n3 3 1\n"),
            "a.mtx:5: entry (3, 3) is already on line 3");
}

TEST(MatrixMarketErrors, DuplicateAmongColumnSortedEntriesIsSeen) {
  EXPECT_EQ(error_of(kPattern + "3 3 4\n1 1\n3 1\n3 1\n1 2\n"),
            "a.mtx:5: entry (3, 1) is already on line 4");
}

TEST(MatrixMarketErrors, NoMutationOfAFileDoesAnythingButReadOrRefuse) {
  const std::string good = kSymmetric + "% c\n3 3 4\n1 1 1.5\n2 1 -2e3\n3 3 +3\n3 2 .4\n";
  ASSERT_EQ(error_of(good), "");
  std::mt19937_64 random(1);
  const std::string alphabet = "0123456789 .-+eE%\n\r\tnaif\xff" + std::string(1, '\0');
  int refused = 0;
  for (int trial = 0; trial < 20'000; ++trial) {
    std::string text = good;
    for (std::uint64_t change = random() % 4 + 1; change > 0; --change) {
      const std::size_t at = random() % text.size();
      const char c = alphabet[random() % alphabet.size()];
      switch (random() % 3) {
        case 0:
          text[at] = c;
          break;
        case 1:
          text.insert(at, 1, c);
          break;
        default:
          text.erase(at, random() % 5);
      }
    }
    refused += error_of(text).empty() ? 0 : 1;
  }
  EXPECT_GT(refused, 1000);
  EXPECT_LT(refused, 20'000);
}

}  // namespace
}  // namespace rowsort
