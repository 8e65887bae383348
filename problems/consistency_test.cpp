// Initial values that satisfy the constraints are accepted in every precision; small violations are refused, with the
// name of the violated level.

#include "problems/consistency.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "problems/adapters/constrained.hpp"
#include "problems/catalogue.hpp"
#include "problems/mechanisms/mechanism_problem.hpp"
#include "problems/mechanisms/testing/mechanisms_in_units.hpp"
#include "problems/squeezer/absolute.hpp"
#include "problems/two-link/two_link.hpp"

namespace plumb {
namespace {

std::string refusal(const auto& call) {
  try {
    call();
  } catch (const std::invalid_argument& e) {
    return e.what();
  }
  return "";
}

template <class T>
void expect_all_problems_consistent() {
  for (const auto& problem : problems())
    for (const auto& overrides : {std::map<std::string, std::string>{}, problem.general_data})
      for (const auto& formulation : problem.formulations) {
        const Parameters data(problem.parameters, overrides);
        auto system = problem.in<T>().system(data, formulation);
        EXPECT_EQ(refusal([&] { initial_state(problem, data, formulation, system); }), "")
            << problem.name << "/" << formulation.name;
      }
}

TEST(Consistency, HoldsForEveryProblemInEveryPrecision) {
  expect_all_problems_consistent<double>();
  expect_all_problems_consistent<long double>();
  expect_all_problems_consistent<quad>();
}

class TwoLinkConsistency : public ::testing::Test {
 protected:
  const Problem& problem = catalogued_problem("two-link");
  const Formulation& formulation = *problem.formulation("index3");
  Parameters data{problem.parameters, problem.general_data};
  AnySystem<double> system = problem.in_double.system(data, formulation);
  AnySystem<double>::State x = initial_state(problem, data, formulation, system);

  std::string refused() {
    return refusal([this] { require_consistent(system, 0., x); });
  }
  void solve() { ASSERT_TRUE(system.acceleration(0, x.q, x.v, x.a, x.lambda)); }
};

TEST_F(TwoLinkConsistency, HoldsForDataOfAnySize) {
  const std::map<std::string, std::string> rows[] = {
      {{"angle1", "1000"}, {"angle2", "-12345.678"}, {"rate1", "300"}},
      {{"mass1", "1e6"}, {"mass2", "1e-3"}, {"rate2", "1e-8"}},
      {{"length1", "1e-6"}, {"length2", "1e3"}, {"rate2", "5"}},
      {{"length1", "1e-6"}, {"length2", "2e-6"}, {"rate2", "5"}},
      {{"angle1", "0"}, {"angle2", "0"}},
      {{"angle1", "pi/2"}, {"angle2", "pi/2"}, {"gravity", "0"}, {"rate1", "1"}, {"rate2", "1"}}};
  for (const auto& row : rows) {
    data = Parameters(problem.parameters, row);
    system = problem.in_double.system(data, formulation);
    EXPECT_EQ(refusal([&] { initial_state(problem, data, formulation, system); }), "") << data.canonical();
  }
}

TEST_F(TwoLinkConsistency, RefusesPositionsOffTheConstraint) {
  x.q[0] += 0.1;
  EXPECT_EQ(refused(), "inconsistent initial values: position level violated by 0.1 (largest component)");
  x.q[0] += 1e-12 - 0.1;
  EXPECT_EQ(refused(), "inconsistent initial values: position level violated by 1e-12 (largest component)");
}

TEST_F(TwoLinkConsistency, RefusesVelocitiesOffTheConstraint) {
  x.v[4] -= 2.5e-12;
  solve();
  EXPECT_EQ(refused(), "inconsistent initial values: velocity level violated by 2.5e-12 (largest component)");
}

TEST_F(TwoLinkConsistency, RefusesAccelerationsOffTheConstraint) {
  x.a[3] += 0.01;
  EXPECT_EQ(refused(), "inconsistent initial values: acceleration level violated by 0.01 (largest component)");
}

TEST_F(TwoLinkConsistency, RefusesWhatIsNotFinite) {
  x.v[0] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(refused(), "the initial values are not finite");
}

// In double the moment of inertia of a rod of 1e-300 m underflows to 0.
TEST(Consistency, RefusesASingularStart) {
  const auto& problem = catalogued_problem("pendulum");
  const auto& formulation = *problem.formulation("index1");
  const Parameters data(problem.parameters, {{"length", "1e-300"}});
  auto system = problem.in_double.system(data, formulation);
  EXPECT_EQ(refusal([&] { initial_state(problem, data, formulation, system); }),
            "inconsistent initial values: no acceleration, mass and constraints are singular there");
}

// The bound on violations at acceleration level must not depend on the unit of mass.
TEST(Consistency, DoesNotDependOnTheUnitOfMass) {
  for (std::size_t k = 0; k < testing::mechanisms_in_units().size(); ++k)
    for (const double mass : {0x1p-50, 1., 0x1p50}) {
      SCOPED_TRACE(::testing::Message() << "mechanism " << k + 1 << ", mass " << mass);
      const auto problem = mechanism_problem(
          mechanism_from_text(testing::mechanisms_in_units()[k](testing::Writer{{.mass = mass}}), "scaled.toml"));
      const Parameters data(problem.parameters, {});
      const auto& formulation = *problem.formulation("index1");
      auto system = problem.in_double.system(data, formulation);
      auto x = initial_state(problem, data, formulation, system);
      x.a[0] += 1e-7;
      EXPECT_EQ(refusal([&] { require_consistent(system, 0., x); }) == "", x.lambda.size() == 0);
    }
}

// At rest only the reactions determine the size of rounding errors.
TEST(Consistency, HoldsForALightBodyAtRest) {
  for (const char* mass : {"1", "1e-15", "1e-25"}) {
    const auto text =
        std::string("schema = 1\nname = \"rest\"\nt_end = 1\ngravity = [0, 0, -9.81]\n[[body]]\nname = \"a\"\n") +
        "mass = " + mass + "\ninertia = [" + mass + ", " + mass + ", " + mass +
        "]\nposition = [0.3, 0.1, -0.7]\n[[joint]]\nname = \"weld\"\nkind = \"fixed\"\n" +
        "bodies = [\"ground\", \"a\"]\npoint = [0.11, 0.23, 0.37]\n";
    const auto problem = mechanism_problem(mechanism_from_text(text, "rest.toml"));
    const Parameters data(problem.parameters, {});
    const auto& formulation = *problem.formulation("index1");
    const auto refused = [&](const auto& of) {
      auto system = of.system(data, formulation);
      return refusal([&] { initial_state(problem, data, formulation, system); });
    };
    EXPECT_EQ(refused(problem.in_double), "") << mass;
    EXPECT_EQ(refused(problem.in_quad), "") << mass;
  }
}

// Counts the evaluations of constraints, and the calls of retract().
template <class Model>
struct Counting : Constrained<Model> {
  using Base = Constrained<Model>;
  int* constraints;
  int* retractions;

