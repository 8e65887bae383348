// Tests functions of time: derivatives are compared with difference quotients, and segments with their formulas.
// Functions that no driver can impose are refused.

#include "problems/mbs/signal.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "problems/mbs/time_function_check.hpp"

namespace plumb::mbs {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

// Returns a function that rises from 2 to 5 on [1, 3], oscillates up to 4, and is a parabola up to 6.
TimeFunction three_pieces() {
  TimeFunction out;
  out.from = number("1");
  out.pieces = {{.until = number("3"), .ramp = {{number("2"), number("5")}}},
                {.until = number("4"), .polynomial = {number("5")}, .sines = {{number("1/2"), number("pi")}}},
                {.until = number("6"), .polynomial = {number("1"), number("-2"), number("0.25")}}};
  return out;
}

quad by_hand(const quad& t) {
  const quad pi = std::numbers::pi_v<quad>;
  if (t < 1) return 2;
  if (t < 3) return quad(3.5) - quad(1.5) * cos(pi * (t - 1) / 2);
  if (t < 4) return 5 + sin(pi * t) / 2;
  const quad at = t < 6 ? t : quad(6);
  return 1 - 2 * at + at * at / 4;
}

TEST(SignalOfPieces, HasTheValueOfThePieceAndRestsOutside) {
  const auto f = Signal<quad>::of(three_pieces());
  for (const char* time : {"-7", "0.99", "1", "1.5", "2", "2.9", "3", "3.25", "3.999", "4", "5.5", "6", "100"}) {
    const quad t = number(time).in<quad>();
    EXPECT_LT(static_cast<double>(abs(f.at(t).value - by_hand(t))), 1e-31) << time;
  }
  for (const char* outside : {"0.5", "6", "7"}) {
    EXPECT_EQ(f.at(number(outside).in<quad>()).rate, 0) << outside;
    EXPECT_EQ(f.at(number(outside).in<quad>()).second, 0) << outside;
  }
}

TEST(SignalOfPieces, HasTheDerivativesOfThePiece) {
  const auto f = Signal<quad>::of(three_pieces());
  const quad h("1e-10");
  for (const char* time : {"0.5", "1.25", "2.5", "3.5", "4.75", "5.9", "8"}) {
    const quad t = number(time).in<quad>();
    const auto now = f.at(t), before = f.at(t - h), after = f.at(t + h);
    EXPECT_LT(static_cast<double>(abs((after.value - before.value) / (2 * h) - now.rate)), 1e-17) << time;
    EXPECT_LT(static_cast<double>(abs((after.rate - before.rate) / (2 * h) - now.second)), 1e-17) << time;
  }
}

// The function rises from 1 to 4 on [2, 6], symmetrically about the middle, with four derivatives that are 0 at both
// ends.
TEST(SignalOfPieces, SmoothRampsEndWithFourDerivativesAtZero) {
  TimeFunction of;
  of.from = number("2");
  of.pieces = {{.until = number("6"), .smooth_ramp = {{number("1"), number("4")}}}};
  const auto f = Signal<quad>::of(of);
  EXPECT_EQ(f.at(quad(2)).value, 1);
  EXPECT_EQ(f.at(quad(4)).value, 2.5);
  EXPECT_EQ(f.at(quad(7)).value, 4);
  const quad h("1e-6");
  for (const quad& end : {quad(2), quad(6)}) {
    const quad inside = end == 2 ? quad(end + h) : quad(end - h);
    EXPECT_LT(static_cast<double>(abs(f.at(inside).second)), 1e-13);  // a cosine would have 0.9
    EXPECT_LT(static_cast<double>(abs(f.at(inside).value - f.at(end).value)), 1e-26);
  }
  for (const char* time : {"2.5", "4", "5.75"}) {
    const quad t = number(time).in<quad>();
    const auto now = f.at(t), before = f.at(t - h), after = f.at(t + h);
    EXPECT_LT(static_cast<double>(abs((after.value - before.value) / (2 * h) - now.rate)), 1e-11) << time;
    EXPECT_LT(static_cast<double>(abs((after.rate - before.rate) / (2 * h) - now.second)), 1e-11) << time;
  }
}

// Fails if a ramp is computed as a sine with a phase, whose rate at the beginning is a rounding error instead of 0.
TEST(SignalOfPieces, RampsBeginWithARateOfZero) { EXPECT_EQ(Signal<quad>::of(three_pieces()).at(quad(1)).rate, 0); }

TEST(SignalOfPieces, TellsWhatComesAndGoesAtEveryBreak) {
  const auto breaks = Signal<quad>::of(three_pieces()).breaks();
  ASSERT_EQ(breaks.size(), 4U);
  const std::array<quad, 4> times = {1, 3, 4, 6};
  const quad h("1e-30");
  for (std::size_t k = 0; k < 4; ++k) {
    EXPECT_EQ(breaks[k].time, times[k]);
    EXPECT_LT(static_cast<double>(abs(breaks[k].before.value - by_hand(times[k] - h))), 1e-28) << k;
    EXPECT_LT(static_cast<double>(abs(breaks[k].after.value - by_hand(times[k]))), 1e-31) << k;
  }
  EXPECT_TRUE(Signal<quad>(quad(3)).breaks().empty());
}

TEST(SignalOfPieces, AreNoConstantAndNotNothing) {
  const auto f = Signal<double>::of(three_pieces());
  EXPECT_FALSE(f.is_constant());
  EXPECT_FALSE(f.is_zero());
}

TEST(TimeFunctionCheck, PiecesFollowEachOther) {
  auto f = three_pieces();
  EXPECT_THAT(why_no_pieces(f), IsEmpty());
  f.pieces[1].until = number("3");
  EXPECT_THAT(why_no_pieces(f), HasSubstr("begins at 3 s and ends at 3 s"));
  f = three_pieces();
  f.from = number("3.5");
  EXPECT_THAT(why_no_pieces(f), HasSubstr("begins at 3.5 s and ends at 3 s"));
}

TEST(TimeFunctionCheck, NothingThatJumpsIsImposed) {
  TimeFunction f;
  f.pieces = {{.until = number("1"), .ramp = {{number("0"), number("2")}}}};
  EXPECT_THAT(why_not_imposed(f), IsEmpty());
  f.pieces.push_back({.until = number("2"), .ramp = {{number("2"), number("-1")}}});
  EXPECT_THAT(why_not_imposed(f), IsEmpty());
  f.pieces[1].ramp = {{number("2.5"), number("-1")}};
  EXPECT_THAT(why_not_imposed(f), HasSubstr("jumps by 0.5 at 1 s"));
  f.pieces[1] = {.until = number("2"), .polynomial = {number("-1"), number("3")}};
  EXPECT_THAT(why_not_imposed(f), HasSubstr("its rate jumps by 3 at 1 s"));
  f.pieces = {{.until = number("2"), .polynomial = {number("0"), number("1")}}};
  EXPECT_THAT(why_not_imposed(f), HasSubstr("its rate jumps by 1 at 0 s"));
  f.pieces = {{.until = number("2"), .polynomial = {number("0"), number("0"), number("1")}}};
  EXPECT_THAT(why_not_imposed(f), HasSubstr("its rate jumps by -4 at 2 s"));
}

}  // namespace
}  // namespace plumb::mbs
