#include "harness/judge/analysis_words.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace plumb {
namespace {

// Fails if a number is rounded to fewer digits than its uncertainty permits: "3 within 0.037" for 2.58.
TEST(AnalysisWords, APrintedNumberIsWithinItsUncertaintyOfEveryNumberMeant) {
  EXPECT_EQ(bound_text({2.58419956761, 0.037}, 11), "2.584 within 0.038");
  EXPECT_EQ(bound_text({2.58419956761, 1e-30}, 11), "2.5841995676");
  std::minstd_rand random(1);
  const auto uniform = [&](double low, double high) {
    return low + (high - low) * random() / static_cast<double>(std::minstd_rand::max());
  };
  for (int k = 0; k < 2000; ++k) {
    const double value = std::pow(10, uniform(-6, 6)), within = value * std::pow(10, uniform(-14, 0.5));
    const auto text = bound_text({value, within}, 8);
    const auto found = text.find(" within ");
    const double printed = std::stod(text), room = 1e-12 * value;
    if (found == std::string::npos)
      EXPECT_LE(within, std::pow(10, std::floor(std::log10(value)) - 7)) << text;
    else
      EXPECT_LE(std::abs(printed - value) + within, std::stod(text.substr(found + 8)) + room) << text;
  }
}

TEST(AnalysisWords, ALimitHasTheUncertaintyOfItsInterval) {
  Analysis a{.method = "m"};
  a.limit_known = true;
  a.stability_limit = 1.65461719565;
  a.intervals = {{0, 1.65461719565, 0, 0.019}};
  EXPECT_EQ(limit_text(a), "1.655 within 0.020");
  a.order = 4;
  a.is_order_decided = false;
  EXPECT_EQ(order_text(a), "at least 4; the coefficients have too few digits to decide a higher order");
}

}  // namespace
}  // namespace plumb
