// Compares URDF robots with hand-derived equations, and with the same mechanisms in TOML.

#include "problems/mechanisms/robot_bodies.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "problems/mbs/multibody_system.hpp"
#include "problems/mbs/testing/mechanisms.hpp"
#include "problems/mechanisms/fit_for_joints.hpp"
#include "problems/mechanisms/joint_tree.hpp"
#include "problems/mechanisms/mechanism_text.hpp"
#include "problems/mechanisms/testing/branched_robot.hpp"
#include "text/exit_codes.hpp"

namespace plumb {
namespace {

using ::testing::HasSubstr;
using namespace branched_robot;

TEST(UrdfMechanism, StandsWhereElementaryRotationsPutIt) {
  const auto m = read_robot(around);
  const auto parts = mbs::assemble<quad>(m);
  ASSERT_EQ(m.bodies.size(), 3U) << "the cap is part of the arm";
  EXPECT_EQ(m.bodies[0].name, "arm");
  const auto at = links<quad>(q0);
  const quad arm("2.5"), cap("0.7");
  const Point<quad> common = (arm * at.arm.p + cap * at.cap.p) / (arm + cap);
  EXPECT_LT((parts.q.segment<3>(0) - common).cwiseAbs().maxCoeff(), quad("1e-32"));
  EXPECT_LT((parts.q.segment<3>(7) - at.rod.p).cwiseAbs().maxCoeff(), quad("1e-32"));
  EXPECT_LT((parts.q.segment<3>(14) - at.flap.p).cwiseAbs().maxCoeff(), quad("1e-32"));
  const Turn<quad> A = so3::matrix<quad>(so3::Quaternion<quad>(parts.q.segment<4>(3)));
  EXPECT_LT((A - at.arm_frame.A).cwiseAbs().maxCoeff(), quad("1e-32")) << "a body has the axes of its link";
}

TEST(UrdfMechanism, StartsAndAcceleratesAsLagrangeSays) {
  const mbs::MultibodySystem<quad> system(mbs::assemble<quad>(read_robot(around)), Form::index1);
  const auto& start = system.assembly();
  Vec<quad> gap(system.sizes().lambda), a(system.sizes().v), lambda = gap;
  system.constraint(0, start.q, gap);
  EXPECT_LT(gap.cwiseAbs().maxCoeff(), quad("1e-32"));
  system.constraint_rate(0, start.q, start.v, gap);
  EXPECT_LT(gap.cwiseAbs().maxCoeff(), quad("1e-31"));
  ASSERT_TRUE(system.acceleration(0, start.q, start.v, a, lambda));

  // For q + q' (ε + η) + q'' ε η, the coefficients of ε η in the positions are accelerations.
  const auto accelerations = expected_acceleration();
  using Inner = Dual<quad, 1>;
  Vec<Dual<Inner, 1>, 3> q;
  for (int i = 0; i < 3; ++i) {
    q[i].value = Inner(q0[i]);
    q[i].value.derivatives[0] = v0[i];
    q[i].derivatives[0] = Inner(v0[i]);
    q[i].derivatives[0].derivatives[0] = accelerations[i];
  }
  const auto at = links(q);
  for (int i = 0; i < 3; ++i) {
    const auto second = [&](const auto& place) { return place.p[i].derivatives[0].derivatives[0]; };
    const quad arm = (quad("2.5") * second(at.arm) + quad("0.7") * second(at.cap)) / quad("3.2");
    EXPECT_LT(abs(a[i] - arm), quad("1e-28")) << i;
    EXPECT_LT(abs(a[6 + i] - second(at.rod)), quad("1e-28")) << i;
    EXPECT_LT(abs(a[12 + i] - second(at.flap)), quad("1e-28")) << i;
    EXPECT_LT(abs(start.v[6 + i] - at.rod.p[i].derivatives[0].value), quad("1e-31")) << i;
  }
}

TEST(UrdfMechanism, JointCoordinatesAccelerateAsLagrangeSays) {
  const auto m = read_robot(around);
  ASSERT_TRUE(mbs::is_joint_tree(m));
  const auto parts = mbs::assemble<quad>(m);
  const mbs::JointTree<quad> tree(m, parts);
  const auto joints = tree.in_joints({parts.q, parts.v});
  EXPECT_LT((joints.q - q0).cwiseAbs().maxCoeff(), quad("1e-31")) << "coordinates are those of the file";
  EXPECT_LT((joints.v - v0).cwiseAbs().maxCoeff(), quad("1e-31"));
  Vec<quad> a(3);
  tree.acceleration(0, joints.q, joints.v, a);
  EXPECT_LT((a - expected_acceleration()).cwiseAbs().maxCoeff(), quad("1e-28"));
  const quad lost = quad("0.3") * v0[0] * v0[0] + quad("0.4") * v0[1] * v0[1];
  EXPECT_LT(abs(tree.power(0, joints.q, joints.v) + lost), quad("1e-30"));

  const auto space = tree.in_space(joints);
  for (int body = 0; body < 3; ++body) {
    const so3::Quaternion<quad> e = space.q.segment<4>(7 * body + 3), actual = parts.q.segment<4>(7 * body + 3);
    EXPECT_LT(1 - abs(e.dot(actual)), quad("1e-31"));
    EXPECT_LT((space.q.segment<3>(7 * body) - parts.q.segment<3>(7 * body)).cwiseAbs().maxCoeff(), quad("1e-31"));
  }
  EXPECT_LT((space.v - parts.v).cwiseAbs().maxCoeff(), quad("1e-30"));
}

TEST(UrdfMechanism, DerivativesInJointCoordinatesAreThoseOfTheAcceleration) {
  const auto m = read_robot(around);
  const mbs::JointTree<quad> tree(m, mbs::assemble<quad>(m));
  Mat<quad> k(3, 3), d(3, 3);
  tree.stiffness(0, q0, v0, k);
  tree.damping(0, q0, v0, d);
  const quad h("1e-11");
  for (int j = 0; j < 3; ++j) {
    Vec<quad> ahead(3), behind(3), shift = Vec<quad>::Unit(3, j) * h;
    tree.acceleration(0, q0 + shift, v0, ahead);
    tree.acceleration(0, q0 - shift, v0, behind);
    EXPECT_LT(((ahead - behind) / (2 * h) - k.col(j)).cwiseAbs().maxCoeff(), quad("1e-18")) << j;
    tree.acceleration(0, q0, v0 + shift, ahead);
    tree.acceleration(0, q0, v0 - shift, behind);
    EXPECT_LT(((ahead - behind) / (2 * h) - d.col(j)).cwiseAbs().maxCoeff(), quad("1e-18")) << j;
  }
}

// Compares two computations of the derivatives: automatic differentiation of the accelerations, and tangents(). Fails
// if a term of the tangents is wrong or assigned to the wrong body; rod and flap are on different branches.
TEST(UrdfMechanism, TangentsAreTheDerivativesOfTheAcceleration) {
  const auto m = read_robot(around);
  const mbs::JointTree<quad> tree(m, mbs::assemble<quad>(m));
  ASSERT_TRUE(tree.has_tangents());
  Mat<quad> k(3, 3), d(3, 3), H(3, 3), Hd(3, 3), Hk(3, 3);
  tree.stiffness(0, q0, v0, k);
  tree.damping(0, q0, v0, d);
  tree.tangents(0, q0, v0, H, Hd, Hk);
  const quad tiny("1e-29");
  EXPECT_LT((H * k - Hk).cwiseAbs().maxCoeff(), tiny * Hk.cwiseAbs().maxCoeff());
  EXPECT_LT((H * d - Hd).cwiseAbs().maxCoeff(), tiny * Hd.cwiseAbs().maxCoeff());
  EXPECT_EQ(H, H.transpose());
  EXPECT_GT(Hk.cwiseAbs().maxCoeff(), 0.1);
}

TEST(UrdfMechanism, EqualsTheSameDoublePendulumInToml) {
  const std::string pendulum = R"(<robot name="pendulum">
  <link name="wall"/>
  <joint name="pivot" type="continuous">
    <parent link="wall"/><child link="upper"/><axis xyz="1 0 0"/>
  </joint>
  <link name="upper"><inertial>
    <origin xyz="0 2 0"/><mass value="78"/>
    <inertia ixx="104.01625" ixy="0" ixz="0" iyy="0.0325" iyz="0" izz="104.01625"/>
  </inertial></link>
  <joint name="elbow" type="continuous">
    <parent link="upper"/><child link="lower"/><origin xyz="0 4 0"/><axis xyz="1 0 0"/>
  </joint>
  <link name="lower"><inertial>
    <origin xyz="0 0 -1"/><mass value="39"/>
    <inertia ixx="13.008125" ixy="0" ixz="0" iyy="13.008125" iyz="0" izz="0.01625"/>
  </inertial></link>
</robot>)";
  const auto file = mechanism_from_text(pendulum, "pendulum.urdf");
  const mbs::MultibodySystem<quad> ours(mbs::assemble<quad>(file.mechanism(Parameters(file.parameters, {}))),
                                        Form::index1);
  const mbs::MultibodySystem<quad> other(mbs::assemble<quad>(mbs::testing::double_pendulum()), Form::index1);
  Vec<quad> a(12), b(12), lambda(10), mu(10);
  ASSERT_TRUE(ours.acceleration(0, ours.assembly().q, ours.assembly().v, a, lambda));
  ASSERT_TRUE(other.acceleration(0, other.assembly().q, other.assembly().v, b, mu));
  for (const int k : {0, 6}) {
    EXPECT_LT((ours.assembly().q.segment<3>(k / 6 * 7) - other.assembly().q.segment<3>(k / 6 * 7)).norm(),
              quad("1e-32"));
    EXPECT_LT((a.segment<3>(k) - b.segment<3>(k)).norm(), quad("1e-30"));
    EXPECT_LT(abs(a.segment<3>(k + 3).norm() - b.segment<3>(k + 3).norm()), quad("1e-30"));
  }
}

// A four-bar linkage: an upright crank of 1 m, a horizontal coupler of 2 m, and a rocker of 1.5 m that hangs from the
// coupler. It is described as a URDF chain whose end is tied to the ground, and as a loop of the same bodies in TOML.
TEST(UrdfMechanism, AClosedChainEqualsTheSameFourBarInToml) {
  const auto link = [](const std::string& name, const std::string& half, const std::string& mass) {
    return "<link name=\"" + name + "\"><inertial><origin xyz=\"" + half + " 0 0\"/><mass value=\"" + mass +
           "\"/><inertia ixx=\"0.02\" ixy=\"0\" ixz=\"0\" iyy=\"0.4\" iyz=\"0\" izz=\"0.41\"/></inertial></link>\n";
  };
  const auto joint = [](const std::string& name, const std::string& links, const std::string& at) {
    return "<joint name=\"" + name + "\" type=\"continuous\">" + links + "<origin xyz=\"" + at +
           " 0 0\"/><axis xyz=\"0 1 0\"/></joint>\n";
  };
  const std::string chain = "<robot name=\"bars\"><link name=\"world\"/>\n" + link("crank", "0.5", "1.2") +
                            link("coupler", "1", "2.3") + link("rocker", "0.75", "1.7") +
                            joint("a", "<parent link=\"world\"/><child link=\"crank\"/>", "0") +
                            joint("b", "<parent link=\"crank\"/><child link=\"coupler\"/>", "1") +
                            joint("c", "<parent link=\"coupler\"/><child link=\"rocker\"/>", "2") + "</robot>";
  const auto closed = read_robot(R"(schema = 1
name = "bars"
t_end = 1
redundant = "remove"
[urdf]
file = "bars.urdf"
[initial]
a = { position = "-pi/2", velocity = 0.9 }
b = { position = "pi/2", velocity = -0.9 }
c = { position = "pi/2", velocity = 0.6 }
[[joint]]
name = "d"
kind = "revolute"
bodies = ["world", "rocker"]
on_first = { point = [2, 0, -0.5], axis = [0, 1, 0] }
on_second = { point = [1.5, 0, 0], axis = [0, 1, 0] }
)",
                                 chain);