  Counting(Model of, int& evaluated, int& moved)
      : Base(std::move(of), Form::index3), constraints(&evaluated), retractions(&moved) {}
  void constraint(const double& t, const typename Base::Q& q, typename Base::L& e) {
    ++*constraints;
    Base::constraint(t, q, e);
  }
  void retract(const typename Base::Q& q, const typename Base::V& w, typename Base::Q& out) {
    ++*retractions;
    Base::retract(q, w, out);
  }
};

template <class Model>
std::pair<int, int> evaluations(std::string_view name, std::string_view formulation, Model model) {
  const auto& problem = catalogued_problem(name);
  const Parameters data(problem.parameters, {});
  auto erased = problem.in_double.system(data, *problem.formulation(formulation));
  const auto start = initial_state(problem, data, *problem.formulation(formulation), erased);
  std::pair<int, int> out;
  Counting counted(std::move(model), out.first, out.second);
  auto x = zero_state(counted);
  x.q = start.q;
  x.v = start.v;
  x.a = start.a;
  x.lambda = start.lambda;
  require_consistent(counted, 0., x);
  return out;
}

TEST(Consistency, CostsAsManyEvaluationsForAnyNumberOfCoordinates) {
  const Parameters rods(catalogued_problem("two-link").parameters, {});
  const Parameters links(catalogued_problem("squeezer").parameters, {});
  const auto small = evaluations("two-link", "index3", TwoLinkCartesian<double>(two_link_data<double>(rods)));
  const auto large = evaluations("squeezer", "absolute-index3", squeezer::Absolute(squeezer::data<double>(links)));
  EXPECT_EQ(small, large);
  EXPECT_GT(small.first, 0);
  EXPECT_LT(small.first, 20);
  EXPECT_GT(small.second, 0);
}

TEST(Consistency, OfAStartIsCheckedOnce) {
  auto problem = catalogued_problem("pendulum");
  problem.name = "a pendulum that counts";
  int made = 0;
  problem.in_quad.system = [&made, make = problem.in_quad.system](const Parameters& p, const Formulation& f) {
    ++made;
    return make(p, f);
  };
  const auto& formulation = *problem.formulation("index3");
  const Parameters data(problem.parameters, {}), longer(problem.parameters, {{"length", "2"}});
  for (int k = 0; k < 3; ++k) require_consistent_start(problem, data, formulation);
  EXPECT_EQ(made, 1);
  require_consistent_start(problem, longer, formulation);
  require_consistent_start(problem, data, *problem.formulation("index1"));
  EXPECT_EQ(made, 3);
  problem.in_quad.initial = [start = problem.in_quad.initial](const Parameters& p, const Formulation& f) {
    auto x = start(p, f);
    x.q[0] += 1;
    return x;
  };
  for (int k = 0; k < 2; ++k)
    EXPECT_THAT(refusal([&] { require_consistent_start(problem, data, *problem.formulation("index2")); }),
                ::testing::HasSubstr("position level violated by"));
  EXPECT_EQ(made, 4);
}

}  // namespace
}  // namespace plumb
