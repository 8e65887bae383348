// Tests the robots of the installation: the motion of the arm in joint coordinates and in absolute coordinates, by
// equations that share only the data, and the energies of robots without actuators.

#include <gtest/gtest.h>

#include "problems/mbs/multibody_system.hpp"
#include "problems/mechanisms/fit_for_joints.hpp"
#include "problems/mechanisms/joint_tree.hpp"
#include "problems/mechanisms/mechanism_text.hpp"
#include "reference/quad_integration.hpp"
#include "text/file_text.hpp"

namespace plumb {
namespace {

mbs::Mechanism shipped_robot(const std::string& name) {
  const std::string path = "examples/robots/" + name + ".toml";
  const auto read = [](const std::string& file) { return file_text(file, "a robot"); };
  const auto text = mechanism_from_text(read(path), path, read);
  return text.mechanism(Parameters(text.parameters, {}));
}

const quad tolerance("1e-24");

/// Returns the state at the time `end`, from the equations in absolute coordinates at index 1.
Motion in_space(const mbs::MultibodySystem<quad>& system, const quad& end) {
  Vec<quad> lambda(system.sizes().lambda);
  const Acceleration<quad> acceleration = [&](const quad& t, const Vec<quad>& q, const Vec<quad>& v, Vec<quad>& a) {
    EXPECT_TRUE(system.acceleration(t, q, v, a, lambda));
  };
  const Charts charts{
      [&](const auto& q, const auto& theta, auto& out) { system.retract(q, theta, out); },
      [&](const auto& q, const auto& theta, const auto& v, auto& out) { system.chart_rate(q, theta, v, out); }};
  const auto motion = integrate_in_quad(acceleration, {system.assembly().q, system.assembly().v}, std::array{end},
                                        {.tolerance = tolerance, .charts = charts});
  return motion.at.at(0);
}

TEST(Robots, TheArmMovesAlikeInJointCoordinatesAndInSpace) {
  const auto arm = shipped_robot("iiwa14");
  ASSERT_TRUE(mbs::is_joint_tree(arm));
  const mbs::MultibodySystem<quad> system(mbs::assemble<quad>(arm), Form::index1);
  const mbs::JointTree<quad> tree(arm, system.assembly());
  EXPECT_EQ(tree.coordinates(), 7);
  const auto start = tree.in_joints({system.assembly().q, system.assembly().v});
  const quad end("0.05");
  const auto joints = integrate_in_quad(
      [&](const quad& t, const Vec<quad>& q, const Vec<quad>& v, Vec<quad>& a) { tree.acceleration(t, q, v, a); },
      start, std::array{end}, {.tolerance = tolerance});
  const auto expected = tree.in_space(joints.at.at(0)), found = in_space(system, end);
  EXPECT_GT((expected.q - system.assembly().q).cwiseAbs().maxCoeff(), 0.01) << "it has moved";
  EXPECT_LT((found.v - expected.v).cwiseAbs().maxCoeff(), quad("1e-19"));
  for (Eigen::Index body = 0; body < 7; ++body)
    EXPECT_LT((found.q.segment<3>(7 * body) - expected.q.segment<3>(7 * body)).cwiseAbs().maxCoeff(), quad("1e-20"));
  const quad energy = system.energy(0, system.assembly().q, system.assembly().v);
  EXPECT_LT(abs(system.energy(end, expected.q, expected.v) - energy), quad("1e-19"));
}

TEST(Robots, TheQuadrupedKeepsItsEnergyAndItsCentreOfMassFalls) {
  const auto robot = shipped_robot("solo12");
  EXPECT_EQ(robot.bodies.size(), 13U) << "feet are part of the lower legs";
  EXPECT_TRUE(mbs::is_joint_tree(robot));
  const mbs::MultibodySystem<double> system(mbs::assemble<double>(robot), Form::index1);
  const auto& parts = system.assembly();
  Vec<double> a(system.sizes().v), lambda(system.sizes().lambda);
  ASSERT_TRUE(system.acceleration(0, parts.q, parts.v, a, lambda));
  Eigen::Vector3d pull = Eigen::Vector3d::Zero();
  double mass = 0, power = 0;
  for (int k = 0; k < 13; ++k) {
    const auto& body = parts.bodies[static_cast<std::size_t>(k)];
    const Eigen::Vector3d w = parts.v.segment<3>(6 * k + 3), alpha = a.segment<3>(6 * k + 3);
    const Eigen::Vector3d r = a.segment<3>(6 * k) - Eigen::Vector3d(0, 0, -9.81);
    pull += body.mass * a.segment<3>(6 * k);
    mass += body.mass;
    power += body.mass * r.dot(parts.v.segment<3>(6 * k)) + w.dot(body.inertia * alpha);
  }
  EXPECT_NEAR(mass, 1.63315091 + 4 * (0.15 + 0.14853845 + 0.03070001 + 0.00693606), 1e-12);
  EXPECT_NEAR((pull / mass)[2], -9.81, 1e-9);
  EXPECT_NEAR((pull / mass)[0], 0, 1e-9);
  EXPECT_NEAR(power, 0, 1e-9) << "dE/dt";
}

}  // namespace
}  // namespace plumb
