// Compares examples with contacts without slip with closed forms and independent equations: Chaplygin's sleigh, a disk
// that rolls in a circle or nods, and a ball on a rotating table.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <complex>
#include <numbers>

#include "methods/implicit/stage_shape.hpp"
#include "problems/mbs/multibody_system.hpp"
#include "problems/mechanisms/spanning_tree.hpp"
#include "problems/mechanisms/testing/written_mechanisms.hpp"
#include "reference/certified.hpp"

namespace plumb {
namespace {

using testing::DataOverrides;
using testing::example_mechanism;
using testing::example_problem;
using ::testing::HasSubstr;
using testing::replaced;
using testing::written_mechanism;

using Named = std::map<std::string, quad>;

ReferenceRecord certified_contact(const std::string& name, const DataOverrides& overrides, const std::string& t) {
  auto problem = example_problem(name);
  problem.t_end = t;  // scales are computed up to this time
  EXPECT_FALSE(problem.minimal()) << name << ": a tree of joints does not close contacts";
  return certified(problem, Parameters(problem.parameters, overrides), *problem.formulation("index1"), {t}).front();
}

/// Requires at least 24 certified digits of each output, all equal to the closed form.
void expect_outputs(const std::string& name, const DataOverrides& overrides, const std::string& t,
                    const Named& wanted) {
  const auto record = certified_contact(name, overrides, t);
  std::size_t found = 0;
  for (const auto& [output, value] : record.values) {
    const auto at = wanted.find(output);
    if (at == wanted.end()) continue;
    ++found;
    EXPECT_GE(value.digits, 24) << output;
    EXPECT_LT(abs(value.value - at->second), pow(quad(10), -value.digits) * value.scale) << output << " at " << t;
  }
  EXPECT_EQ(found, wanted.size());
}

quad gudermannian(const quad& x) { return 2 * atan(quad(tanh(quad(x / 2)))); }
quad without_turns_of(const quad& angle) {
  const quad turn = 2 * std::numbers::pi_v<quad>;
  return angle - turn * floor(quad(angle / turn + quad("0.5")));
}

// By default the sleigh starts backwards at 1 m/s. It still moves backwards at 1 s, and forwards at 4 s.
TEST(RollingContacts, ChaplyginsSleighTurnsRound) {
  const quad m = 1, d("0.3"), J = quad("0.2") + m * d * d, u0 = -1, w0("0.5");
  const quad c = sqrt(quad(u0 * u0 + w0 * w0 * J / m)), k = m * d * c / J, begin = log(quad((c + u0) / (c - u0))) / 2;
  for (const char* t : {"1", "4"}) {
    const quad x = begin + k * quad(t), u = c * tanh(x), w = c * sqrt(quad(m / J)) / cosh(x);
    const quad heading = sqrt(quad(J / m)) / d * (gudermannian(x) - gudermannian(begin));
    EXPECT_EQ(u > 0, std::string(t) == "4");
    expect_outputs(
        "chaplygin-sleigh", {}, t,
        {{"turning", w}, {"heading", without_turns_of(heading)}, {"side_force", -m * u * w * (1 - m * d * d / J)}});
  }
}

struct RollingDisk {
  quad m = 1, R = quad("0.4"), g = quad("9.81"), A = m * R * R / 4, C = 2 * A;
  quad lean = 7 * std::numbers::pi_v<quad> / 18, turning = 2;  // rad, rad/s