  const auto body = [](const std::string& name, const std::string& mass, const std::string& rest) {
    return "[[body]]\nname = \"" + name + "\"\nmass = " + mass + "\ninertia = [0.02, 0.4, 0.41]\n" + rest;
  };
  const auto hinge = [](const std::string& name, const std::string& bodies, const std::string& point) {
    return "[[joint]]\nname = \"" + name + "\"\nkind = \"revolute\"\nbodies = [" + bodies + "]\npoint = [" + point +
           "]\naxis = [0, 1, 0]\n";
  };
  const auto loop = read_robot(
      "schema = 1\nname = \"bars\"\nt_end = 1\nredundant = \"remove\"\n" +
      body("crank", "1.2",
           "position = [0, 0, 0.5]\nfirst_axis = [0, 0, 1]\nsecond_axis = [0, 1, 0]\nvelocity = [0.45, 0, 0]\n"
           "angular_velocity = [0, 0.9, 0]\n") +
      body("coupler", "2.3", "position = [1, 0, 1]\nvelocity = [0.9, 0, 0]\n") +
      body("rocker", "1.7",
           "position = [2, 0, 0.25]\nfirst_axis = [0, 0, -1]\nsecond_axis = [0, 1, 0]\nvelocity = [0.45, 0, 0]\n"
           "angular_velocity = [0, 0.6, 0]\n") +
      hinge("a", "\"ground\", \"crank\"", "0, 0, 0") + hinge("b", "\"crank\", \"coupler\"", "0, 0, 1") +
      hinge("c", "\"coupler\", \"rocker\"", "2, 0, 1") + hinge("d", "\"rocker\", \"ground\"", "2, 0, -0.5"));

