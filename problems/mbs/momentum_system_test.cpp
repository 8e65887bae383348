// Compares equations in momenta with the equations in velocities, and their matrices with difference quotients.

#include "problems/mbs/momentum_system.hpp"

#include <gtest/gtest.h>

#include "problems/mbs/start.hpp"
#include "problems/mbs/testing/beams.hpp"
#include "problems/mbs/testing/momentum_forms.hpp"

namespace plumb::mbs {
namespace {

using namespace testing;
using plumb::testing::difference_quotients;
using Numbers = Vec<quad>;

static_assert(Mechanical<MomentumSystem<double>> && Observable<MomentumSystem<double>> &&
              ProvidesPower<MomentumSystem<double>>);

constexpr double of_momenta = 0.3;  // s

std::vector<Mechanism> all_mechanisms() { return {tree(), tree_of_speeds(), loop(), bent_beam(), carried_beam()}; }

double gap_of_numbers(const Numbers& a, const Numbers& b) { return static_cast<double>((a - b).cwiseAbs().maxCoeff()); }

TEST(MomentumSystem, MomentaAndVelocitiesAreEachOthers) {
  for (const auto& of : all_mechanisms()) {
    BothForms both(of, Form::index3);
    const auto x = both.state();
    Numbers v = x.v, p = x.v;
    both.momenta.velocities(x.q, x.v, v);
    both.momenta.momenta(x.q, v, p);
    EXPECT_LT(gap_of_numbers(p, x.v), 1e-30);
    EXPECT_EQ(both.momenta.energy(of_momenta, x.q, x.v), both.velocities.energy(of_momenta, x.q, v));
  }
}

// Compares p' with d/dt p(q, v) along the solution of the equations in velocities, and with f − Gᵀλ.
TEST(MomentumSystem, MovesAsTheEquationsInVelocitiesDo) {
  for (const auto& of : all_mechanisms()) {
    BothForms both(of, Form::index1);
    const auto x = both.state();
    Numbers v = x.v, a = x.v, rate = x.v, f = x.v, reaction = x.v;
    Numbers lambda = x.lambda, other = x.lambda;
    both.momenta.velocities(x.q, x.v, v);
    ASSERT_TRUE(both.velocities.acceleration(of_momenta, x.q, v, a, lambda));
    ASSERT_TRUE(both.momenta.acceleration(of_momenta, x.q, x.v, rate, other));
    EXPECT_LT(gap_of_numbers(lambda, other), 1e-27);
    const auto along = difference_quotients(x.v.size(), 1, [&](const Numbers& e) {
      Numbers q = x.q, p = x.v;
      const Numbers turn = e[0] * v, later = v + e[0] * a;
      both.velocities.retract(x.q, turn, q);
      both.momenta.momenta(q, later, p);
      return p;
    });
    EXPECT_LT(gap_of_numbers(rate, along.col(0)), 1e-18);
    both.momenta.force(of_momenta, x.q, x.v, f);
    both.momenta.reaction(of_momenta, x.q, lambda, reaction);
    EXPECT_LT(gap_of_numbers(rate, f - reaction), 1e-27);
    Numbers level = lambda;
    both.momenta.constraint_acceleration(of_momenta, x.q, x.v, rate, level);
    EXPECT_LT(gap_of_numbers(level, zeros<Numbers>(level.size())), 1e-26);
    Vec<quad> told(static_cast<Eigen::Index>(both.velocities.assembly().outputs.size())), same = told;
    auto in_velocities = zero_state(both.velocities);
    in_velocities = {x.q, v, a, lambda};
    both.velocities.outputs(of_momenta, in_velocities, told);
    both.momenta.outputs(of_momenta, {x.q, x.v, rate, lambda}, same);
    if (told.size() > 0) {
      EXPECT_LT(gap_of_numbers(told, same), 1e-25);
    }
  }
}

// θ' is the rate of θ along the motion q ⊞ θ, local() is the inverse of ⊞, and chart_tangent() the inverse of
// chart_rate().
TEST(MomentumSystem, ChartsFollowTheMotion) {
  for (const auto retraction : {so3::Retraction::exponential, so3::Retraction::cayley})
    for (const auto& of : {tree(), carried_beam()}) {
      const bool elsewhere = retraction == so3::Retraction::cayley;
      BothForms both(of, Form::index3, retraction, Algebra::automatic, elsewhere);
      const auto x = both.state();
      const Numbers theta = x.a / 8;
      Numbers q = x.q, back = theta, rate = theta, v = theta, p = theta;
      both.momenta.retract(x.q, theta, q);
      both.momenta.local(x.q, q, back);
      EXPECT_LT(gap_of_numbers(theta, back), 1e-30);
      both.momenta.chart_rate(x.q, theta, x.v, rate);
      both.momenta.velocities(q, x.v, v);
      const auto along = difference_quotients(x.v.size(), 1, [&](const Numbers& e) {
        Numbers moved = q, there = q, out = theta;
        const Numbers turn = e[0] * v, further = theta + e[0] * rate;
        both.velocities.retract(q, turn, moved);
        both.momenta.retract(x.q, further, there);
        both.momenta.local(there, moved, out);
        return out;
      });
      EXPECT_LT(gap_of_numbers(along.col(0), zeros<Numbers>(theta.size())), 1e-18);
      both.momenta.chart_tangent(x.q, theta, rate, p);
      EXPECT_LT(gap_of_numbers(p, x.v), 1e-29);
      const auto by_p = difference_quotients(x.v.size(), x.v.size(), [&](const Numbers& e) {
        Numbers out = rate;
        both.momenta.chart_rate(x.q, theta, Numbers(x.v + e), out);
        return out;
      });
      Numbers transposed = rate;
      both.momenta.chart_momentum(x.q, theta, x.a, transposed);
      EXPECT_LT(gap_of_numbers(transposed, by_p.transpose() * x.a), 1e-18);
    }
}

TEST(MomentumSystem, MatricesAreThoseOfItsEquations) {
  for (const auto& of : all_mechanisms())
    for (const auto form : {Form::index1, Form::index2, Form::index3})
      for (const bool in_chart : {false, true})
        for (const auto algebra : {Algebra::tree, Algebra::dense}) {
          BothForms both(of, form, so3::Retraction::cayley, algebra);
          auto& s = both.momenta;
          auto x = both.state();
          const Numbers theta = x.a / 16, centre = x.q;
          PointOf<InMomenta> at{quad(of_momenta), x};
          if (in_chart) {
            s.retract(centre, theta, x.q);
            at.centre = &centre;
            at.theta = &theta;
            at.velocity = &x.v;
            at.weight = quad("0.125");
          }
          SCOPED_TRACE(in_chart);
          expect_matrices(s, at, both, at);
        }
}

TEST(MomentumSystem, BodiesWithoutMassAreRefusedByName) {
  auto massless = double_pendulum();
  massless.bodies.back().mass = number("0");
  try {
    BothForms both(massless, Form::index3);
    FAIL() << "accepted";
  } catch (const std::invalid_argument& e) {
    EXPECT_NE(std::string(e.what()).find("'lower'"), std::string::npos) << e.what();
  }
}

}  // namespace
}  // namespace plumb::mbs