  quad steady_spin() const {
    const quad s = sin(lean), c = cos(lean);
    return (A * turning * turning * s * c - m * g * R * c) / (turning * s * (C + m * R * R));
  }
};

TEST(RollingContacts, ADiskRollsRoundACircle) {
  const RollingDisk of;
  const quad spin = of.steady_spin(), radius = -of.R * spin / of.turning, t = 3;
  expect_outputs("rolling-disk", {{"wobble", "0"}}, "3",
                 {{"x", radius * cos(quad(of.turning * t))},
                  {"y", radius * sin(quad(of.turning * t))},
                  {"z", of.R * sin(of.lean)},
                  {"lean", cos(of.lean)},
                  {"spin", spin},
                  {"normal_force", of.m * of.g}});
}

// Euler's equations of a rolling disk with the mass m, the radius R and the moments of inertia C about its axis and A
// about a diameter. In the axes a, e, h = a × e, a is the disk's axis, and e points from the contact to the centre. α
// is the angle of e above the horizontal, ψ the angle of precession about the vertical. The contact force is
// eliminated, and ω_e = ψ' sin α:
//
//   α' = −ω_h,  (C + m R²) ω_a' = −m R² ω_e ω_h,  A ω_e' = (A ω_e cot α − C ω_a) ω_h
//   (A + m R²) ω_h' = (C + m R²) ω_e ω_a − A ω_e² cot α + m g R cos α
TEST(RollingContacts, ADiskNodsAsItsOwnEquationsSay) {
  using State = Vec<quad, 4>;  // α, ω_a, ω_e, ω_h
  const RollingDisk of;
  const quad mR2 = of.m * of.R * of.R;
  const auto rate = [&](const State& x) {
    const quad cot = cos(x[0]) / sin(x[0]);
    return State(
        -x[3], -mR2 * x[2] * x[3] / (of.C + mR2), (x[2] * cot - of.C / of.A * x[1]) * x[3],
        ((of.C + mR2) * x[2] * x[1] - of.A * x[2] * x[2] * cot + of.m * of.g * of.R * cos(x[0])) / (of.A + mR2));
  };
  State x(of.lean, of.steady_spin(), of.turning * sin(of.lean), quad("0.5"));
  constexpr int steps = 2000;
  const quad h = quad(1) / steps;
  for (int n = 0; n < steps; ++n) {
    const State a = rate(x), b = rate(x + h / 2 * a), c = rate(x + h / 2 * b), d = rate(x + h * c);
    x += h / 6 * (a + 2 * b + 2 * c + d);
  }
  const auto record = certified_contact("rolling-disk", {}, "1");
  const Named wanted = {{"lean", cos(x[0])}, {"spin", x[1]}, {"z", of.R * sin(x[0])}};
  std::size_t found = 0;
  for (const auto& [name, value] : record.values) {
    const auto at = wanted.find(name);
    if (at == wanted.end()) continue;
    EXPECT_LT(abs(value.value - at->second), quad("1e-11")) << name;
    ++found;
  }
  EXPECT_EQ(found, wanted.size());
  EXPECT_GT(abs(x[0] - of.lean), quad("0.01"));
}

// The ball moves on a circle, because v' = 2/7 Ω z × v.
TEST(RollingContacts, ABallGoesRoundTwoSeventhsOfTheTablesTurns) {
  const quad t("0.2"), rate = quad(3) * 2 / 7, angle = rate * t, speed("0.2");
  expect_outputs("ball-on-turntable", {}, "0.2",
                 {{"x", quad("0.5") - speed * sin(angle) / rate}, {"y", -speed * (1 - cos(angle)) / rate}});
}

// Without its contact, this wheel on an axle would be a joint tree. Joint coordinates do not support contacts.
TEST(RollingContacts, NoJointCoordinatesGoWithThem) {
  auto mechanism = example_mechanism("rolling-disk");
  mbs::Joint axle;
  axle.name = "axle";
  axle.kind = mbs::JointKind::revolute;
  axle.second = "disk";
  mechanism.joints.push_back(axle);
  EXPECT_FALSE(mbs::spanning_tree(mechanism));
  mechanism.joints.erase(mechanism.joints.begin());
  EXPECT_TRUE(mbs::spanning_tree(mechanism));
}

// A disk and a blade on a table with prescribed speed. Rows at position level come before and after rows at velocity
// level.
constexpr const char* all_contacts = R"(schema = 1
name = "contacts"
t_end = 1
start = "correct"
[[body]]
name = "table"
mass = 2
inertia = [0.3, 0.4, 0.5]
position = [0.1, 0, 0]
angular_velocity = [0, 0, 0.7]
[[body]]
name = "disk"
mass = 1
inertia = [0.03, 0.03, 0.06]
position = [0.4, 0.1, 0.3]
first_axis = [0, 1, 0]
second_axis = [0, 0, 1]
[[body]]
name = "skate"
mass = 1
inertia = [0.03, 0.04, 0.02]
position = [-0.4, 0.3, 0.1]
[[joint]]
name = "road"
kind = "rolling-disk"
bodies = ["table", "disk"]
radius = 0.3
on_first = { point = [0, 0, 0], axis = [0, 0, 1] }
on_second = { point = [0, 0, 0], axis = [0.1, 0, 1] }
[[joint]]
name = "blade"
kind = "knife-edge"
bodies = ["skate", "table"]
point = [-0.5, 0.2, 0]
axis = [0.3, 1, 0.1]
[[joint]]
name = "hinge"
kind = "revolute"
bodies = ["ground", "table"]
point = [0, 0, 0]
axis = [0, 0, 1]
[[joint]]
name = "runner"
kind = "in-plane"
bodies = ["table", "skate"]
point = [-0.4, 0.3, 0]
axis = [0, 0, 1]
[[driver]]
name = "motor"
joint = "hinge"
coordinate = "rotation"
imposes = "rate"
polynomial = [0.7, 0.2]
)";

// Block elimination and dense elimination yield the same solutions for every form, with real and complex entries.
TEST(RollingContacts, MatricesAreTheSameInEveryAlgebra) {
  const auto mechanism = written_mechanism(all_contacts);
  for (const auto form : constrained_forms) {
    mbs::MultibodySystem<quad> tree(mbs::assemble<quad>(mechanism), form, {}, mbs::Algebra::tree);
    mbs::MultibodySystem<quad> dense(mbs::assemble<quad>(mechanism), form, {}, mbs::Algebra::dense);
    const auto sizes = tree.sizes();
    ASSERT_EQ(sizes.lambda, 11);
    ASSERT_EQ(sizes.nonholonomic, 4);
    auto x = zero_state(tree);
    x.q = tree.assembly().q;
    for (int i = 0; i < sizes.v; ++i) {
      x.v[i] = sin(quad(3 * i + 1));
      x.a[i] = cos(quad(2 * i + 1));
    }
    for (int i = 0; i < sizes.lambda; ++i) x.lambda[i] = sin(quad(i + 1));
    const auto compare = [&]<class Entry>(const Entry& alpha) {
      const auto blend = stage_blend<Entry>(form, quad("0.1"), alpha);
      Vec<Entry> w = x.v.cast<Entry>(), e = x.lambda.cast<Entry>(), mu = e;
      auto w2 = w, e2 = e, mu2 = mu;
      auto of_tree = tree.factors<Entry>();
      auto of_dense = dense.factors<Entry>();
      ASSERT_TRUE(tree.factor(of_tree, {quad(1), x}, blend)) << name(form);
      ASSERT_TRUE(dense.factor(of_dense, {quad(1), x}, blend)) << name(form);
      if (blend.stabilised) {
        tree.solve(of_tree, w, e, mu);
        dense.solve(of_dense, w2, e2, mu2);
        for (int i = 0; i < sizes.lambda; ++i) EXPECT_LT(abs(mu[i] - mu2[i]), quad("1e-25")) << name(form) << i;
      } else {
        tree.solve(of_tree, w, e);
        dense.solve(of_dense, w2, e2);
      }
      for (int i = 0; i < sizes.v; ++i) EXPECT_LT(abs(w[i] - w2[i]), quad("1e-25")) << name(form) << i;
      for (int i = 0; i < sizes.lambda; ++i) EXPECT_LT(abs(e[i] - e2[i]), quad("1e-25")) << name(form) << i;
    };
    compare(quad("0.6"));
    compare(std::complex<quad>(quad("0.5"), quad("0.3")));
  }
}

// The force of a contact is the sum over all its rows, including the nonholonomic rows, which are stored separately. It
// equals the rate of momentum of the disk minus its weight, along the normal and in the plane.
TEST(RollingContacts, AllRowsOfAContactAreItsForce) {
  auto mechanism = example_mechanism("rolling-disk");
  for (const int component : {0, 1}) {
    mbs::OutputOf output;
    output.name = "f" + std::to_string(component);
    output.kind = mbs::OutputKind::force;
    output.of = "road";
    output.component = component;
    mechanism.outputs.push_back(output);
  }
  mbs::MultibodySystem<quad> system(mbs::assemble<quad>(mechanism), Form::index1);
  auto x = zero_state(system);
  x.q = system.assembly().q;
  x.v = system.assembly().v;
  ASSERT_TRUE(system.acceleration(0, x.q, x.v, x.a, x.lambda));
  Vec<quad> out(static_cast<Eigen::Index>(mechanism.outputs.size()));
  system.outputs(0, x, out);
  const auto last = out.size() - 1;
  EXPECT_LT(abs(out[last - 1] - x.a[0]), quad("1e-28"));
  EXPECT_LT(abs(out[last] - x.a[1]), quad("1e-28"));
  EXPECT_LT(abs(out[last - 2] - x.a[2] - quad("9.81")), quad("1e-28"));
  EXPECT_GT(abs(x.a[0]), quad("0.1"));
}

std::string refusal_of_contacts(const std::string& from, const std::string& to) {
  try {
    mbs::assemble<double>(written_mechanism(replaced(all_contacts, from, to)));
  } catch (const std::exception& e) {
    return e.what();
  }
  return "accepted";
}

TEST(RollingContacts, WhatAContactNeedsIsAskedFor) {
  EXPECT_THAT(refusal_of_contacts("radius = 0.3\n", ""),
              HasSubstr("joint 'road': a rolling-disk joint needs a radius"));
  EXPECT_THAT(refusal_of_contacts("radius = 0.3", "radius = 0"), HasSubstr("the radius must be positive"));
  EXPECT_THAT(refusal_of_contacts("axis = [0.3, 1, 0.1]", "axis = [0.3, 1, 0.1]\nradius = 1"),
              HasSubstr("a radius is allowed for rolling-disk and rolling-ball only"));
  EXPECT_THAT(refusal_of_contacts("axis = [0.3, 1, 0.1]\n", ""), HasSubstr("needs an axis on 'skate'"));
}

}  // namespace
}  // namespace plumb
