#include "harness/text/spool.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace plumb {
namespace {

std::vector<std::string> all(const Spool& spool) {
  std::vector<std::string> out;
  spool.visit([&](std::string text) { out.push_back(std::move(text)); });
  return out;
}

TEST(Spool, GivesBackWhatWasAddedAsOftenAsWanted) {
  Spool spool;
  EXPECT_TRUE(all(spool).empty());
  std::vector<std::string> texts = {"", "a\nb", std::string("\0\xff", 2), std::string(100'000, 'x')};
  for (const auto& text : texts) spool.add(text);
  EXPECT_EQ(all(spool), texts);
  EXPECT_EQ(all(spool), texts);
  spool.add(texts.emplace_back("later"));
  EXPECT_EQ(all(spool), texts);
}

}  // namespace
}  // namespace plumb
