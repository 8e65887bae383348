// Cached states belong to the requested configuration and velocities.

#include "problems/mbs/placed_states.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "problems/mbs/momentum_system.hpp"
#include "problems/mbs/testing/beams.hpp"
#include "problems/mbs/testing/mechanisms.hpp"

namespace plumb::mbs {
namespace {

using namespace testing;
using Numbers = Vec<double>;
using States = std::vector<BodyState<double>>;

Numbers counted(Eigen::Index size, double first) {
  Numbers out(size);
  for (Eigen::Index i = 0; i < size; ++i) out[i] = first + static_cast<double>(i % 11) / 16;
  return out;
}

void expect_same(const States& states, const States& expected) {
  for (std::size_t k = 0; k < expected.size(); ++k) {
    EXPECT_EQ(states[k].r, expected[k].r);
    EXPECT_EQ(states[k].A, expected[k].A);
    EXPECT_EQ(states[k].v, expected[k].v);
    EXPECT_EQ(states[k].w, expected[k].w);
  }
}

TEST(PlacedStates, AreThoseOfTheRequestedConfiguration) {
  PlacedStates<double> placed(2);
  const Numbers v = counted(12, 0.3), w = counted(12, -0.2);
  for (const double first : {0.5, 0.5, -0.25, 0.5}) {
    const Numbers q = counted(14, first);
    States expected(2);
    place_bodies(q, &v, expected);
    expect_same(placed.place(q, v), expected);
    expect_same(placed.place(q), expected);
    place_bodies(q, &w, expected);
    expect_same(placed.place(q, w), expected);
  }
}

TEST(PlacedStates, AreComputedEvenIfTheFirstConfigurationIsZero) {
  PlacedStates<double> placed(1);
  const Numbers q = zeros<Numbers>(7);
  States expected(1);
  place_bodies(q, static_cast<const Numbers*>(nullptr), expected);
  EXPECT_EQ(placed.place(q)[0].A, expected[0].A);
}

TEST(PlacedStates, DistinguishTheSignsOfZero) {
  PlacedStates<double> placed(1);
  Numbers q = counted(7, 0.5);
  q[0] = 0;
  placed.place(q);
  q[0] = -0.;
  EXPECT_TRUE(std::signbit(placed.place(q)[0].r[0]));
}

TEST(PlacedStates, CompareBits) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(same_bits(1., 1.));
  EXPECT_FALSE(same_bits(0., -0.));
  EXPECT_TRUE(same_bits(counted(5, 1), counted(5, 1)));
  EXPECT_FALSE(same_bits(counted(5, 1), counted(4, 1)));
  EXPECT_FALSE(same_bits(counted(5, 1), counted(5, nan)));
  const Vec<long double> x = counted(3, 0).cast<long double>();
  EXPECT_TRUE(same_bits(x, x));
  EXPECT_FALSE(same_bits(x, Vec<long double>(-x)));
}

/// All results of a system in momenta that depend on the states of its bodies.
struct Evaluated {
  Numbers force, reaction, constraint, rate, moved, slope, tangent, momenta;
  double energy, power;

  Evaluated(const MomentumSystem<double>& s, const MomentumSystem<double>::State& x, const Numbers& theta)
      : force(x.v),
        reaction(x.v),
        constraint(x.lambda),
        rate(x.lambda),
        moved(x.q),
        slope(x.v),
        tangent(x.v),
        momenta(x.v) {
    s.force(0.2, x.q, x.v, force);
    s.reaction(0.2, x.q, x.lambda, reaction);
    s.constraint(0.2, x.q, constraint);
    s.constraint_rate(0.2, x.q, x.v, rate);
    s.retract(x.q, theta, moved);
    s.chart_rate(x.q, theta, x.v, slope);
    s.chart_tangent(x.q, theta, x.v, tangent);
    s.momenta(moved, x.v, momenta);
    energy = s.energy(0.2, x.q, x.v);
    power = s.power(0.2, x.q, x.v, x.lambda);
  }
  bool operator==(const Evaluated&) const = default;
};

TEST(PlacedStates, OfEarlierCallsDoNotAffectASystem) {
  for (const auto& mechanism : {tree(), bent_beam(), carried_beam()}) {
    const auto fresh = [&] {
      const MultibodySystem<double> s(assemble<double>(mechanism), Form::index3);
      return MomentumSystem<double>(s, {}, std::vector<Vector<double>>(mechanism.bodies.size(), {0.25, -0.5, 0.125}));
    };
    const auto used = fresh();
    auto x = zero_state(used), y = x;
    x.q = y.q = assemble<double>(mechanism).q;
    x.v = counted(x.v.size(), -0.3);
    y.v = counted(x.v.size(), 0.1);
    const Numbers theta = counted(x.v.size(), -0.2);
    used.retract(x.q, theta, y.q);
    x.lambda = y.lambda = counted(x.lambda.size(), 1);
    const Evaluated at_x(fresh(), x, theta), at_y(fresh(), y, theta);
    EXPECT_FALSE(at_x == at_y);
    EXPECT_TRUE(Evaluated(used, x, theta) == at_x);
    EXPECT_TRUE(Evaluated(used, y, theta) == at_y);
    EXPECT_TRUE(Evaluated(used, x, theta) == at_x);
  }
}

}  // namespace
}  // namespace plumb::mbs
