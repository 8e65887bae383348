// Floating robots in joint coordinates, on SE(3) and joint angles: methods have their orders, the motion agrees with
// the equations in absolute coordinates to the digits of the reference, and outputs are equal.

#include <gtest/gtest.h>

#include "harness/cell/problem_file.hpp"
#include "methods/testing/convergence.hpp"
#include "problems/adapters/minimal.hpp"
#include "problems/mechanisms/joint_tree.hpp"
#include "problems/mechanisms/mechanism_text.hpp"
#include "reference/certified.hpp"
#include "tests/convergence.hpp"

namespace plumb::testing {
namespace {

// A trunk that tumbles by more than a radian, with an arm of two links that initially rotates with it, without
// symmetries.
constexpr const char* tumbling = R"(schema = 1
name = "tumbling"
t_end = 0.4
[[body]]
name = "trunk"
mass = 3
inertia = [0.3, 0.4, 0.5, 0.02, -0.03, 0.01]
position = [1, 2, 3]
velocity = [0.5, -1, 2]
angular_velocity = [2, -3, 1.5]
[[body]]
name = "upper"
mass = 1.5
inertia = [0.2, 0.3, 0.4, 0.01, 0.02, -0.01]
position = [1.6, 2.2, 3.3]
velocity = [-0.7, -0.7, 4.2]
angular_velocity = [2, -3, 1.5]
[[body]]
name = "lower"
mass = 0.8
inertia = [0.1, 0.12, 0.15]
position = [1.9, 2.6, 3.5]
velocity = [-1.9, -0.65, 5.9]
angular_velocity = [2, -3, 1.5]
[[joint]]
name = "shoulder"
kind = "revolute"
bodies = ["trunk", "upper"]
point = [1.3, 2.1, 3]
axis = [0.3, 1, 0.2]
[[joint]]
name = "elbow"
kind = "revolute"
bodies = ["upper", "lower"]
point = [1.7, 2.4, 3.4]
axis = [1, -0.3, 0.5]
)";

using System = AnySystem<quad>;

struct Robot {
  const Problem& problem = provide_problem("@tumbling", tumbling);
  Parameters data{problem.parameters, {}};
  std::shared_ptr<const Solution> known = solution(problem, data);

  quad end() const { return number_from_text<quad>(problem.t_end); }
  const Formulation& in(const std::string& name) const { return *problem.formulation(name); }
  System system(const std::string& formulation) const { return problem.in_quad.system(data, in(formulation)); }