  EXPECT_FALSE(mbs::is_joint_tree(closed));
  const mbs::MultibodySystem<quad> ours(mbs::assemble<quad>(closed), Form::index1);
  const mbs::MultibodySystem<quad> other(mbs::assemble<quad>(loop), Form::index1);
  const auto &first = ours.assembly(), &second = other.assembly();
  EXPECT_LT((first.v - second.v).cwiseAbs().maxCoeff(), quad("1e-31"));
  ASSERT_EQ(ours.sizes().lambda, 17) << "one freedom is left of 18";
  Vec<quad> a(18), b(18), lambda(17), gap(17);
  ours.constraint(0, first.q, gap);
  EXPECT_LT(gap.cwiseAbs().maxCoeff(), quad("1e-31"));
  ours.constraint_rate(0, first.q, first.v, gap);
  EXPECT_LT(gap.cwiseAbs().maxCoeff(), quad("1e-31"));
  ASSERT_TRUE(ours.acceleration(0, first.q, first.v, a, lambda));
  ASSERT_TRUE(other.acceleration(0, second.q, second.v, b, lambda));
  EXPECT_LT((a - b).cwiseAbs().maxCoeff(), quad("1e-29"));
  EXPECT_GT(a.cwiseAbs().maxCoeff(), quad("0.1"));
}

