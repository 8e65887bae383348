#include "harness/sets/keys.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace plumb {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(Keys, KeepNumbersAsTextsAndNestTables) {
  const auto s = keys_from_text("schema = 1\na = 0.5\nb = \"4/3\"\nc = [1, 2]\n[[d]]\ne = true\n[[d]]\n", "x.toml");
  EXPECT_EQ(s.text("a"), "0.5");
  EXPECT_EQ(s.text("b"), "4/3");
  EXPECT_THAT(s.list("c"), ElementsAre("1", "2"));
  ASSERT_EQ(s.block("d").size(), 2U);
  EXPECT_TRUE(s.block("d")[0].flag("e"));
  EXPECT_EQ(s.block("d")[0].where.text(), "x.toml:5:1");
}

TEST(Keys, UpperLayersWin) {
  const auto low = keys_from_text("schema = 1\na = 1\nb = 1", "low"),
             high = keys_from_text("schema = 1\na = 2", "high");
  EXPECT_EQ(low.under(high).text("a"), "2");
  EXPECT_EQ(low.under(high).text("b"), "1");
}

std::string message(const char* toml) {
  try {
    const auto s = keys_from_text(toml, "x.toml");
    s.allow({"metric", "step"});
    s.text("step");
  } catch (const UsageError& e) {
    return e.what();
  }
  return "";
}

TEST(Keys, MistakesNameThePlaceAndTheNearestKey) {
  EXPECT_THAT(message("schema = 1\nmetrik = 1"), HasSubstr("did you mean 'metric'"));
  EXPECT_THAT(message("schema = 1\nstep = [1, 2]"), HasSubstr("one value"));
  EXPECT_THAT(message("schema = 1\nstep = = 2"), HasSubstr("x.toml:2:"));
  EXPECT_THAT(message("step = 1"), HasSubstr("schema"));
  EXPECT_EQ(message("schema = 1\nstep = 1"), "");
}

TEST(Keys, NumbersAreReadToTheirEnd) {
  const auto s = keys_from_text("schema = 1\na = \"4/3\"\nb = \"abc\"\nc = 99999999999\nd = \"7x\"\ne = 7", "x.toml");
  EXPECT_DOUBLE_EQ(s.number("a"), 4. / 3);
  EXPECT_THROW(s.number("b"), UsageError);
  EXPECT_EQ(s.whole("e", 1, 0, 10), 7);
  EXPECT_EQ(s.whole("f", 1, 0, 10), 1);
  EXPECT_THROW(s.whole("e", 1, 0, 6), UsageError);
  EXPECT_THROW(s.whole("c", 1, 0, 10), UsageError);
  EXPECT_THROW(s.whole("d", 1, 0, 10), UsageError);
}

}  // namespace
}  // namespace plumb
