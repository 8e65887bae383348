#include "text/selector.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "text/exit_codes.hpp"

namespace plumb {
namespace {

using testing::ElementsAre;

std::vector<std::string> texts(std::string_view selectors) {
  std::vector<std::string> out;
  for (const auto& spec : expand(selectors)) out.push_back(spec.text());
  return out;
}

std::string error_of(std::string_view selectors) {
  try {
    expand(selectors);
  } catch (const UsageError& e) {
    return e.what();
  }
  return "accepted";
}

TEST(Selector, ExpandsToTheCrossProduct) {
  EXPECT_THAT(texts("lms3(rho=0.0,0.6)"), ElementsAre("lms3(rho=0.0)", "lms3(rho=0.6)"));
  EXPECT_THAT(texts("cd,degree3(alpha=1,4/3,2)"),
              ElementsAre("cd", "degree3(alpha=1)", "degree3(alpha=4/3)", "degree3(alpha=2)"));
  EXPECT_THAT(texts("b(nodes=chebyshev,lobatto,r=2,4)"), ElementsAre("b(nodes=chebyshev,r=2)", "b(nodes=chebyshev,r=4)",
                                                                     "b(nodes=lobatto,r=2)", "b(nodes=lobatto,r=4)"));
  EXPECT_THAT(texts(" cd , lms3 ( rho = 0.0 , 0.6 ) "), ElementsAre("cd", "lms3(rho=0.0)", "lms3(rho=0.6)"));
  EXPECT_THAT(texts("pendulum()"), ElementsAre("pendulum"));
  EXPECT_THAT(texts("two-link,@models/my arm=2.toml,a(x=-1e-3)"),
              ElementsAre("two-link", "@models/my arm=2.toml", "a(x=-1e-3)"));
  const auto quoted = expand("a,@\"my (copy), 2.toml\"(rho=0.5),@\"plain.toml\"");
  ASSERT_EQ(quoted.size(), 3u);
  EXPECT_EQ(quoted[1].name, "@my (copy), 2.toml");
  EXPECT_EQ(quoted[1].text(), "@\"my (copy), 2.toml\"(rho=0.5)");
  EXPECT_EQ(expand(quoted[1].text()).front(), quoted[1]);
  EXPECT_EQ(quoted[2].text(), "@plain.toml");
  EXPECT_THROW(expand("@\"open.toml"), UsageError);
  EXPECT_THROW(expand("@\"\""), UsageError);
}

TEST(Selector, GroupsNumbersThatMakeOneValue) {
  const ParameterSpec pair = {
      .name = "pade", .default_value = "a", .unit = "-", .meaning = "pair", .choices = "a|b", .values = 2};
  const auto lookup = [&](std::string_view name, std::string_view key) {
    return name == "block" && key == "pade" ? &pair : nullptr;
  };
  const auto out = [&](std::string_view selectors) {
    std::string joined;
    try {
      for (const auto& spec : expand(selectors, lookup)) joined += spec.text() + " ";
    } catch (const UsageError& e) {
      return std::string(e.what());
    }
    return joined;
  };
  EXPECT_EQ(out("block(nodes=x,r=3,pade=1,3)"), "block(nodes=x,pade=1:3,r=3) ");
  EXPECT_EQ(out("block(pade=1,1)"), "block(pade=1:1) ");
  EXPECT_EQ(out("block(pade=1,3, 2 , 3,r=3,4)"),
            "block(pade=1:3,r=3) block(pade=1:3,r=4) block(pade=2:3,r=3) block(pade=2:3,r=4) ");
  EXPECT_EQ(out("block(pade=a,1,3,b,2:3)"), "block(pade=a) block(pade=1:3) block(pade=b) block(pade=2:3) ");
  EXPECT_EQ(out("other(pade=1,3)"), "other(pade=1) other(pade=3) ");
  EXPECT_EQ(out("block(pade=1,3,2)"), "'block(pade=1,3,2)', position 16: the values of pade are groups of 2 numbers");
  EXPECT_EQ(out("block(pade=1,r=3)"), "'block(pade=1,r=3)', position 12: the values of pade are groups of 2 numbers");
  EXPECT_EQ(out("block(pade=1,a)"), "'block(pade=1,a)', position 12: the values of pade are groups of 2 numbers");
  EXPECT_EQ(out("block(pade=1,)"), "'block(pade=1,)', position 14: expected a value");
}

TEST(Selector, ValuesMayBeFormulas) {
  EXPECT_THAT(texts("a(x=sqrt(2)/2,(1 - 1/3)*pi,y=2 * pi)"),
              ElementsAre("a(x=sqrt(2)/2,y=2*pi)", "a(x=(1-1/3)*pi,y=2*pi)"));
}

TEST(Selector, RangesExpand) {
  EXPECT_THAT(texts("lms2..4(rho=0,0.5)"), ElementsAre("lms2(rho=0)", "lms2(rho=0.5)", "lms3(rho=0)", "lms3(rho=0.5)",
                                                       "lms4(rho=0)", "lms4(rho=0.5)"));
  EXPECT_THAT(texts("b(r=2..4,nodes=lobatto)"),
              ElementsAre("b(nodes=lobatto,r=2)", "b(nodes=lobatto,r=3)", "b(nodes=lobatto,r=4)"));
  EXPECT_EQ(texts("m(rho=0:0.1:1)").size(), 11u);
  EXPECT_EQ(texts("m(rho=0:0.1:1)"), texts("m(rho=0,0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8,0.9,1)"));
  EXPECT_THAT(texts("m(eps=1e-1..1e-3,7)"), ElementsAre("m(eps=0.1)", "m(eps=0.01)", "m(eps=1e-3)", "m(eps=7)"));
  EXPECT_THAT(texts("@../my2..4.toml"), ElementsAre("@../my2..4.toml"));
  EXPECT_EQ(
      error_of("a,m(rho=0:0.3:1)"),
      "'a,m(rho=0:0.3:1)', position 9: 1 is not reached from 0 in steps of 0.3; the nearest values are 0.9 and 1.2");
  EXPECT_EQ(error_of("m(x=1..1000,y=1..1001)"), "'m(x=1..1000,y=1..1001)', position 1: more than 1000000 values");
  EXPECT_EQ(error_of("a(x=1..600000),b(x=1..600000)"), "more than 1000000 values");
}

// The message for "rho=0,6" must name the decimal comma, instead of a second value 6 that is out of range.
TEST(Selector, KnowsADecimalComma) {
  const ParameterSpec rho = {
      .name = "rho", .default_value = "1", .unit = "-", .meaning = "radius", .minimum = 0, .maximum = 1};
  const auto why = [&](std::string_view text) -> std::string {
    try {
      expand(text, [&](std::string_view name, std::string_view key) {
        return key == "rho" && name.find('.') == name.npos ? &rho : nullptr;
      });
      return "accepted";
    } catch (const UsageError& e) {
      return e.what();
    }
  };
  EXPECT_THAT(why("m(rho=0,6)"), testing::HasSubstr("position 9: decimal commas are not allowed"));
  EXPECT_THAT(why("m2..3(rho=0,6)"), testing::HasSubstr("position 13: decimal commas are not allowed"));
  EXPECT_THAT(why("m(x=0,05)"), testing::HasSubstr("position 7: decimal commas are not allowed"));
  for (const char* right : {"m(rho=0,1)", "m(rho=0, 6)", "m(rho=0.5,6)", "m(x=0,6)", "m(x=1,0)"})
    EXPECT_EQ(why(right), "accepted");
}

TEST(Selector, NamesEachSpecOnce) {
  EXPECT_THAT(texts("m(r=0,1),m(r=1),cd,cd"), ElementsAre("m(r=0)", "m(r=1)", "cd"));
  EXPECT_EQ(expand(std::vector<std::string>{"a,b", "b,c"}).size(), 3u);
}

TEST(Selector, TextReadsBack) {
  for (const auto& spec : expand("a,b(x=1,2,y=pi/6),@file.toml(rho=0.5)")) {
    const auto back = expand(spec.text());
    ASSERT_EQ(back.size(), 1u);
    EXPECT_EQ(back.front(), spec);
  }
}

TEST(Selector, ErrorsNameThePosition) {
  EXPECT_EQ(error_of("lms3(rho=)"), "'lms3(rho=)', position 10: expected a value");
  EXPECT_EQ(error_of("lms3(rho=1"), "'lms3(rho=1', position 11: the parenthesis is not closed");
  EXPECT_EQ(error_of("lms3(rho"), "'lms3(rho', position 9: expected '=' after 'rho'");
  EXPECT_EQ(error_of("cd,,ab"), "'cd,,ab', position 4: expected a name");
  EXPECT_EQ(error_of("cd,"), "'cd,', position 4: expected a name");
  EXPECT_EQ(error_of("cd)"), "'cd)', position 3: unexpected ')'; a comma or the end of the text is allowed");
  EXPECT_EQ(error_of("a(x=1)b"), "'a(x=1)b', position 7: unexpected 'b'; a comma or the end of the text is allowed");
  EXPECT_EQ(error_of("a(x=1,x=2)"), "'a(x=1,x=2)', position 7: 'x' is given twice; write its values as a list: x=A,B");
  EXPECT_EQ(error_of("a(x=1,)"), "'a(x=1,)', position 7: expected a value");
  EXPECT_EQ(error_of("a(x=(1)"), "'a(x=(1)', position 8: the parenthesis is not closed");
  EXPECT_EQ(error_of("a(x=(1"), "'a(x=(1', position 7: the parenthesis is not closed");
  EXPECT_EQ(error_of("a(x=1 2)"), "'a(x=1 2)', position 6: a blank inside a word; separate values with commas");
  EXPECT_EQ(error_of("two link"), "'two link', position 4: a blank inside a word; separate values with commas");
  EXPECT_EQ(error_of(""), "'': expected a name");
  EXPECT_EQ(error_of("  "), "'  ', position 3: expected a name");
}

TEST(Selector, NeverCrashesAndNeverHangs) {
  std::mt19937 random(4);
  const std::string letters = "ab@,()= 1\t\"";
  for (int i = 0; i < 50000; ++i) {
    std::string text(random() % 12, ' ');
    for (char& c : text) c = letters[random() % letters.size()];
    try {
      for (const auto& spec : expand(text)) EXPECT_FALSE(spec.name.empty()) << text;
    } catch (const UsageError& e) {
      EXPECT_STRNE(e.what(), "");
    }
  }
}

TEST(Numbers, ListsOfSteps) {
  EXPECT_THAT(expand_numbers("1e-2, 1e-3,pi/600,4/3"), ElementsAre("1e-2", "1e-3", "pi/600", "4/3"));
  EXPECT_THAT(expand_numbers("0.1,0.1"), ElementsAre("0.1"));
  EXPECT_THAT(expand_numbers("2*pi,1e-2..1e-4, 0.5"), ElementsAre("2*pi", "0.01", "1e-3", "1e-4", "0.5"));
  EXPECT_EQ(expand_numbers("1..1000000").size(), 1'000'000u);  // too slow if each value is searched in a list
  EXPECT_THAT(expand_numbers(std::vector<std::string>{"1,2", "2,3"}), ElementsAre("1", "2", "3"));
  for (const char* wrong : {"", "1,", ",1", "0,01", "1e-2..3e-4", "0:1:", "1e-2;1e-3", "nan", "x", "1/0"})
    EXPECT_THROW(expand_numbers(wrong), UsageError) << wrong;
}

}  // namespace
}  // namespace plumb
