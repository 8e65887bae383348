// Tests the squeezer: compares its two sets of data, its three sets of coordinates, and its initial values with printed
// values. Its blocks equal the automatic derivatives of its models.

#include <gtest/gtest.h>

#include <stdexcept>

#include "problems/catalogue.hpp"
#include "problems/squeezer/absolute.hpp"
#include "problems/squeezer/angles.hpp"
#include "problems/testing/duals.hpp"

namespace plumb {
namespace {

using squeezer::links;

const Problem& mechanism() { return catalogued_problem("squeezer"); }
Parameters with(const std::map<std::string, std::string>& overrides) {
  return Parameters(mechanism().parameters, overrides);
}

double gap(const Planar<quad>& a, const Planar<quad>& b) {
  return static_cast<double>(std::max<quad>(abs(a.x - b.x), abs(a.y - b.y)));
}

// Apart from rounding errors in differences of decimals, only the initial values of the two sets differ.
TEST(SqueezerData, DiffersInTheStartOnly) {
  const auto paper = squeezer::data_of_paper<quad>(), test_set = squeezer::data_of_test_set<quad>();
  EXPECT_EQ(paper.stiffness, test_set.stiffness);
  EXPECT_EQ(paper.length, test_set.length);
  EXPECT_EQ(paper.torque, test_set.torque);
  EXPECT_EQ(gap(paper.a, test_set.a) + gap(paper.b, test_set.b) + gap(paper.c, test_set.c), 0);
  EXPECT_LT(gap(paper.spring_end, test_set.spring_end), 1e-35);
  for (int i = 0; i < links; ++i) {
    const auto &p = paper.body[i], &t = test_set.body[i];
    EXPECT_EQ(p.mass, t.mass) << i;
    EXPECT_EQ(p.inertia, t.inertia) << i;
    EXPECT_LT(gap(p.end, t.end), 1e-35) << i;
    EXPECT_LT(gap(p.centre, t.centre), 1e-35) << i;
  }
  EXPECT_EQ(paper.beta0, quad("-0.062"));
  EXPECT_GT(test_set.beta0 - paper.beta0, quad("2.8e-4"));
}

// Elbow assumes that the centre of mass of a lower link is on the line between its hinges.
TEST(SqueezerData, LowerLinksHaveTheirCentresBetweenTheirHinges) {
  for (const auto& d : {squeezer::data_of_paper<quad>(), squeezer::data_of_test_set<quad>()})
    for (const auto i : squeezer::lower) EXPECT_EQ(cross(d.body[i].centre, d.body[i].end), 0) << i;
}

TEST(SqueezerData, Beta0IsAWordOrANumber) {
  EXPECT_EQ(squeezer::data<double>(with({})).beta0, -0.062);
  EXPECT_EQ(squeezer::data<double>(with({{"data", "test-set"}, {"beta0", "0.5"}})).beta0, 0.5);
  EXPECT_THROW(with({{"beta0", "paper"}}), std::invalid_argument);
}

struct Instant {
  AnySystem<quad> system;
  AnySystem<quad>::State x;
};

// Returns the state at β with the rate ω in a formulation, with its accelerations and multipliers.
Instant at(const char* formulation, const Parameters& data, const quad& beta, const quad& omega) {
  const auto& f = *mechanism().formulation(formulation);
  auto system = mechanism().in_quad.system(data, f);
  auto x = zero_state(system);
  const auto moved =
      mechanism().in_quad.embed(data, f, 0, {Vec<quad>::Constant(1, beta), Vec<quad>::Constant(1, omega)});
  x.q = moved.q;
  x.v = moved.v;
  EXPECT_TRUE(system.acceleration(0, x.q, x.v, x.a, x.lambda));
  return {system, x};
}

// Calls f for fifteen states over more than a turn of the crank.
template <class F>
void for_each_state(F f) {
  for (int i = 0; i < 15; ++i) f(quad(i) / 2 - quad("0.3"), quad(400 - 97 * i));
}

double largest_of(const Vec<quad>& x) { return static_cast<double>(x.cwiseAbs().maxCoeff()); }

TEST(Squeezer, EveryStateKeepsTheLoopsClosed) {
  for (const char* formulation : {"index3", "absolute-index3"})
    for_each_state([&](const quad& beta, const quad& omega) {
      auto [s, x] = at(formulation, with({}), beta, omega);
      auto e = x.lambda;
      s.constraint(0, x.q, e);
      EXPECT_LT(largest_of(e), 1e-34) << formulation << " " << beta;  // of lengths of some 0.04 m
      s.constraint_rate(0, x.q, x.v, e);
      EXPECT_LT(largest_of(e), 1e-30) << formulation << " " << beta;  // of up to 40 m/s
    });
}

// Computes (β, Θ, γ, Φ, δ, Ω, ε) from (x, y, ψ) of the links.
Vec<quad> angles_of(const Vec<quad>& absolute) {
  Vec<quad> q(7);
  for (int i = 0; i < links; ++i) q[i] = absolute[3 * i + 2];
  q[1] -= q[0];
  q[3] -= q[4];
  q[5] -= q[6];
  return q;
}

TEST(Squeezer, AllGuisesMoveAlike) {
  for (const char* set : {"paper", "test-set"})
    for_each_state([&](const quad& beta, const quad& omega) {
      const auto data = with({{"data", set}});
      const auto one = at("ode", data, beta, omega), angles = at("index1", data, beta, omega),
                 absolute = at("absolute-index1", data, beta, omega);
      const double rounding = 1e-29 * largest_of(angles.x.a);
      EXPECT_LT(abs(one.x.a[0] - angles.x.a[0]), rounding) << set << " " << beta;
      EXPECT_LT(largest_of(angles_of(absolute.x.a) - angles.x.a), rounding) << set << " " << beta;
      EXPECT_LT(largest_of(angles_of(absolute.x.q) - angles.x.q), 1e-32) << set << " " << beta;
      EXPECT_LT(largest_of(angles_of(absolute.x.v) - angles.x.v), 1e-29) << set << " " << beta;
      const quad energy = one.system.energy(0, one.x.q, one.x.v);
      EXPECT_LT(abs(angles.system.energy(0, angles.x.q, angles.x.v) - energy), 1e-31 * energy) << set << " " << beta;
      EXPECT_LT(abs(absolute.system.energy(0, absolute.x.q, absolute.x.v) - energy), 1e-31 * energy) << beta;
    });
}

// The multipliers of the loop conditions at E equal the forces of the joints at E: (E-F, E-B-D), (E-F, G-E), (E-F,
// H-E).
TEST(Squeezer, GuisesHaveTheSameForcesInE) {
  for_each_state([&](const quad& beta, const quad& omega) {
    const auto angles = at("index1", with({}), beta, omega), absolute = at("absolute-index1", with({}), beta, omega);
    EXPECT_LT(largest_of(absolute.x.lambda.segment(4, 6) - angles.x.lambda), 1e-28 * largest_of(angles.x.lambda))
        << beta;
  });
}

TEST(Squeezer, OnlyTheCrankTurnsRound) {
  const auto data = with({});
  const quad turn = 2 * std::numbers::pi_v<quad>;
  for_each_state([&](const quad& beta, const quad&) {
    const auto before = at("index3", data, beta, 1).x, after = at("index3", data, beta + turn, 1).x;
    Vec<quad> change = Vec<quad>::Zero(7);
    change[0] = turn;
    change[1] = -turn;
    EXPECT_LT(largest_of(after.q - before.q - change), 1e-31) << beta;
    EXPECT_LT(largest_of(after.q.tail(5)), 1.6) << beta;  // no angle comes near the cut of atan2
  });
}

TEST(Squeezer, BalancesTheWorkOfItsTorque) {
  const auto data = with({{"beta0", "0.4"}, {"omega0", "-30"}});
  for (const char* formulation : {"ode", "index3", "absolute-index3"}) {
    Vec<quad> out(5);
    const auto start = at(formulation, data, quad("0.4"), -30);
    start.system.outputs(0, start.x, out);
    EXPECT_LT(abs(out[2]), 1e-32) << formulation;
    const auto [system, x] = at(formulation, data, 2, 100);
    system.outputs(0, x, out);
    EXPECT_EQ(out[0], 2);
    EXPECT_EQ(out[1], 100);
    const quad rise = system.energy(0, x.q, x.v) - start.system.energy(0, start.x.q, start.x.v);
    EXPECT_LT(abs(out[2] - rise), 1e-32) << formulation;
    EXPECT_LT(abs(out[3] + out[4] - quad("0.033") * 2 - system.energy(0, x.q, x.v)), 1e-32) << formulation;
  }
}

TEST(Squeezer, BlocksAreAutomaticDerivatives) {
  using testing::blocks_by_duals;
  testing::expect_blocks_by_duals(mechanism(), [](const testing::ArbitraryInstant<double>& instant) {
    const auto data = squeezer::data<double>(instant.data);
    if (instant.formulation.form == Form::ode)
      return blocks_by_duals([&]<class X>() { return squeezer::OneDegree(data.template as<X>()); }, instant);
    if (instant.formulation.name.starts_with("absolute"))
      return blocks_by_duals([&]<class X>() { return squeezer::Absolute(data.template as<X>()); }, instant);
    return blocks_by_duals([&]<class X>() { return squeezer::Angles(data.template as<X>()); }, instant);
  });
}

// The initial values printed in Hairer & Wanner 1996, to 30 digits, all of which are correct.
constexpr const char* printed_q[] = {"-0.0617138900142764496358948458001", "0",
                                     "0.455279819163070380255912382449",   "0.222668390165885884674473185609",
                                     "0.487364979543842550225598953530",   "-0.222668390165885884674473185609",
                                     "1.23054744454982119249735015568"};
constexpr const char* printed_a[] = {"14222.4439199541138705911625887", "-10666.8329399655854029433719415"};
constexpr const char* printed_lambda[] = {"98.5668703962410896057654982170", "-6.12268834425566265503114393122"};

TEST(Squeezer, StartsAsTheTestSetPrints) {
  const auto data = with({{"data", "test-set"}});
  const auto start = at("index1", data, squeezer::data<quad>(data).beta0, 0).x;
  for (int i = 0; i < 7; ++i) EXPECT_LT(abs(start.q[i] - quad(printed_q[i])), i == 6 ? 5e-30 : 6e-31) << i;
  for (int i = 0; i < 2; ++i) {
    EXPECT_LT(abs(start.a[i] - quad(printed_a[i])), 1e-25) << i;
    EXPECT_LT(abs(start.lambda[i] - quad(printed_lambda[i])), 1e-28) << i;
  }
  EXPECT_LT(largest_of(start.a.tail(5)), 1e-27);  // E is at rest in its dead centre
  EXPECT_LT(largest_of(start.lambda.tail(4)), 1e-31);
}

}  // namespace
}  // namespace plumb
