#include "text/range.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <stdexcept>

namespace plumb {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<std::string> values(std::string_view text) { return range_of_numbers(text).value(); }

std::string error_of_range(std::string_view text) {
  try {
    return range_of_numbers(text) ? "a range" : "no range";
  } catch (const std::invalid_argument& e) {
    return e.what();
  }
}

TEST(Range, GoesByDecades) {
  EXPECT_THAT(values("1e-2..1e-5"), ElementsAre("0.01", "1e-3", "1e-4", "1e-5"));
  EXPECT_THAT(values("5d-3..0.5"), ElementsAre("5e-3", "0.05", "0.5"));
  EXPECT_THAT(values("1e1..1e3"), ElementsAre("10", "100", "1000"));
  EXPECT_THAT(values("1..0.01"), ElementsAre("1", "0.1", "0.01"));
  EXPECT_THAT(values("1e-3..1e-3"), ElementsAre("1e-3"));
  EXPECT_THAT(error_of_range("1e-2..3e-5"),
              HasSubstr("3e-5 is not reached from 0.01 by factors of ten; equal steps are written"));
  EXPECT_THAT(error_of_range("1e-2..-1e-5"), HasSubstr("is not reached"));
  EXPECT_THAT(error_of_range("0..1e-5"), HasSubstr("is not reached"));
  EXPECT_EQ(error_of_range("1e-2..pi"), "the ends and the step of a range must be decimal numbers, not 'pi'");
  EXPECT_EQ(error_of_range("1e-2.."), "the ends and the step of a range must be decimal numbers, not ''");
}

TEST(Range, OfWholeNumbersGoesByOne) {
  EXPECT_THAT(values("2..5"), ElementsAre("2", "3", "4", "5"));
  EXPECT_THAT(values("1..-1"), ElementsAre("1", "0", "-1"));
  EXPECT_THAT(values("9..11"), ElementsAre("9", "10", "11"));
  EXPECT_EQ(values("1..1000000").size(), most_values);
  EXPECT_EQ(error_of_range("0..1000000"), "a range of more than 1000000 values");
}

// With doubles the third value would be 0.30000000000000004, and the last might be missed.
TEST(Range, OfEqualStepsIsExact) {
  EXPECT_THAT(values("0:0.1:1"), ElementsAre("0", "0.1", "0.2", "0.3", "0.4", "0.5", "0.6", "0.7", "0.8", "0.9", "1"));
  EXPECT_THAT(values("1:-0.25:0.5"), ElementsAre("1", "0.75", "0.5"));
  EXPECT_THAT(values("-0.1:0.1:0.1"), ElementsAre("-0.1", "0", "0.1"));
  EXPECT_THAT(values("1e-3:1e-3:3e-3"), ElementsAre("1e-3", "2e-3", "3e-3"));
  EXPECT_THAT(values("3:1:3"), ElementsAre("3"));
  EXPECT_EQ(error_of_range("0:0.3:1"), "1 is not reached from 0 in steps of 0.3; the nearest values are 0.9 and 1.2");
  EXPECT_EQ(error_of_range("0:0:1"), "the step of a range must not be 0");
  EXPECT_EQ(error_of_range("0:-0.1:1"), "the step -0.1 of a range from 0 to 1 has the wrong sign");
  EXPECT_EQ(error_of_range("0:-2:1"), "the step -2 of a range from 0 to 1 has the wrong sign");
  EXPECT_EQ(error_of_range("0:1e-7:1"), "a range of more than 1000000 values");
  EXPECT_EQ(error_of_range("-1e300:1e-300:1e300"), "a range of more than 1000000 values");
  EXPECT_EQ(error_of_range("0:pi:1"), "the ends and the step of a range must be decimal numbers, not 'pi'");
  EXPECT_THAT(error_of_range("0:1:1e400"), HasSubstr("'1e400' is not a number"));
  EXPECT_THAT(error_of_range("1e-999999..1e999999"), HasSubstr("is not a number"));
}

TEST(Range, IsNotSeenInOtherTexts) {
  for (const char* text : {"", "0.5", "1:3", "1:2:3:4", "chebyshev", "a..b", "../x", "l:m:n", "..", "::"})
    EXPECT_EQ(error_of_range(text), "no range") << text;
}

TEST(Range, OfNames) {
  EXPECT_THAT(range_of_names("lms2..4").value(), ElementsAre("lms2", "lms3", "lms4"));
  EXPECT_THAT(range_of_names("bdf3..1").value(), ElementsAre("bdf3", "bdf2", "bdf1"));
  EXPECT_THAT(range_of_names("a-9..11").value(), ElementsAre("a-9", "a-10", "a-11"));
  for (const char* text : {"lms2", "lms..4", "lms2..", "lms2..x", "a..b", "lms2..-4"})
    EXPECT_FALSE(range_of_names(text)) << text;
  EXPECT_THROW(range_of_names("a0..99999999"), std::invalid_argument);
}

TEST(Range, HasTwoDots) {
  EXPECT_EQ(error_of_range("1e-1...1e-2"),
            "a range has exactly two dots between its ends, as in 1e-2..1e-5; '1e-1...1e-2' has more");
  for (const char* text : {"2...5", "2....5", "1...", "a...5"})
    EXPECT_THAT(error_of_range(text), HasSubstr("a range has exactly two dots")) << text;
  EXPECT_THAT([] { range_of_names("lms2...4"); },
              testing::ThrowsMessage<std::invalid_argument>(HasSubstr("a range has exactly two dots")));
}

TEST(Range, NeverCrashes) {
  std::mt19937 random(5);
  const std::string letters = "019.:e-+p";
  for (int i = 0; i < 20000; ++i) {
    std::string text(random() % 12, ' ');
    for (char& c : text) c = letters[random() % letters.size()];
    error_of_range(text);
  }
}

}  // namespace
}  // namespace plumb
