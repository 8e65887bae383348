// Tests of certified records, and of the records stored in problems/*/reference.json, which must fit the current data and routes.

#include "reference/certified.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "problems/catalogue.hpp"
#include "reference/solution.hpp"
#include "reference/testing/motion_examples.hpp"

namespace plumb {
namespace {

std::vector<ReferenceRecord> records(std::string_view name, std::map<std::string, std::string> overrides,
                                     const char* formulation, const std::vector<std::string>& times) {
  const auto& p = catalogued_problem(name);
  return certified(p, Parameters(p.parameters, overrides), *p.formulation(formulation), times);
}

TEST(Certified, NamesTheQuantitiesOfTheFormulation) {
  const auto record = records("pendulum", {}, "index3", {"1"}).front();
  std::vector<std::string> names;
  for (const auto& [name, value] : record.values) names.push_back(name);
  EXPECT_THAT(names, ::testing::ElementsAre("q1", "q2", "q3", "v1", "v2", "v3", "a1", "a2", "a3", "lambda1", "lambda2",
                                            "x", "y"));
  EXPECT_GE(fewest_digits(record), 25);
}

TEST(Certified, SortsTimesAndKeepsTheirTexts) {
  const auto list = records("oscillator", {}, "ode", {"5", "1/3", "0"});
  ASSERT_EQ(list.size(), 3);
  EXPECT_EQ(list[0].t, "0");
  EXPECT_EQ(list[1].t, "1/3");
  EXPECT_EQ(list[2].t, "5");
}

TEST(Certified, FindsTheInitialState) {
  const auto record = records("pendulum", {{"angle", "0.3"}, {"rate", "2"}}, "ode", {"0"}).front();
  EXPECT_LE(abs(record.values[0].second.value - quad("0.3")), quad("1e-32"));
  EXPECT_LE(abs(record.values[1].second.value - 2), quad("1e-31"));
}

TEST(Certified, HasThreeRoutes) {
  EXPECT_THAT(records("pendulum", {}, "ode", {"1"}).front().routes,
              ::testing::ElementsAre("exact", "bulirsch-stoer-dd", "cvode"));
}

// The pendulum in a faulty arithmetic: the second double of products of double-doubles is 0.
struct PendulumOfFaultyProducts {
  using Scalar = double_double;
  using T = Scalar;
  using Q = Vec<T, 1>;
  using V = Q;
  using L = Vec<T, 0>;
  using State = plumb::State<Q, V, L>;
  T ratio;  // g/l

