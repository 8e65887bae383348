#include "contract/excerpt.hpp"

#include <gtest/gtest.h>

namespace plumb {
namespace {

TEST(Excerpt, KeepsShortTexts) {
  EXPECT_EQ(excerpt(""), "");
  EXPECT_EQ(excerpt(std::string(80, 'x')), std::string(80, 'x'));
}

// This fails if an excerpt does not contain the given position, or extends beyond the text.
TEST(Excerpt, IsAroundThePlace) {
  const auto text = std::string(100, 'a') + "X" + std::string(100, 'b');
  EXPECT_EQ(excerpt(text), std::string(80, 'a') + "...");
  EXPECT_EQ(excerpt(text, 100), "..." + std::string(40, 'a') + "X" + std::string(39, 'b') + "...");
  EXPECT_EQ(excerpt(text, 201), "..." + std::string(80, 'b'));
  EXPECT_EQ(excerpt(text, 1'000'000), "..." + std::string(80, 'b'));
}

// This fails if an end of the excerpt cuts a UTF-8 character, or if bytes that are not UTF-8 cause an endless loop.
TEST(Excerpt, CutsNoCharacter) {
  std::string alphas = "a";
  for (int i = 0; i < 100; ++i) alphas += "α";
  const auto cut = excerpt(alphas, 100);
  EXPECT_EQ(cut.substr(0, 5), "...α");
  EXPECT_EQ(cut.substr(cut.size() - 5), "α...");
  EXPECT_LE(excerpt(std::string(1000, '\x80'), 500).size(), 86u);
}

}  // namespace
}  // namespace plumb
