// Tests of closed forms: special cases with elementary solutions, invariants, and data that must be refused.

#include <gtest/gtest.h>

#include <boost/math/special_functions/ellint_1.hpp>
#include <stdexcept>

#include "numerics/wide.hpp"
#include "reference/testing/motion_examples.hpp"

namespace plumb {
namespace {

const quad pi = std::numbers::pi_v<quad>;
using Boost = boost::multiprecision::float128;
const quad tiny = quad("1e-32");

ExactMotion pendulum(const Overrides& overrides) { return exact_motion("pendulum", overrides); }
ExactMotion oscillator(Overrides overrides) {
  overrides.emplace("start", "given");
  return exact_motion("oscillator", overrides);
}
ExactMotion top(const Overrides& overrides) { return exact_motion("spinning-top", overrides); }

void expect_near(const quad& a, const quad& b, const quad& tolerance) {
  EXPECT_LE(abs(a - b), tolerance) << a.str(36) << " and " << b.str(36);
}

// Returns (E, p_phi, p_psi) of the top, and E alone for the pendulum.
std::vector<quad> invariants(const MotionExample& example, const Motion& m) {
  const auto p = example.parameters();
  const auto number = [&](const char* name) { return p.number<quad>(name); };
  if (example.problem == "pendulum") return {number("length") * m.v[0] * m.v[0] / 2 + number("gravity") * sin(m.q[0])};
  const quad transverse = number("moment_transverse"), axial = number("moment_axial");
  const quad s = sin(m.q[1]), c = cos(m.q[1]), spin = m.v[2] + m.v[0] * c;
  return {transverse * (m.v[1] * m.v[1] + s * s * m.v[0] * m.v[0]) / 2 + axial * spin * spin / 2 +
              number("mass") * number("gravity") * number("length") * c,
          transverse * s * s * m.v[0] + axial * spin * c, axial * spin};
}

TEST(Invariants, HoldForLongTimes) {
  for (const auto& example : motion_examples()) {
    if (example.problem == "oscillator") continue;
    SCOPED_TRACE(example.name);
    const auto exact = example.exact();
    const auto start = invariants(example, exact(0));
    for (int i = 1; i <= 200; ++i) {
      const auto now = invariants(example, exact(i * quad("1.37")));
      for (std::size_t k = 0; k < now.size(); ++k) expect_near(now[k], start[k], quad("2e-31") * (1 + abs(start[k])));
    }
  }
}

TEST(Pendulum, ReturnsAfterItsPeriod) {
  const quad period = 4 * rounded(boost::math::ellint_1(widened<Boost>(sqrt(quad(0.5))))) / sqrt(quad("9.81"));
  const auto exact = pendulum({});
  for (const char* t : {"0.1", "1.2", "2"}) {
    expect_near(exact(quad(t) + 100 * period).q[0], exact(quad(t)).q[0], quad("1e-30"));
    expect_near(exact(quad(t) + 100 * period).v[0], exact(quad(t)).v[0], quad("1e-30"));
  }
}

// The pendulum starts from the hanging position with w = 1 and alpha' = 2. Then sin(alpha/2) = tanh t, so that
// alpha = 4 atan(tanh(t/2)).
TEST(Pendulum, OnTheSeparatrix) {
  const auto exact = pendulum({{"length", "9.81"}, {"angle", "-pi/2"}, {"rate", "2"}});
  for (const int t : {1, 10, 60, 5000}) {
    expect_near(exact(t).q[0], 4 * atan(tanh(quad(t) / 2)) - pi / 2, tiny);
    expect_near(exact(t).v[0], 2 / cosh(quad(t)), tiny);
  }
}

TEST(Pendulum, RestsInItsEquilibria) {
  for (const char* angle : {"pi/2", "-pi/2"}) {
    const auto state = pendulum({{"angle", angle}})(100);
    EXPECT_EQ(state.q[0], number_from_text<quad>(angle));
    EXPECT_EQ(state.v[0], 0);
  }
}

TEST(Pendulum, WithoutGravityTurnsUniformly) {
  const auto state = pendulum({{"gravity", "0"}, {"angle", "1"}, {"rate", "-3"}})(10);
  expect_near(state.q[0], -29, tiny);
  EXPECT_EQ(state.v[0], -3);
}

// The table is a solution of alpha'' = -sin alpha, computed by mpmath with 60 digits:
// theta = -pi/2 + 2 asin(sn(w t + K | 1/2)/sqrt 2).
TEST(Pendulum, MatchesAnIndependentTable) {
  const auto exact = pendulum({});
  const std::array<std::array<const char*, 3>, 3> table = {
      {{"1", "-2.975823638319695765189738342306978372077", "-1.799309016907078618812756726225309759381"},
       {"10", "-1.292115653224913670796554954494980096024", "-4.343160692864683053285272418747262629528"},
       {"1000", "-2.322973543685471915079464563040916584596", "-3.78504742975495577428522724425374173891"}}};
  for (const auto& [t, q, v] : table) {
    expect_near(exact(quad(t)).q[0], quad(q), tiny * (1 + quad(t)) / 10);
    expect_near(exact(quad(t)).v[0], quad(v), tiny * (1 + quad(t)) / 10);
  }
}

TEST(Oscillator, InResonanceGrowsLinearly) {
  const auto exact = oscillator({{"frequency", "1"}});
  for (const int t : {1, 10, 1000}) {
    const quad s = sin(quad(t)), c = cos(quad(t));
    expect_near(exact(t).q[0], (s - t * c) / 2, tiny * t);
    expect_near(exact(t).v[0], t * s / 2, tiny * t);
  }
}

TEST(Oscillator, CriticallyDamped) {
  const auto exact = oscillator({{"damping", "1"}, {"amplitude", "0"}, {"omega", "2"}, {"position", "1"}});
  for (const int t : {1, 5}) expect_near(exact(t).q[0], (1 + 2 * t) * exp(quad(-2 * t)), tiny);
}

// The formulas are singular at critical damping and at resonance, but the solution is smooth. So a small change of the
// parameter must change the solution by as little.
TEST(Oscillator, IsContinuousWhereItsFormulasAreSingular) {
  for (const char* name : {"damping", "frequency"})
    for (const char* neighbour : {"0.999999999999999", "1.000000000000001"}) {
      const Overrides common = {{"position", "1"}, {"damping", "0"}, {"frequency", "0.5"}};
      const auto with = [&](const char* value) {
        Overrides overrides = common;
        overrides[name] = value;
        return oscillator(overrides);
      };
      const quad t = 7, distance = abs(with("1")(t).q[0] - with(neighbour)(t).q[0]);
      EXPECT_LE(distance, quad("3e-14"));
      EXPECT_GE(distance, quad("1e-18"));
    }
}

TEST(Oscillator, SteadyMotionIsTheOneThatStaysWhenTransientsHaveDied) {
  const Overrides overrides = {{"damping", "0.5"}, {"frequency", "3"}, {"position", "5"}};
  const auto steady = exact_motion("oscillator", {{"damping", "0.5"}, {"frequency", "3"}});
  expect_near(oscillator(overrides)(200).q[0], steady(200).q[0], quad("1e-31"));
}

TEST(Oscillator, StiffOverdampingNeitherOverflowsNorCancels) {
  const auto exact = oscillator({{"damping", "1e6"}, {"amplitude", "0"}, {"position", "1"}});
  const quad slow = -1 / (quad(1000000) + sqrt(quad("999999999999")));  // a root of s^2 + 2e6 s + 1
  expect_near(exact(1000).v[0] / exact(1000).q[0], slow, tiny * abs(slow));
}

TEST(SpinningTop, SteadyPrecessionIsSteady) {
  // With theta = pi/3, phi' = 1, I = I3 = 1 and m g l = 2, m g l = phi' (I3 w - I phi' cos theta) gives w = 5/2 and
  // psi' = 2.
  const auto exact = top({{"moment_transverse", "1"},
                          {"moment_axial", "1"},
                          {"mass", "2"},
                          {"gravity", "1"},
                          {"length", "1"},
                          {"tilt", "pi/3"},
                          {"precession", "1"},
                          {"spin", "2"}});
  for (const int t : {1, 50}) {
    const auto [q, v] = exact(t);
    expect_near(q[0], t, tiny * t);
    expect_near(q[1], pi / 3, tiny);
    expect_near(q[2], 2 * t, tiny * t);
    expect_near(v[0], 1, tiny);
    expect_near(v[1], 0, tiny);
    expect_near(v[2], 2, tiny);
  }
}

TEST(SpinningTop, WeightlessTopTurnsUniformlyAboutItsMomentum) {
  // The momentum is along the vertical, so that theta is constant and phi' = p_phi/I.
  const auto exact = top({{"gravity", "0"},
                          {"tilt", "pi/3"},
                          {"moment_transverse", "1"},
                          {"moment_axial", "2"},
                          {"precession", "4"},
                          {"spin", "-1"}});  // p_psi = 2 = 4 cos theta
  expect_near(exact(9).q[0], 36, quad("1e-31"));
  expect_near(exact(9).q[1], pi / 3, tiny);
  expect_near(exact(9).q[2], -9, quad("1e-31"));
}

TEST(SpinningTop, WeightlessTopWithoutSpinStays) {
  const auto [q, v] = top({{"gravity", "0"}, {"spin", "0"}})(3);
  EXPECT_EQ(q[1], pi / 6);
  EXPECT_EQ(v.norm(), 0);
}

TEST(SpinningTop, CuspIsAtRest) {
  const auto m = top({})(0);
  EXPECT_EQ(m.v[0], 0);
  EXPECT_EQ(m.v[1], 0);
}

TEST(Refusals, NameTheReason) {
  EXPECT_THROW(top({{"spin", "0"}}), std::invalid_argument);  // passes the vertical: Euler angles are singular
  EXPECT_THROW(top({{"tilt", "pi/2"}, {"spin", "0"}, {"nutation", "30"}}), std::invalid_argument);
  EXPECT_THROW(exact_motion("oscillator", {{"frequency", "1"}}), std::invalid_argument);
}

}  // namespace
}  // namespace plumb
