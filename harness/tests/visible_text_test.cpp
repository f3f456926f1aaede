#include "rowsort/visible_text.h"

#include <string>

#include <gtest/gtest.h>

namespace rowsort {
namespace {

constexpr const char* kMark = "\xef\xbf\xbd";

TEST(VisibleText, KeepsTextOfEveryPlaneAsItIs) {
  const std::string text = "row 31: \xc3\xa4 \xe2\x82\xac \xf0\x9f\x98\x80 <>&\"'";
  EXPECT_EQ(visible_text(text), text);
}

TEST(VisibleText, ControlCharactersAreMarkedAndLineBreaksBecomeSpaces) {
  EXPECT_EQ(visible_text("a\n\tb"), "a  b");
  EXPECT_EQ(visible_text(std::string("\0\x1b\x7f", 3)), std::string(kMark) + kMark + kMark);
  EXPECT_EQ(visible_text("\xc2\x9b"), kMark) << "a C1 control of two bytes";
}

TEST(VisibleText, TextCannotBeReorderedOrHidden) {
  for (const char* hidden : {"\xe2\x80\xae", "\xe2\x81\xa6", "\xd8\x9c", "\xe2\x80\x8f",
                             "\xe2\x80\x8b", "\xef\xbb\xbf", "\xe2\x80\xa8", "\xc2\xad"}) {
    EXPECT_EQ(visible_text(std::string("a") + hidden + "b"), std::string("a") + kMark + "b");
  }
}

TEST(VisibleText, EachByteThatIsNotUtf8IsMarkedAndTheRestIsKept) {
  EXPECT_EQ(visible_text("\xff!"), std::string(kMark) + "!");
  EXPECT_EQ(visible_text("\xc3"), kMark) << "cut off";
  EXPECT_EQ(visible_text("\xc3(x"), std::string(kMark) + "(x") << "a bad second byte";
  EXPECT_EQ(visible_text("\xc0\xbc"), std::string(kMark) + kMark) << "an overlong <";
  EXPECT_EQ(visible_text("\xed\xa0\x80"), std::string(kMark) + kMark + kMark) << "a surrogate";
  EXPECT_EQ(visible_text("\xf4\x90\x80\x80"), std::string(kMark) + kMark + kMark + kMark)
      << "past U+10FFFF";
  EXPECT_EQ(visible_text("\xef\xbf\xbf"), kMark) << "U+FFFF, which XML does not allow";
}

}  // namespace
}  // namespace rowsort
