// Compares problems from equation files with the same problems in C++.

#include "problems/equations/equation_problem.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "problems/catalogue.hpp"
#include "problems/equations/testing/driven.hpp"
#include "text/file_text.hpp"
#include "text/testing/refusal.hpp"

namespace plumb {
namespace {

// The pendulum of the catalogue in its redundant coordinates, with M = diag(m, m, 0).
constexpr const char* pendulum = R"toml(schema = 1
name = "pendulum"
t_end = 10
[parameters]
length = 1
mass = 1
gravity = 9.81
angle = 0
rate = 0
[[coordinate]]
name = "x"
start = "length*cos(angle)"
rate = "-length*sin(angle)*rate"
[[coordinate]]
name = "y"
start = "length*sin(angle)"
rate = "length*cos(angle)*rate"
[[coordinate]]
name = "theta"
unit = "rad"
start = "angle + pi/2"
rate = "rate"
[expressions]
s = "sin(theta)"
[equations]
mass = ["mass", "mass", 0]
force = [0, "-mass*gravity", 0]
constraint = ["x - length*s", "y + length*cos(theta)"]
potential = "mass*gravity*y"
[[output]]
name = "x"
unit = "m"
value = "x"
[[output]]
name = "y"
unit = "m"
value = "y"
[[invariant]]
name = "rod"
unit = "m^2"
value = "x^2 + y^2"
)toml";

Problem problem_of(const std::string& text) { return equation_problem(equations_from_text(text, "mine.toml")); }

/// A system at a state whose components are all nonzero.
template <class T>
struct Somewhere {
  AnySystem<T> system;
  typename AnySystem<T>::State x;

