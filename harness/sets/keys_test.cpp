#include "harness/sets/keys.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "text/testing/refusal.hpp"

namespace plumb {
namespace {

using testing::ElementsAre;

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

std::string refused(const char* toml) {
  return refusal_of([&] {
    const auto s = keys_from_text(toml, "x.toml");
    s.allow({"metric", "step"});
    s.text("step");
  });
}

TEST(Keys, MistakesNameThePlaceAndTheKey) {
  EXPECT_EQ(refused("schema = 1\nmetrik = 1"), "unknown-name x.toml:2:1 metrik");
  EXPECT_EQ(refused("schema = 1\nstep = [1, 2]"), "wrong-kind x.toml:2:1 step");
  EXPECT_EQ(refused("schema = 1\nstep = [1, [2]]"), "wrong-kind x.toml:2:12 step");
  EXPECT_EQ(refused("schema = 1\nstep = = 2"), "malformed x.toml:2:8");
  EXPECT_EQ(refused("step = 1"), "missing x.toml:1:1 schema");
  EXPECT_EQ(refused("schema = 1\nstep = 1"), "accepted");
}

TEST(Keys, NumbersAreReadToTheirEnd) {
  const auto s = keys_from_text("schema = 1\na = \"4/3\"\nb = \"abc\"\nc = 99999999999\nd = \"7x\"\ne = 7", "x.toml");
  EXPECT_DOUBLE_EQ(s.number("a"), 4. / 3);
  EXPECT_EQ(refusal_of([&] { s.number("b"); }), "malformed x.toml:3:1 b");
  EXPECT_EQ(s.whole("e", 1, 0, 10), 7);
  EXPECT_EQ(s.whole("f", 1, 0, 10), 1);
  EXPECT_EQ(refusal_of([&] { s.whole("e", 1, 0, 6); }), "out-of-range x.toml:6:1 e");
  EXPECT_EQ(refusal_of([&] { s.whole("c", 1, 0, 10); }), "out-of-range x.toml:4:1 c");
  EXPECT_EQ(refusal_of([&] { s.whole("d", 1, 0, 10); }), "out-of-range x.toml:5:1 d");
}

}  // namespace
}  // namespace plumb
