#include "contract/excerpt.hpp"

#include <gtest/gtest.h>

namespace plumb {
namespace {

TEST(Excerpt, KeepsShortTexts) {
  EXPECT_EQ(excerpt(""), "");
  EXPECT_EQ(excerpt(std::string(80, 'x')), std::string(80, 'x'));
}

// This catches an excerpt that misses the place, or reaches beyond the text.
TEST(Excerpt, IsAroundThePlace) {
  const auto text = std::string(100, 'a') + "X" + std::string(100, 'b');
  EXPECT_EQ(excerpt(text), std::string(80, 'a') + "...");
  EXPECT_EQ(excerpt(text, 100), "..." + std::string(40, 'a') + "X" + std::string(39, 'b') + "...");
  EXPECT_EQ(excerpt(text, 201), "..." + std::string(80, 'b'));
  EXPECT_EQ(excerpt(text, 1'000'000), "..." + std::string(80, 'b'));
}

// This catches half a character at either end, and an endless walk over bytes that begin no character.
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