  Somewhere(const Problem& problem, const Parameters& p, const Formulation& formulation)
      : system(problem.in<T>().system(p, formulation)), x(zero_state(system)) {
    int k = 1;
    for (auto* part : {&x.q, &x.v, &x.a, &x.lambda})
      for (auto& number : *part) number = sin(T(k++)) / 3 + T(1);
  }
};

template <class Numbers>
double distance(const Numbers& a, const Numbers& b) {
  double out = 0;
  for (Eigen::Index i = 0; i < a.size(); ++i) out = std::max(out, static_cast<double>(abs(a.data()[i] - b.data()[i])));
  return out;
}

// The test uses quad to detect terms that are wrong by as little as a rounding error of double.
TEST(EquationProblem, IsThePendulumOfTheCatalogueInEveryFormulation) {
  const auto mine = problem_of(pendulum);
  const auto& known = catalogued_problem("pendulum");
  const std::map<std::string, std::string> data = {
      {"length", "1.3"}, {"mass", "2"}, {"angle", "0.4"}, {"rate", "-0.7"}};
  const Parameters p(known.parameters, data), my_p(mine.parameters, data);
  for (const auto& formulation : mine.formulations) {
    Somewhere<quad> a(mine, my_p, formulation), b(known, p, *known.formulation(formulation.name));
    const auto start = mine.in_quad.initial(my_p, formulation), wanted = known.in_quad.initial(p, formulation);
    EXPECT_LT(distance(start.q, wanted.q) + distance(start.v, wanted.v), 1e-31);
    Blocks<quad, Eigen::Dynamic, Eigen::Dynamic> computed_blocks(3, 2), expected_blocks(3, 2);
    a.system.blocks(0, a.x, computed_blocks);
    b.system.blocks(0, b.x, expected_blocks);
    for (const auto& [one, other] : {std::pair{&computed_blocks.mass, &expected_blocks.mass},
                                     {&computed_blocks.stiffness, &expected_blocks.stiffness},
                                     {&computed_blocks.damping, &expected_blocks.damping},
                                     {&computed_blocks.jacobian, &expected_blocks.jacobian},
                                     {&computed_blocks.rate_by_q, &expected_blocks.rate_by_q},
                                     {&computed_blocks.acceleration_by_q, &expected_blocks.acceleration_by_q},
                                     {&computed_blocks.acceleration_by_v, &expected_blocks.acceleration_by_v}})
      EXPECT_LT(distance(*one, *other), 1e-31) << formulation.name;
    auto x = a.x, y = a.x;
    a.system.acceleration(0, a.x.q, a.x.v, x.a, x.lambda);
    b.system.acceleration(0, b.x.q, b.x.v, y.a, y.lambda);
    EXPECT_LT(distance(x.a, y.a) + distance(x.lambda, y.lambda), 1e-30) << formulation.name;
    EXPECT_LT(static_cast<double>(abs(a.system.energy(0, a.x.q, a.x.v) - b.system.energy(0, b.x.q, b.x.v))), 1e-31);
    EXPECT_TRUE(a.system.conservative());
  }
}

/// Returns the solutions with the matrix of a blend whose weights are all nonzero, with the constraint rows evaluated
/// at another q.
Vec<quad> solved(Somewhere<quad>& at, bool stabilised) {
  auto factors = at.system.factors<quad>();
  Blend<quad> b{.mass = 1,
                .damping = quad("0.3"),
                .stiffness = quad("0.2"),
                .jacobian = quad("0.6"),
                .position = quad("0.4"),
                .rate = quad("0.7")};
  if (at.system.form() == Form::index1) {
    b.by_v = quad("0.5");
    b.by_q = quad("0.9");
  }
  if (stabilised) {
    b.stabilised = true;
    b.mu_force = quad("0.1");
    b.mu_rate = quad("0.8");
    b.mu_position = 1;
  }
  const quad t_rows("0.1");
  const Vec<quad> q_rows = at.x.q * quad("1.1");
  PointOf<AnySystem<quad>> point{quad(0), at.x};
  point.t_rows = &t_rows;
  point.q_rows = &q_rows;
  Vec<quad> w = at.x.v, e = at.x.lambda, mu = at.x.lambda;
  EXPECT_TRUE(at.system.factor(factors, point, b));
  if (stabilised)
    at.system.solve(factors, w, e, mu);
  else
    at.system.solve(factors, w, e);
  Vec<quad> out(w.size() + 2 * e.size());
  out << w, e, mu;
  return out;
}

// Fails if a block is at the wrong position in a matrix, or was computed for an earlier state.
TEST(EquationProblem, SolvesWhatThePendulumOfTheCatalogueSolves) {
  const auto mine = problem_of(pendulum);
  const auto& known = catalogued_problem("pendulum");
  for (const char* form : {"index1", "index2", "index3", "ggl"}) {
    Somewhere<quad> a(mine, Parameters(mine.parameters, {}), *mine.formulation(form));
    Somewhere<quad> b(known, Parameters(known.parameters, {}), *known.formulation(form));
    const bool stabilised = std::string_view(form) == "ggl";
    EXPECT_LT(distance(solved(a, stabilised), solved(b, stabilised)), 1e-29) << form;
  }
}

// Fails if a time derivative is missing in Φ', Φ'' or dE/dt, or has the wrong sign.
TEST(EquationProblem, RatesAreThoseOfDifferencesAlongTheMotion) {
  const auto problem = problem_of(testing::driven);
  const Parameters p(problem.parameters, {});
  Somewhere<quad> at(problem, p, *problem.formulation("index1"));
  auto& [system, x] = at;
  const quad t("0.4"), h("1e-8");
  ASSERT_TRUE(system.acceleration(t, x.q, x.v, x.a, x.lambda));
  const auto place = [&](const quad& s) { return Vec<quad>(x.q + s * x.v + (s * s / 2) * x.a); };
  const auto velocity = [&](const quad& s) { return Vec<quad>(x.v + s * x.a); };
  const auto slope = [&](auto&& value) { return Vec<quad>((value(h) - value(quad(-h))) / (2 * h)); };
  Vec<quad> out = x.lambda, exact = x.lambda;
  system.constraint_rate(t, x.q, x.v, exact);
  EXPECT_LT(distance(exact, slope([&](const quad& s) {
                       system.constraint(t + s, place(s), out);
                       return out;
                     })),
            1e-13);
  system.constraint_acceleration(t, x.q, x.v, x.a, exact);
  EXPECT_LT(distance(exact, slope([&](const quad& s) {
                       system.constraint_rate(t + s, place(s), velocity(s), out);
                       return out;
                     })),
            1e-13);
  EXPECT_LT(static_cast<double>(abs(exact[0])), 1e-30) << "accelerations keep the constraint";
  const Vec<quad> power = Vec<quad>::Constant(1, system.power(t, x.q, x.v, x.lambda));
  // The reaction −Gᵀλ has the power λᵀ ∂Φ/∂t only if G v = −∂Φ/∂t, so the velocity must satisfy the constraint.
  Vec<quad> rate = x.lambda;
  system.constraint_rate(t, x.q, x.v, rate);
  const Vec<quad> energy_rate = slope(
      [&](const quad& s) { return Vec<quad>(Vec<quad>::Constant(1, system.energy(t + s, place(s), velocity(s)))); });
  EXPECT_LT(static_cast<double>(abs(power[0] - energy_rate[0] - rate.dot(x.lambda))), 1e-12);
  EXPECT_FALSE(system.conservative());
}

TEST(EquationProblem, EnergyIsKeptWhereItsRateVanishesIdentically) {
  const auto problem = problem_of(file_text("examples/equations/spring-pendulum.toml", "the example"));
  const auto conservative = [&](const std::map<std::string, std::string>& data) {
    return problem.in_double.system(Parameters(problem.parameters, data), problem.formulations.front()).conservative();
  };
  EXPECT_TRUE(conservative({}));
  EXPECT_TRUE(conservative({{"mass", "3"}, {"stiffness", "1e5"}}));
  EXPECT_FALSE(conservative({{"damping", "1e-9"}}));
}

std::string edited(std::string line, const std::string& into) {
  std::string text = pendulum;
  const auto found = text.find(line);
  EXPECT_NE(found, std::string::npos) << line;
  return refusal_of([text = text.replace(found, line.size(), into)] { equations_from_text(text, "mine.toml"); });
}

TEST(EquationText, RefusesAtThePlaceOfTheMistake) {
  EXPECT_EQ(edited("x - length*s\"", "x - lenght*s\""), "malformed mine.toml:28:15 constraint");
  EXPECT_EQ(edited("\"x - length*s\"", "\"x - length*s*x'\""), "not-allowed mine.toml:28:15 constraint");
  EXPECT_EQ(edited("\"mass\", 0]", "\"mass*t\", 0]"), "not-allowed mine.toml:26:17 mass");
  EXPECT_EQ(edited("[0, \"-mass*gravity\", 0]", "[0, \"-mass*gravity\"]"), "out-of-range mine.toml:27:9 force");
  EXPECT_EQ(edited("force = [0, \"-mass*gravity\", 0]\n", ""), "missing mine.toml:25:1 force");
  EXPECT_EQ(edited("name = \"theta\"", "name = \"lambda2\""), "malformed mine.toml:19:8 name");
  EXPECT_EQ(edited("name = \"theta\"", "name = \"mass\""), "contradiction mine.toml:19:8 name");
  EXPECT_EQ(edited("s = \"sin(theta)\"", "x = \"sin(theta)\""), "contradiction mine.toml:24:1 x");
  EXPECT_EQ(edited("start = \"angle + pi/2\"", "start = \"y\""), "malformed mine.toml:21:9 start");
  EXPECT_EQ(edited("[equations]", "[equation]"), "unknown-name mine.toml:25:2 equation");
  EXPECT_EQ(edited("[equations]", "[symbols]\nlenght = \"L\"\n[equations]"), "unknown-name mine.toml:26:1 lenght");
  EXPECT_EQ(edited("[equations]", "[symbols]\nlength = 1\n[equations]"), "wrong-kind mine.toml:26:10 length");
  EXPECT_EQ(edited("[equations]", "[symbols]\nlength = \"L\"\n[equations]"), "accepted");
}

TEST(EquationProblem, RefusesAMatrixThatIsNotSymmetric) {
  std::string text = testing::driven;
  const auto found = text.find("[\"u/5\", \"1");
  const auto problem = problem_of(text.replace(found + 1, 5, "\"u/4\""));
  EXPECT_THROW(problem.check(Parameters(problem.parameters, {})), std::invalid_argument);
}

TEST(EquationProblem, RoughForcesHaveNoReference) {
  std::string text = testing::driven;
  const auto found = text.find("-0.2*z'");
  EXPECT_NE(problem_of(text.replace(found, 7, "-abs(z)")).reference.none({}), "");
  EXPECT_EQ(problem_of(testing::driven).reference.none({}), "");
}

}  // namespace
}  // namespace plumb
