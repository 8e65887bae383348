#include "reference/extrapolation.hpp"

#include <gtest/gtest.h>

#include "reference/certify.hpp"
#include "reference/quad_integration.hpp"
#include "reference/testing/motion_examples.hpp"

namespace plumb {
namespace {

struct Swing {
  MotionExample example = {"swinging pendulum", "pendulum", {}};
  ExactMotion exact = example.exact();
  quad end = 10;

  Acceleration<quad> equation() const { return example.equation<quad>(); }
  SampledMotion integrated(const Acceleration<quad>& acceleration, const QuadOptions& options = {}) const {
    return integrate_in_quad(acceleration, exact(0), std::vector<quad>{end}, options);
  }
  int digits(const SampledMotion& of) const {
    int out = most_digits;
    for (const auto& [name, value] :
         certify({{"exact", named_values(exact(end))}, {"integrated", named_values(of.at.at(0))}},
                 scales_of({named_values(exact(0)), named_values(exact(1)), named_values(exact(2))})))
      out = std::min(out, value.digits);
    return out;
  }
};

// This fails by the number of evaluations if the order is limited to 16, and by the digits if sums contain the state
// instead of its increments.
TEST(Extrapolation, HasThirtyDigitsForFewEvaluations) {
  const Swing swing;
  const auto motion = swing.integrated(swing.equation());
  EXPECT_GE(swing.digits(motion), 30);
  EXPECT_LE(motion.rhs_evaluations, 24'000);
}

TEST(Extrapolation, KeepsItsTolerance) {
  const Swing swing;
  std::int64_t evaluations = 0;
  for (const int expected : {5, 10, 15, 20, 25}) {
    const auto motion = swing.integrated(swing.equation(), {.tolerance = quad("1e-" + std::to_string(expected))});
    EXPECT_GE(swing.digits(motion), expected - 3);
    EXPECT_LE(swing.digits(motion), expected + 2);
    EXPECT_GT(motion.rhs_evaluations, evaluations);
    evaluations = motion.rhs_evaluations;
  }
}

// A route with a tiny error in its equations must contradict the other route and reduce the number of digits.
TEST(Extrapolation, ShowsARelativeErrorOfItsEquations) {
  const Swing swing;
  const Acceleration<quad> wrong = [right = swing.equation()](const quad& t, const Vec<quad>& q, const Vec<quad>& v,
                                                              Vec<quad>& a) {
    right(t, q, v, a);
    a *= 1 + quad("1e-25");
  };
  const int digits = swing.digits(swing.integrated(wrong));
  EXPECT_GE(digits, 22);
  EXPECT_LE(digits, 25);
}

// The period of an oscillator that is stiffer below the middle is 3π/2. A step without an evaluation at its end would
// not detect a kink after its last evaluation.
TEST(Extrapolation, SeesKinksOfAccelerations) {
  const Acceleration<quad> stiffer_below = [](const quad&, const Vec<quad>& q, const Vec<quad>&, Vec<quad>& a) {
    a[0] = q[0] < 0 ? -4 * q[0] : -q[0];
  };
  const Motion start{Vec<quad>::Zero(1), Vec<quad>::Ones(1)};
  const quad half_turn = acos(quad(-1));
  const auto motion = integrate_in_quad(stiffer_below, start, std::vector<quad>{3 * half_turn, 7 * half_turn / 2});
  ASSERT_EQ(motion.at.size(), 2);
  EXPECT_LT(abs(motion.at[0].q[0]), 1e-27);
  EXPECT_LT(abs(motion.at[0].v[0] - 1), 1e-27);
  EXPECT_LT(abs(motion.at[1].q[0] - 1), 1e-27);
}

TEST(Extrapolation, EndsWhereTheRatesEnd) {
  const Swing swing;
  const auto until = [&](const quad& end) -> Acceleration<quad> {
    return [end, right = swing.equation()](const quad& t, const Vec<quad>& q, const Vec<quad>& v, Vec<quad>& a) {
      right(t, q, v, a);
      if (t > end) a.setConstant(std::numeric_limits<quad>::quiet_NaN());
    };
  };
  EXPECT_EQ(swing.integrated(until(-1)).status, Status::non_finite);
  EXPECT_EQ(swing.integrated(until(1)).status, Status::non_finite);
  EXPECT_EQ(swing.integrated(until(10)).status, Status::ok);
}

}  // namespace
}  // namespace plumb