TEST(UrdfMechanism, PlacesOfTheFileAreThoseOfLinks) {
  const auto m = read_robot(around + R"([[output]]
name = "seen"
kind = "position"
body = "cap"
component = "y"
point = [0.05, 0.02, 0]
[[force]]
name = "rope"
kind = "spring"
bodies = ["pedestal", "flap"]
on_first = { point = [0, 0.1, 0] }
on_second = { point = [0.1, -0.2, 0.15] }
stiffness = 3
)");
  const mbs::MultibodySystem<quad> system(mbs::assemble<quad>(m), Form::index1);
  const auto& parts = system.assembly();
  Vec<quad> out(1);
  auto x = zero_state(system);
  x.q = parts.q;
  x.v = parts.v;
  system.outputs(0, x, out);
  EXPECT_LT(abs(out[0] - links<quad>(q0).cap.p[1]), quad("1e-31"));
  EXPECT_EQ(m.springs.at(0).first, "ground");
  EXPECT_LT(abs((*m.springs[0].on_second.point)[1].in<quad>()), quad("1e-31")) << "the flap's centre of mass";
  EXPECT_FALSE(mbs::is_joint_tree(m)) << "a spring acts outside of the joints";
}

TEST(UrdfMechanism, ARootFloatsIfTheFileSaysSo) {
  const std::string body = R"(<robot name="stone"><link name="stone"><inertial><origin xyz="0 0 0.5"/>
    <mass value="2"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link></robot>)";
  const auto text = [](const std::string& base) {
    return "schema = 1\nname = \"stone\"\nt_end = 1\n[urdf]\nfile = \"stone.urdf\"\n" + base;
  };
  const auto m =
      read_robot(text("base = \"floating\"\n[initial]\nstone = { position = [1, 2, 3], velocity = [0, 0, 1], "
                      "turns = [{ axis = [1, 0, 0], angle = \"pi/2\" }], angular_velocity = [2, 0, 0] }\n"),
                 body);
  ASSERT_EQ(m.bodies.size(), 1U);
  EXPECT_TRUE(m.joints.empty());
  EXPECT_NEAR(m.bodies[0].position[1].in<double>(), 1.5, 1e-15);
  EXPECT_NEAR(m.bodies[0].velocity[2].in<double>(), 0, 1e-15) << "ω × c = (2, 0, 0) × (0, −1/2, 0) = (0, 0, −1)";
  EXPECT_THAT([&] { read_robot(text(""), body); }, ::testing::ThrowsMessage<UsageError>(HasSubstr("nothing moves")));
}

}  // namespace
}  // namespace plumb
