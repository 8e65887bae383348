// Steps of methods from shared libraries: numbers, orders and memory of the examples in C, C++ and Fortran, and of
// broken copies.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "harness/cell/method_file.hpp"
#include "harness/cell/testing/library_methods.hpp"
#include "methods/analysis/analysis.hpp"
#include "methods/testing/convergence.hpp"

namespace plumb {
namespace {

using library_testing::cell;
using library_testing::is_built;
using library_testing::library;
using library_testing::Place;
using library_testing::run;
using library_testing::swing;
using ::testing::HasSubstr;

// The state after 1 s, without a comparison with a reference.
struct Motion {
  StepResult result;
  AnySystem<double>::State end;
  Counters of_system, of_method;
  double position_drift = 0, velocity_drift = 0;  // maxima over the steps
};

Motion motion(const std::string& method, const Place& place, int steps,
              const std::map<std::string, std::string>& parameters = {}) {
  const auto c = cell(method, place, "1", parameters);
  auto system = c.problem().in_double.system(c.data(), c.formulation()), observer = system;
  const auto stepper = c.method().in_double(system, {c.options(), c.newton()});
  const auto start = c.problem().in_double.initial(c.data(), c.formulation());
  Motion out;
  out.end = zero_state(system);
  out.end.q = start.q;
  out.end.v = start.v;
  auto phi = out.end.lambda;
  out.result = testing::integrate(*stepper, out.end, 1., steps, [&](int n, const auto& x) {
    const double t = static_cast<double>(n) / steps;
    observer.constraint(t, x.q, phi);
    out.position_drift = std::max(out.position_drift, testing::max_norm(phi));
    observer.constraint_rate(t, x.q, x.v, phi);
    out.velocity_drift = std::max(out.velocity_drift, testing::max_norm(phi));
  });
  out.of_system = system.counters;
  out.of_method = stepper->counters();
  return out;
}

Json in_json(const Counters& counters) {
  Json out;
  for_each_counter(counters, [&](const char* name, const auto& count) { out[name] = count.value_or(-1); });
  return out;
}

// Expects that a library with the formulas of a catalogue method has equal counters, and numbers that differ only by
// rounding.
void expect_the_numbers_of(const std::string& catalogued, const std::string& from_library, const Place& place,
                           const std::map<std::string, std::string>& parameters = {}) {
  SCOPED_TRACE(from_library + " on " + place.problem + " " + place.formulation);
  const auto one = motion(from_library, place, 400, parameters), two = motion(catalogued, place, 400, parameters);
  ASSERT_EQ(one.result.status, Status::ok) << one.result.detail;
  ASSERT_EQ(two.result.status, Status::ok);
  EXPECT_EQ(in_json(one.of_system), in_json(two.of_system));
  EXPECT_EQ(in_json(one.of_method), in_json(two.of_method));
  EXPECT_LT(testing::max_norm(one.end.q - two.end.q), 1e-10 * (1 + testing::max_norm(two.end.q)));
  EXPECT_LT(testing::max_norm(one.end.v - two.end.v), 1e-10 * (1 + testing::max_norm(two.end.v)));
}

TEST(MethodLibrarySteps, InCppGivesTheNumbersOfTheCatalogue) {
  for (const auto& place : {swing, Place{"pendulum", "ode"}, Place{"slider-crank", "index3"}, Place{"free-body", "ode"},
                            Place{"spinning-top", "rotation-index3"}})
    expect_the_numbers_of("generalized-alpha", library("generalized_alpha"), place, {{"rho", "1/2"}});
}

TEST(MethodLibrarySteps, InFortranGivesTheNumbersOfTheCatalogue) {
  if (!is_built("kutta4")) GTEST_SKIP() << "no Fortran compiler";
  for (const auto& place : {Place{"pendulum", "index1"}, Place{"pleiades", "ode"}, Place{"free-body", "ode"},
                            Place{"spinning-top", "rotation-index1"}, Place{"two-link", "projected"}})
    expect_the_numbers_of("erk4", library("kutta4"), place);
}

// The linear system of coupled stages is solved in the eigenvectors of the coefficient matrix, which are complex. Fails
// if the interface changes a complex weight, right-hand side or solution.
TEST(MethodLibrarySteps, WithComplexFactorisationsGivesTheNumbersOfTheCatalogue) {
  for (const auto& place : {Place{"pendulum", "ode"}, Place{"pendulum", "index1"}, Place{"pendulum", "index2"}, swing,
                            Place{"slider-crank", "index2"}, Place{"slider-crank", "index3"}}) {
    SCOPED_TRACE(place.problem + " " + place.formulation);
    const auto one = motion(library("radau_iia2"), place, 400),
               two = motion("radau-iia", place, 400, {{"stages", "2"}, {"newton", "transformed"}});
    ASSERT_EQ(one.result.status, Status::ok) << one.result.detail;
    ASSERT_EQ(two.result.status, Status::ok) << two.result.detail;
    EXPECT_LT(testing::max_norm(one.end.q - two.end.q), 1e-10 * (1 + testing::max_norm(two.end.q)));
    EXPECT_LT(testing::max_norm(one.end.v - two.end.v), 1e-9 * (1 + testing::max_norm(two.end.v)));
    EXPECT_LT(testing::max_norm(one.end.lambda - two.end.lambda), 1e-6 * (1 + testing::max_norm(two.end.lambda)));
    EXPECT_EQ(one.of_system.factorizations, 401 - (one.end.lambda.size() == 0 ? 1 : 0)) << "one a step, and the start";
  }
}

// Fails if the blocks disagree with matrix products and solutions of linear systems with the same matrices.
TEST(MethodLibrarySteps, SeesTheLinearisationAsBlocks) {
  for (const auto& place : {Place{"pendulum", "ode"}, swing, Place{"slider-crank", "index2"},
                            Place{"two-link", "index3"}, Place{"spinning-top", "rotation-index3"}}) {
    const auto c = cell(library("linearisation_probe"), place, "1/10");
    auto system = c.problem().in_double.system(c.data(), c.formulation());
    const auto start = c.problem().in_double.initial(c.data(), c.formulation());
    auto x = zero_state(system);
    x.q = start.q;
    x.v = start.v;
    const auto result = c.method().in_double(system, {c.options(), c.newton()})->start(0, 0.1, x);
    EXPECT_EQ(result.status, system.offers_blocks() ? Status::ok : Status::unsupported)
        << place.problem << " " << place.formulation << ": " << result.detail;
  }
}

TEST(MethodLibrarySteps, IsReportedWhereThereAreNoBlocks) {
  const auto result = run(cell(library("linearisation_probe"), {"planar-chain(n=40)", "index3"}, "1/10"));
  EXPECT_EQ(result.status, Status::unsupported);
  EXPECT_THAT(result.reason, HasSubstr("this system offers no dense blocks"));
}

// Returns the orders of positions, velocities and multipliers from three runs, each with twice as many steps as the one
// before.
testing::Distance<double> orders(const std::string& method, const Place& place, int steps) {
  const auto c = cell(method, place, "1");
  auto system = c.problem().in_double.system(c.data(), c.formulation());
  const auto coarse = motion(method, place, steps), middle = motion(method, place, 2 * steps),
             fine = motion(method, place, 4 * steps);
  for (const auto* one : {&coarse, &middle, &fine})
    if (one->result.status != Status::ok) return {NAN, NAN, NAN, true};
  const auto first = testing::distance(system, coarse.end, middle.end),
             second = testing::distance(system, middle.end, fine.end);
  return {std::log2(first.q / second.q), std::log2(first.v / second.v), std::log2(first.lambda / second.lambda),
          first.has_multipliers};
}

const std::vector<std::pair<Place, int>> constrained_places = {
    {swing, 200},
    {{"pendulum(angle=-0.7,rate=1.5)", "index2"}, 200},
    {{"pendulum(angle=-0.7,rate=1.5)", "ggl"}, 200},
    {{"slider-crank", "index3"}, 6400},  // the mass depends on q
    {{"car-axis", "index3"}, 800},       // constraints depend on time
    {{"spinning-top", "rotation-index3"}, 800},
    {{"spinning-top", "rotation-ggl"}, 800},
};

TEST(MethodLibrarySteps, TheProjectedMidpointRuleHasItsOrderInPositionsVelocitiesAndMultipliers) {
  const auto midpoint = library("projected_midpoint");
  for (const auto& [place, steps] : constrained_places) {
    const auto order = orders(midpoint, place, steps);
    SCOPED_TRACE(place.problem + " " + place.formulation);
    EXPECT_NEAR(order.q, 2, 0.1);
    EXPECT_NEAR(order.v, 2, 0.1);
    EXPECT_NEAR(order.lambda, 2, 0.1);
  }
  for (const Place& place : {Place{"pendulum", "ode"}, Place{"free-body", "ode"}})
    EXPECT_NEAR(orders(midpoint, place, 200).v, 2, 0.1) << place.problem;
}

TEST(MethodLibrarySteps, TheProjectedMidpointRuleKeepsBothLevelsOfConstraints) {
  for (const auto& [place, steps] : constrained_places) {
    const auto kept = motion(library("projected_midpoint"), place, steps);
    ASSERT_EQ(kept.result.status, Status::ok) << kept.result.detail;
    EXPECT_LT(kept.position_drift, 1e-12) << place.problem << " " << place.formulation;
    EXPECT_LT(kept.velocity_drift, 1e-11) << place.problem << " " << place.formulation;
  }
  EXPECT_GT(motion(library("unprojected_midpoint"), swing, 200).velocity_drift, 1e-5);
}

// The rule is symmetric: after a step, a step with reversed velocity must return to the initial configuration.
TEST(MethodLibrarySteps, TheProjectedMidpointRuleGoesBackTheWayItCame) {
  const auto c = cell(library("projected_midpoint"), swing, "1");
  auto system = c.problem().in_double.system(c.data(), c.formulation());
  const auto start = c.problem().in_double.initial(c.data(), c.formulation());
  const auto stepper = c.method().in_double(system, {c.options(), c.newton()});
  auto x = zero_state(system);
  x.q = start.q;
  x.v = start.v;
  const auto n = 20;
  ASSERT_EQ(testing::integrate(*stepper, x, 1., n, [](int, const auto&) {}).status, Status::ok);
  x.v = -x.v;
  ASSERT_EQ(testing::integrate(*stepper, x, 1., n, [](int, const auto&) {}).status, Status::ok);
  EXPECT_LT(testing::max_norm(x.q - start.q), 1e-10);
  EXPECT_LT(testing::max_norm(x.v + start.v), 1e-9);
}

// Returns log2 of the ratio of the errors for h and h/2, compared with the closed-form motion.
double slope(const std::string& method, const std::string& formulation, int steps, const std::string& metric) {
  const Place place = {swing.problem, formulation};
  const auto coarse = run(cell(method, place, "1/" + std::to_string(steps))),
             fine = run(cell(method, place, "1/" + std::to_string(2 * steps)));
  if (coarse.status != Status::ok || fine.status != Status::ok) return NAN;
  return std::log2(coarse.metrics.at(metric).value() / fine.metrics.at(metric).value());
}

TEST(MethodLibrarySteps, ABrokenCopyShowsAnotherOrder) {
  for (const std::string metric : {"end.q", "end.v", "end.lambda"}) {
    EXPECT_NEAR(slope(library("projected_midpoint"), "index3", 200, metric), 2, 0.1) << metric;
    EXPECT_LT(slope(library("broken_midpoint"), "index3", 200, metric), 1.5) << metric;
  }
  EXPECT_NEAR(slope(library("generalized_alpha"), "index3", 200, "end.q"), 2, 0.1);
  EXPECT_LT(slope(library("broken_alpha"), "index3", 200, "end.q"), 1.5);
  EXPECT_NEAR(slope(library("radau_iia2"), "index2", 200, "end.q"), 3, 0.15);
  EXPECT_NEAR(slope(library("radau_iia2"), "index3", 200, "end.q"), 3, 0.15);
  if (!is_built("kutta4")) GTEST_SKIP() << "no Fortran compiler";
  EXPECT_NEAR(slope(library("kutta4"), "ode", 50, "end.q"), 4, 0.1);
  EXPECT_LT(slope(library("broken_kutta4"), "ode", 50, "end.q"), 3);
}

Analysis analysis(const std::string& name, const std::map<std::string, std::string>& overrides = {}) {
  const auto& method = method_file(library(name)).method;
  return analyze(method, Parameters(method.parameters, overrides), {});
}

TEST(MethodLibrarySteps, IsAnalysedByItsSteps) {
  const auto midpoint = analysis("projected_midpoint");
  EXPECT_EQ(midpoint.reason, "");
  EXPECT_NEAR(midpoint.linear_order.value(), 2, 0.02);
  EXPECT_EQ(midpoint.a_stable, true);
  EXPECT_EQ(midpoint.l_stable, false);
  EXPECT_NEAR(midpoint.rho_infinity.value(), 1, 1e-8);
  EXPECT_EQ(midpoint.stability_limit, std::nullopt);
  EXPECT_EQ(midpoint.zero_stable, true);
  for (const char* rho : {"0.8", "0.3"}) {
    const auto alpha = analysis("generalized_alpha", {{"rho", rho}});
    EXPECT_EQ(alpha.a_stable, true);
    EXPECT_NEAR(alpha.rho_infinity.value(), std::stod(rho), 1e-4);
  }
  EXPECT_LT(analysis("broken_midpoint").linear_order.value(), 0.5);
  if (!is_built("kutta4")) GTEST_SKIP() << "no Fortran compiler";
  const auto kutta = analysis("kutta4");
  EXPECT_NEAR(kutta.linear_order.value(), 4, 0.05);
  EXPECT_NEAR(kutta.stability_limit.value(), 2 * std::sqrt(2.), 1e-6);
  EXPECT_EQ(kutta.a_stable, false);
}

// Fails if the analysis misses that a method keeps state outside of the memory of the interface. Such state is neither
// reset at a restart nor linearised.
TEST(MethodLibrarySteps, IsSeenToHideMemory) {
  EXPECT_THAT(analysis("faulty_hides_memory").reason,
              HasSubstr("not a linear function of position, velocity and memory"));
  EXPECT_EQ(analysis("faulty_sound").reason, "");
}

TEST(MethodLibrarySteps, GoesOnFromItsMemory) {
  for (const char* name : {"projected_midpoint", "generalized_alpha"}) {
    const auto c = cell(library(name), swing, "1/100");
    const auto make = [&](AnySystem<double>& s) { return c.method().in_double(s, {c.options(), c.newton()}); };
    auto one = c.problem().in_double.system(c.data(), c.formulation()), two = one;
    const auto start = c.problem().in_double.initial(c.data(), c.formulation());
    auto x = zero_state(one);
    x.q = start.q;
    x.v = start.v;
    const auto first = make(one), second = make(two);
    ASSERT_EQ(first->start(0, 0.01, x).status, Status::ok);
    for (int n = 0; n < 5; ++n) ASSERT_EQ(first->step(0.01 * n, 0.01, x).status, Status::ok);
    auto y = x;
    std::ranges::copy(first->memory(), second->memory().begin());
    ASSERT_EQ(first->step(0.05, 0.01, x).status, Status::ok);
    ASSERT_EQ(second->step(0.05, 0.01, y).status, Status::ok);
    EXPECT_EQ(x.q, y.q) << name;
    EXPECT_EQ(x.v, y.v) << name;
  }
}

}  // namespace
}  // namespace plumb
