// Joint coordinates of a mechanism with a loop report the gap of the loop; a tree has no gap.

#include <gtest/gtest.h>

#include "problems/mechanisms/mechanism_problem.hpp"
#include "problems/mechanisms/spanning_tree.hpp"
#include "problems/mechanisms/testing/written_mechanisms.hpp"

namespace plumb {
namespace {

/// The equations of the example bennett in joint coordinates and in absolute coordinates.
struct TwoSystems {
  Problem problem = testing::example_problem("bennett");
  Parameters data{problem.parameters, {}};
  const Formulation& joints = *problem.formulation("ode");
  const Formulation& space = *problem.formulation("index1");
  AnySystem<double> in_joints = problem.in_double.system(data, joints);
  AnySystem<double> in_space = problem.in_double.system(data, space);
  Configuration<double> x = problem.in_double.initial(data, joints);

  /// Returns the invariants in joint coordinates: the largest violations of the constraints and of their rates.
  Vec<double> returned() const {
    Vec<double> out(in_joints.invariant_count());
    in_joints.invariants(0, x.q, x.v, out);
    return out;
  }
  Vec<double> wanted() {
    const auto there = problem.in_double.embed(data, space, 0, x);
    Vec<double> gap(in_space.sizes().lambda), out(2);
    in_space.constraint(0, there.q, gap);
    out[0] = gap.cwiseAbs().maxCoeff();
    in_space.constraint_rate(0, there.q, there.v, gap);
    out[1] = gap.cwiseAbs().maxCoeff();
    return out;
  }
};

TEST(LoopInvariants, AreTheViolationsOfTheConstraintsInSpace) {
  TwoSystems bennett;
  ASSERT_EQ(bennett.joints.invariants.size(), 2U);
  ASSERT_EQ(bennett.in_joints.invariant_count(), 2);
  EXPECT_LT(bennett.returned().maxCoeff(), 1e-14) << "closed at the start";
  bennett.x.q[0] += 1e-3;
  EXPECT_GT(bennett.returned()[0], 1e-4);
  EXPECT_EQ(bennett.returned(), bennett.wanted());
  bennett.x.v[1] += 2e-3;
  EXPECT_GT(bennett.returned()[1], 1e-4);
  EXPECT_EQ(bennett.returned(), bennett.wanted());
}

// A force in space makes the formulation in absolute coordinates the default, but does not make a loop.
TEST(LoopInvariants, AreNoneOfTrees) {
  const auto file = testing::example_file("bennett");
  const auto opened = [original = file.mechanism](const Parameters& p) {
    auto out = original(p);
    out.joints.pop_back();
    out.loads.push_back({"wind", out.bodies.front().name, false, mbs::Frame::space, mbs::triple("1", "0", "0")});
    return out;
  };
  auto of = mechanism_problem(file);
  ASSERT_TRUE(mbs::spanning_tree(opened(Parameters(of.parameters, {})))->closings.empty());
  const auto tree = with_joint_coordinates(std::move(of), opened);
  EXPECT_TRUE(tree.formulation("ode")->invariants.empty());
  EXPECT_EQ(tree.in_double.system(Parameters(tree.parameters, {}), *tree.formulation("ode")).invariant_count(), 0);
}

}  // namespace
}  // namespace plumb