  Distance<quad> error(const std::string& formulation, const char* method, System system, int steps) const {
    const auto& of = catalogued_method(method);
    const auto stepper = of.in_quad(system, {accurately_started(of), {}});
    auto x = initial_state(problem, data, in(formulation), system);
    const auto result = integrate(*stepper, x, end(), steps, [](int, const auto&) {});
    EXPECT_EQ(result.status, Status::ok) << formulation << " " << method << " " << result.detail;
    const auto exact = known->at(end(), in(formulation));
    return distance(system, {exact.q, exact.v, exact.a, exact.lambda}, x);
  }
};

const Robot& robot() {
  static const Robot out;
  return out;
}

TEST(FloatingRobot, IsTheDefaultInJointCoordinates) {
  const auto& of = robot().problem;
  EXPECT_EQ(of.formulations.front().name, "ode");
  const auto parts = of.formulations.front().parts(robot().data);
  ASSERT_EQ(parts.size(), 4U);
  EXPECT_EQ(parts[1].name, "attitude of trunk");
  EXPECT_EQ(parts[3].q.first, 8);
  EXPECT_EQ(parts[3].v.first, 7);
  for (const auto* name : {"index1", "index2", "index3", "ggl", "projected"}) EXPECT_TRUE(of.formulation(name)) << name;
  EXPECT_EQ(problem_file("@examples/robots/solo12.toml").formulations.front().name, "ode");
}

// The four integrations are two in joint coordinates, one of them in charts, one with constraints, and one in double.
TEST(FloatingRobot, HasItsDigitsByFourRoutes) {
  const auto record = certified(robot().problem, robot().data, robot().in("ode"), {"0.4"}).front();
  EXPECT_EQ(record.routes,
            (std::vector<std::string>{"chebyshev", "bulirsch-stoer-index1", "bulirsch-stoer-charts", "cvode-lifted"}));
  EXPECT_GE(fewest_digits(record), 26);
}

TEST(FloatingRobot, MethodsShowTheirOrders) {
  for (const auto* name : {"erk4", "bdf2", "lms3", "generalized-alpha", "half-implicit2", "rattle", "gauss",
                           "radau-iia", "esdirk436l2sa2"}) {
    const auto& method = catalogued_method(name);
    const auto proven = method.proven_order(accurately_started(method), Form::ode);
    const auto coarse = robot().error("ode", name, robot().system("ode"), 48);
    const auto fine = robot().error("ode", name, robot().system("ode"), 96);
    const auto slope = slopes(coarse, fine);
    EXPECT_NEAR(slope.q, proven.of_position(true), 0.25) << name;
    EXPECT_NEAR(slope.v, proven.of_velocity(true), 0.25) << name;
    EXPECT_LT(fine.q, 0.1) << name;
  }
}

// A wrong chart with θ' = v, as if rotations of the trunk were added like joint angles.
struct UncorrectedSpace : mbs::JointSpace<quad> {
  explicit(false) UncorrectedSpace(const mbs::JointSpace<quad>& right) : mbs::JointSpace<quad>(right) {}
  void chart_rate(const Q&, const V&, const V& v, V& out) const { out = v; }
};
struct UncorrectedTree : mbs::JointTree<quad> {
  using Space = UncorrectedSpace;
  using mbs::JointTree<quad>::JointTree;
  // These are not called.
  quad energy(const quad&, const Vec<quad>&, const Vec<quad>&) const { return 0; }
  void outputs(const quad&, const Vec<quad>&, const Vec<quad>&, Vec<quad>&) const {}
  void invariants(const quad&, const Vec<quad>&, const Vec<quad>&, Vec<quad>&) const {}
};

TEST(FloatingRobot, OrdersAreLostWithoutTheCorrectionOfTheChart) {
  const auto file = mechanism_from_text(tumbling, "tumbling.toml");
  const auto mechanism = file.mechanism(Parameters(file.parameters, {}));
  const System wrong(Minimal(UncorrectedTree(mechanism, mbs::assemble<quad>(mechanism))));
  for (const auto* name : {"erk4", "radau-iia"}) {
    const auto coarse = robot().error("ode", name, wrong, 48), fine = robot().error("ode", name, wrong, 96);
    EXPECT_NEAR(slopes(coarse, fine).q, 2, 0.2) << name;
  }
}

TEST(FloatingRobot, MovesInSpaceAsInJointsAndTellsTheSame) {
  const auto fine = robot().error("index3", "rattle", robot().system("index3"), 400);
  const auto coarse = robot().error("index3", "rattle", robot().system("index3"), 200);
  EXPECT_NEAR(slopes(coarse, fine).q, 2, 0.05) << "it converges to the motion in joint coordinates";
  EXPECT_LT(fine.q, 1e-4);
  auto joints = robot().system("ode"), space = robot().system("index3");
  const auto one = robot().known->at(quad("0.3"), robot().in("ode"));
  const auto two = robot().known->at(quad("0.3"), robot().in("index3"));
  const auto n = static_cast<Eigen::Index>(robot().problem.outputs.size());
  Vec<quad> returned(n), expected(n);
  joints.outputs(quad("0.3"), System::State{one.q, one.v, one.a, one.lambda}, returned);
  space.outputs(quad("0.3"), System::State{two.q, two.v, two.a, two.lambda}, expected);
  EXPECT_LT((returned - expected).cwiseAbs().maxCoeff(), quad("1e-31"));
  EXPECT_LT(abs(joints.energy(0, one.q, one.v) - space.energy(0, two.q, two.v)), quad("1e-29"));
}

}  // namespace
}  // namespace plumb::testing