  static T product(const T& a, const T& b) { return a.high() * b.high(); }
  static Sizes sizes() { return {1, 1, 0}; }
  static bool vector_space() { return true; }
  static bool solves_for_acceleration() { return false; }
  bool acceleration(const T&, const Q& q, const V&, V& a, L&) const {
    a[0] = -product(ratio, cos(q[0]));
    return true;
  }
  static void retract(const Q& q, const V& theta, Q& out) { out = q + theta; }
  static void chart_rate(const Q&, const V&, const V& v, V& out) { out = v; }
};

// Only one route computes in double-doubles. This fails if all routes do, or if wrong digits from faulty products are
// certified.
TEST(Certified, LosesTheDigitsThatAFaultyArithmeticSpoils) {
  auto problem = catalogued_problem("pendulum");
  problem.name = "pendulum in a faulty arithmetic";  // references are cached by name
  const Parameters data(problem.parameters, {});
  const auto certified_digits = [&] {
    return fewest_digits(certified(problem, data, *problem.formulation("ode"), {"1"}).front());
  };
  EXPECT_GE(certified_digits(), 25);
  problem.in_double_double = [](const Parameters& p, const Formulation&) {
    return AnySystem<double_double>(
        PendulumOfFaultyProducts{p.number<double_double>("gravity") / p.number<double_double>("length")});
  };
  const int left = certified_digits();  // the extrapolation amplifies the noise
  EXPECT_GE(left, 5);
  EXPECT_LE(left, 17);
}

// The beam of 40 parts, with vibrations up to 6400 rad/s, for a short time. This fails if an error in the 19th digit of
// its accelerations in double-doubles, which only one route integrates, does not lower the digits.
TEST(Certified, KnowsABeamOfManyParts) {
  auto problem = catalogued_problem("beam");
  problem.name = "beam for a short time";  // references are cached by name, with the scales of the horizon
  problem.t_end = "0.02";
  const Parameters data(problem.parameters, {});
  const auto at_end = [&] { return certified(problem, data, *problem.formulation("ode"), {"0.02"}).front(); };
  const auto record = at_end();
  EXPECT_THAT(record.routes, ::testing::ElementsAre("chebyshev", "bulirsch-stoer-dd", "cvode"));
  EXPECT_GE(fewest_digits(record), 20);
  const auto exact = problem.in_double_double;
  problem.in_double_double = [exact](const Parameters&, const Formulation& f) {
    return exact(Parameters(catalogued_problem("beam").parameters, {{"load", "1.500000000000000001"}}), f);
  };
  const int left = fewest_digits(at_end());
  EXPECT_LE(left, 18);
  EXPECT_GE(left, 15);
}

// The motion decays within 1e-8 s. This fails if only an explicit integration can confirm it.
TEST(Certified, ConfirmsAStiffMotionByBdf) {
  const auto record = records("oscillator", {{"damping", "1e8"}, {"frequency", "1"}}, "ode", {"10"}).front();
  EXPECT_THAT(record.routes, ::testing::ElementsAre("exact", "cvode-bdf"));
  EXPECT_GE(record.values[0].second.digits, 4);
}

TEST(Certified, ComparesFormulationsWhereNoClosedFormIsKnown) {
  const auto list = records("two-link", {{"rate1", "1"}}, "index3", {"0", "1.5"});
  EXPECT_THAT(list[1].routes,
              ::testing::ElementsAre("chebyshev", "bulirsch-stoer-index1-dd", "bulirsch-stoer-dd", "cvode"));
  EXPECT_EQ(list[1].values.size(), 6 + 6 + 6 + 4 + 4);
  EXPECT_GE(fewest_digits(list[0]), 30);
  EXPECT_GE(fewest_digits(list[1]), 27);
}

TEST(Certified, HoldsForOtherDataAndFarTimes) {
  EXPECT_GE(fewest_digits(records("pendulum", {{"rate", "-7"}}, "index1", {"10"}).front()), 25);
  EXPECT_GE(fewest_digits(records("oscillator", {{"damping", "0.3"}, {"frequency", "2"}}, "ode", {"9.99"}).front()),
            25);
  EXPECT_GE(fewest_digits(records("spinning-top", {{"precession", "3"}}, "ode", {"10"}).front()), 25);
}

TEST(Certified, RefusesTimesThatAreNone) {
  EXPECT_THROW(records("pendulum", {}, "ode", {"-1"}), std::invalid_argument);
  EXPECT_THROW(records("pendulum", {}, "ode", {"soon"}), std::invalid_argument);
  EXPECT_THROW(records("pendulum", {}, "ode", {}), std::invalid_argument);
}

class Stored : public ::testing::TestWithParam<std::string> {
 protected:
  static std::vector<ReferenceRecord> read(const std::string& name) {
    std::ifstream in("problems/" + name + "/reference.json");
    const auto json = nlohmann::ordered_json::parse(in);
    std::vector<ReferenceRecord> out;
    for (const auto& record : json.at("records")) out.push_back(record_from_json(record));
    return out;
  }
};

/// Returns the digits required of a quantity at all times if the motion has `of_motion` digits. The beam's
/// accelerations are its angles times n⁴, so they have fewer.
int least_digits(const Problem& problem, const std::string& quantity, int of_motion) {
  return problem.name == "beam" && quantity[0] == 'a' ? 19 : of_motion;
}

TEST_P(Stored, IsValidForTodaysDataAndReproduced) {
  const auto& p = catalogued_problem(GetParam());
  const Parameters data(p.parameters, {});
  const auto stored = read(GetParam());
  const int digits = solution(p, data)->exact() ? 25 : solution(p, data)->least_digits();
  std::vector<std::string> times;
  for (const auto& record : stored) times.push_back(record.t);
  ASSERT_EQ(times.size(), 11);
  const auto today = certified(p, data, p.formulations.front(), times);
  for (std::size_t i = 0; i < stored.size(); ++i) {
    EXPECT_EQ(stored[i].problem, p.name);
    EXPECT_EQ(stored[i].data, data.canonical()) << "the problem's data changed: run plumb reference build";
    ASSERT_EQ(stored[i].values.size(), today[i].values.size());
    for (std::size_t k = 0; k < stored[i].values.size(); ++k) {
      const auto& [name, value] = stored[i].values[k];
      EXPECT_EQ(name, today[i].values[k].first);
      EXPECT_GE(value.digits, least_digits(p, name, digits)) << name << " at " << times[i];
      EXPECT_GE(today[i].values[k].second.digits, least_digits(p, name, digits)) << name << " at " << times[i];
      EXPECT_GE(agreeing_digits(value.value, today[i].values[k].second.value, value.scale), value.digits - 1) << name;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Data, Stored, ::testing::ValuesIn(with_reference()), [](const auto& of) {
  std::string name = of.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

}  // namespace
}  // namespace plumb
