#include "text/printable.hpp"

#include <gtest/gtest.h>

namespace plumb {
namespace {

// Fails if an escape sequence reaches the terminal, or if a text has several lines.
TEST(Printable, ShowsWhatATerminalWouldObey) {
  EXPECT_EQ(printable("red \x1b[31m\a\n\r\t\x7f"), "red \\x1b[31m\\x07\\n\\r\\t\\x7f");
  EXPECT_EQ(printable(std::string_view("a\0b", 3)), "a\\x00b");
  EXPECT_EQ(printable("\xC2\x9B"
                      "31m"),
            "\\xc2\\x9b31m");  // U+009B, which begins a sequence by itself
  EXPECT_EQ(printable("\xE2\x80\xAE"
                      "lmot"),
            "\\xe2\\x80\\xaelmot");  // U+202E, right to left
}

// Fails if the decoder accepts overlong forms, surrogates or truncated sequences.
TEST(Printable, EscapesWhatIsNotUtf8) {
  EXPECT_EQ(printable("\xff"), "\\xff");
  EXPECT_EQ(printable("\xC0\xAF"), "\\xc0\\xaf");
  EXPECT_EQ(printable("\xE0\x9F\xBF"), "\\xe0\\x9f\\xbf");
  EXPECT_EQ(printable("\xED\xA0\x80"), "\\xed\\xa0\\x80");
  EXPECT_EQ(printable("\xF4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80");
  EXPECT_EQ(printable("\xE2\x80"), "\\xe2\\x80");
}

// Fails if visible characters, as in names of persons and in units, are escaped.
TEST(Printable, LeavesVisibleTextAlone) {
  for (const char* text : {"", "α-méthode [m/s²] – 1/2", "日本", "\xF0\x9F\x93\x90"}) {
    EXPECT_EQ(printable(text), text);
    EXPECT_TRUE(is_printable(text)) << text;
  }
  for (const char* text : {"\n", "\x1b", "a\xff", "\xE2\x80\xAE"}) EXPECT_FALSE(is_printable(text)) << text;
}

// Fails if the limit counts bytes instead of characters, or if a character is cut.
TEST(Printable, IsBounded) {
  EXPECT_EQ(printable("αβγδ", 4), "αβγδ");
  EXPECT_EQ(printable("αβγδε", 3), "αβγ... (2 more)");
  EXPECT_LT(printable(std::string(200'000, 'x')).size(), 230u);
}

}  // namespace
}  // namespace plumb
