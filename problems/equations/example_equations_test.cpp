// The examples of problems given by their equations, compared with known properties of their motions.

#include <gtest/gtest.h>

#include <numbers>

#include "methods/catalogue.hpp"
#include "methods/testing/convergence.hpp"
#include "problems/equations/equation_problem.hpp"
#include "problems/problem.hpp"
#include "reference/certified.hpp"
#include "text/file_text.hpp"

namespace plumb {
namespace {

using Overrides = std::map<std::string, std::string>;

Problem equation_example(const std::string& name) {
  const auto path = "examples/equations/" + name + ".toml";
  return equation_problem(equations_from_text(file_text(path, "the example"), path));
}

std::map<std::string, CertifiedValue> certified_outputs(const Problem& problem, const Overrides& overrides,
                                                        const std::string& t) {
  const auto record =
      certified(problem, Parameters(problem.parameters, overrides), *problem.formulation("index1"), {t});
  return {record.front().values.begin(), record.front().values.end()};
}

void expect_value(const CertifiedValue& found, const quad& expected) {
  EXPECT_GE(found.digits, 20);
  EXPECT_LT(abs(found.value - expected), pow(quad(10), -found.digits) * found.scale);
}

// Tufillaro's integral exists only if the weight is three times as heavy as the bob. For the initial state, at rest at
// a right angle with a length of 1 m, its value is (g/(2 √2))².
TEST(SwingingAtwood, ASecondIntegralIsKeptOfThreeBobs) {
  const auto problem = equation_example("swinging-atwood");
  const quad begins = quad("9.81") * quad("9.81") / 8;
  for (const char* t : {"1", "2.5"}) expect_value(certified_outputs(problem, {}, t).at("second_integral"), begins);
  const auto other = certified_outputs(problem, {{"ratio", "2.9"}}, "1").at("second_integral");
  EXPECT_GT(abs(other.value - begins), quad("0.1"));
}

// If the rope is vertical, the system is Atwood's machine: a bob twice as heavy as the weight falls with the
// acceleration (1 − ratio)/(1 + ratio) g.
TEST(SwingingAtwood, WithoutSwingingItIsAtwoodsMachine) {
  const auto problem = equation_example("swinging-atwood");
  const quad t("0.3"), r = 1 + (1 - quad("0.5")) / (1 + quad("0.5")) * quad("9.81") * t * t / 2;
  const auto found = certified_outputs(problem, {{"angle", "0"}, {"ratio", "1/2"}, {"rope", "4"}}, "0.3");
  expect_value(found.at("r"), r);
  expect_value(found.at("pull"), quad("9.81") * 2 / 3);  // 2 M m g/(M + m)
}

TEST(RotatingPendulum, GoesRoundACircle) {
  const auto problem = equation_example("rotating-pendulum");
  const auto found = certified_outputs(problem, {{"swing", "0"}}, "2");
  const quad turn = 2 * std::numbers::pi_v<quad>, angle = 2 * sqrt(quad(2 * quad("9.81")));
  expect_value(found.at("azimuth"), angle - turn * floor(quad(angle / turn + quad("0.5"))));
  expect_value(found.at("height"), quad("-0.5"));
  expect_value(found.at("rod"), 2 * quad("9.81"));
}

struct Kept {
  double energy = 0, moment = 0;  // largest changes, relative
};

Kept kept_by(const std::string& method, const std::string& form) {
  const auto problem = equation_example("rotating-pendulum");
  const Parameters data(problem.parameters, {});
  const auto& formulation = *problem.formulation(form);
  auto system = problem.in_double.system(data, formulation), observer = system;
  auto x = initial_state(problem, data, formulation, system);
  const auto& of = catalogued_method(method);
  const auto stepper = of.in_double(system, testing::options_of(of));
  Vec<double> now(1);
  const auto look = [&](const auto& at) {
    observer.invariants(0, at.q, at.v, now);
    return std::pair(observer.energy(0, at.q, at.v), now[0]);
  };
  const auto [energy, moment] = look(x);
  Kept out;
  const auto result = testing::integrate(*stepper, x, 20., 2000, [&](int, const auto& at) {
    const auto [e, m] = look(at);
    out.energy = std::max(out.energy, std::abs(e / energy - 1));
    out.moment = std::max(out.moment, std::abs(m / moment - 1));
  });
  EXPECT_EQ(result.status, Status::ok) << method;
  return out;
}

// RATTLE conserves quadratic invariants such as the moment to rounding, and keeps the energy error bounded. BDF does
// neither.
TEST(RotatingPendulum, TellsWhoKeepsEnergyAndMomentum) {
  const auto rattle = kept_by("rattle", "index3"), bdf = kept_by("bdf2", "index3");
  EXPECT_LT(rattle.moment, 1e-12);
  EXPECT_LT(rattle.energy, 1e-2);
  EXPECT_GT(bdf.moment, 1e-4);
  EXPECT_GT(bdf.energy, 1e-4);
}

}  // namespace
}  // namespace plumb
