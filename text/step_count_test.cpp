#include "text/step_count.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "text/exit_codes.hpp"

namespace plumb {
namespace {

using testing::HasSubstr;

std::string error_of(std::string_view t_end, std::string_view step) {
  try {
    return fmt::format("accepted: {}", step_count(t_end, step));
  } catch (const UsageError& e) {
    return e.what();
  }
}

TEST(StepCount, ExactQuotients) {
  EXPECT_EQ(step_count("10", "1e-3"), 10000);
  EXPECT_EQ(step_count("0.3", "0.1"), 3);  // 0.3/0.1 is 2.9999999999999996 in doubles
  EXPECT_EQ(step_count("10", "1e-12"), 10'000'000'000'000);
  EXPECT_EQ(step_count("1", "1/3"), 3);
  EXPECT_EQ(step_count("4/3", "2/9"), 6);
  EXPECT_EQ(step_count("4pi", "pi/600"), 2400);
  EXPECT_EQ(step_count("2.5", "2.5"), 1);
  EXPECT_EQ(step_count("4*pi", "pi/600"), 2400);
  EXPECT_EQ(step_count("1.5d+1", "(1/2 + 1)*1D-1"), 100);
  EXPECT_EQ(step_count("sqrt(2)", "1/sqrt(2)/50"), 100);
  EXPECT_EQ(step_count("1 + pi", "(1 + pi)/7"), 7);
  EXPECT_EQ(step_count("pi^2", "pi^2/9"), 9);
}

TEST(StepCount, StepsBeyondReachTheHorizon) {
  EXPECT_EQ(steps_beyond("0.3", "0.1"), 3);
  EXPECT_EQ(steps_beyond("0.31", "0.1"), 4);
  EXPECT_EQ(steps_beyond("1", "0.333333333"), 3);  // a rounded third
  EXPECT_EQ(steps_beyond("0.1", "0.3"), 1);
  EXPECT_EQ(steps_beyond("12", "pi/3"), 12);
}

TEST(StepCount, EveryPartOfAHorizonDividesIt) {
  for (const char* t_end : {"10", "0.03", "4pi", "pi/6", "4/3", "7e-5"})
    for (int n = 1; n < 400; ++n) {
      const std::string whole = t_end;
      const auto slash = whole.find('/');
      const std::string step = slash == std::string::npos ? fmt::format("{}/{}", whole, n)
                                                          : fmt::format("{}/{}", whole.substr(0, slash),
                                                                        n * std::stoi(whole.substr(slash + 1)));
      EXPECT_EQ(step_count(t_end, step), n) << t_end << ' ' << step;
    }
}

TEST(StepCount, DecimalsMayBeRoundedRationalsMayNot) {
  EXPECT_EQ(step_count("1", "0.3333333333"), 3);
  EXPECT_EQ(step_count("2pi", "0.00628318530718"), 1000);
  EXPECT_THROW(step_count("1", "0.33333333"), UsageError);
  EXPECT_THROW(step_count("1000000000001", "1000000000000"), UsageError);  // 1e-12 off, but both texts are exact
}

TEST(StepCount, RefusalsSayWhatIsAllowed) {
  EXPECT_EQ(
      error_of("10", "3e-3"),
      "step 3e-3 does not divide t_end 10; the nearest that do are 10/3334 (2.999400e-3) and 10/3333 (3.000300e-3)");
  EXPECT_THAT(error_of("pi/6", "0.1"), HasSubstr("pi/36 (0.08726646) and pi/30 (0.1047198)"));
  EXPECT_THAT(error_of("1+pi", "0.1"), HasSubstr("(1+pi)/42 (0.09860935) and (1+pi)/41 (0.1010145)"));
  EXPECT_THAT(error_of("(12)-(-4*pi/0.6)", "1"), HasSubstr("((12)-(-4*pi/0.6))/33 (0.9983"));  // t_begin is not 0
  EXPECT_EQ(error_of("1", "2"), "step 2 is longer than t_end 1; the longest allowed is 1 (1.000000)");
  EXPECT_EQ(error_of("1", "0"), "step: '0' is not allowed: it must be greater than 0");
  EXPECT_EQ(error_of("1", "-1e-3"), "step: '-1e-3' is not allowed: it must be greater than 0");
  EXPECT_EQ(error_of("-pi", "0.1"), "t_end: '-pi' is not allowed: it must be greater than 0");
  for (const char* wrong : {"", "x", "nan", "inf", "1/0", "1e999", "1e-999", "e-3", "0e9223372036854775808"}) {
    EXPECT_THROW(step_count("1", wrong), UsageError) << wrong;
    EXPECT_THROW(step_count(wrong, "0.1"), UsageError) << wrong;
  }
  EXPECT_THAT(error_of("1e300", "1e-300"), HasSubstr("too small"));
  EXPECT_LT(error_of("1", std::string(100'000, 'x')).size(), 200u);
}

}  // namespace
}  // namespace plumb
