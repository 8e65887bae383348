// Compares total momentum, angular momentum and centre of mass with values computed by hand, and tests their rates:
// without external forces the momenta are constant; gravity changes them by its force and its moment.

#include <gtest/gtest.h>

#include "problems/mechanisms/mechanism_problem.hpp"

namespace plumb::totals_of_mechanisms {
namespace {

const std::string totals = [] {
  std::string out;
  for (const char* kind : {"momentum", "centre-of-mass", "angular-momentum"})
    for (const char* component : {"x", "y", "z"})
      out += std::string("[[output]]\nname = \"") + kind + component + "\"\nkind = \"" + kind + "\"\ncomponent = \"" +
             component + "\"\n";
  for (const char* component : {"x", "y", "z"})
    out += std::string("[[output]]\nname = \"about") + component + "\"\nkind = \"angular-momentum\"\ncomponent = \"" +
           component + "\"\npoint = [1, -2, 0.5]\n";
  return out;
}();

using Three = Eigen::Matrix<quad, 3, 1>;
struct Totals {
  Three momentum, centre, about_centre, about_point;
};

/// The totals of a mechanism, initially and slightly later or earlier along its motion.
class Motion {
 public:
  explicit Motion(const std::string& text)
      : problem(mechanism_problem(mechanism_from_text(text + totals, "totals.toml"))),
        data(problem.parameters, {}),
        system(problem.in_quad.system(data, *problem.formulation("index1"))),
        start(zero_state(system)) {
    const auto x = problem.in_quad.initial(data, *problem.formulation("index1"));
    start.q = x.q;
    start.v = x.v;
    EXPECT_TRUE(system.acceleration(quad(0), start.q, start.v, start.a, start.lambda));
  }

  Totals at(const quad& t) {
    auto x = start;
    const Vec<quad> change = t * start.v + t * t / 2 * start.a;
    system.retract(start.q, change, x.q);
    x.v = start.v + t * start.a;
    Vec<quad> out = Vec<quad>::Zero(12);
    system.outputs(t, x, out);
    return {out.segment<3>(0), out.segment<3>(3), out.segment<3>(6), out.segment<3>(9)};
  }
  Totals rates() {
    const quad h("1e-9");
    const auto before = at(-h), after = at(h);
    const auto rate = [&](const Three& a, const Three& b) { return Three((b - a) / (2 * h)); };
    return {rate(before.momentum, after.momentum), rate(before.centre, after.centre),
            rate(before.about_centre, after.about_centre), rate(before.about_point, after.about_point)};
  }

 private:
  Problem problem;
  Parameters data;
  AnySystem<quad> system;
  AnySystem<quad>::State start;
};

double far(const Three& a, const Three& b) { return static_cast<double>((a - b).cwiseAbs().maxCoeff()); }

// A trunk with two arms on hinges, one with a spring, a motor and an armature; no symmetry.
std::string robot(const std::string& gravity) {
  return "schema = 1\nname = \"totals\"\nt_end = 1\nstart = \"correct\"\ngravity = " + gravity + R"(
[[body]]
name = "trunk"
mass = 3
inertia = [0.3, 0.4, 0.5, 0.02, -0.01, 0.03]
position = [0.1, 0.2, 0.3]
velocity = [0.5, -0.2, 0.4]
angular_velocity = [0.7, -0.3, 0.6]
turns = [{ axis = [1, 2, 3], angle = 0.6 }]
[[body]]
name = "left"
mass = 1.5
inertia = [0.1, 0.12, 0.15, 0.01, 0, 0]
position = [0.6, 0.2, 0.4]
centre = [0.05, -0.02, 0.1]
[[body]]
name = "right"
mass = 0.7
inertia = [0.05, 0.06, 0.04]
position = [-0.4, 0.1, 0.2]
[[joint]]
name = "shoulder"
kind = "revolute"
bodies = ["trunk", "left"]
point = [0.4, 0.1, 0.3]
axis = [0.2, 1, -0.3]
armature = 0.2
[[joint]]
name = "hip"
kind = "revolute"
bodies = ["trunk", "right"]
point = [-0.2, 0.3, 0.1]
axis = [1, 0.1, 0.4]
[[force]]
name = "coil"
kind = "rotational-spring"
joint = "shoulder"
stiffness = 3
damping = 0.4
free_angle = 0.5
[[torque]]
name = "motor"
joint = "hip"
polynomial = [1.7]
)";
}

TEST(Totals, AreKeptWhereNothingActsFromOutside) {
  Motion motion(robot("[0, 0, 0]"));
  const auto now = motion.at(0), rates = motion.rates();
  const Three zero = Three::Zero();
  EXPECT_LT(far(rates.momentum, zero), 1e-15);
  EXPECT_LT(far(rates.about_centre, zero), 1e-15);
  EXPECT_LT(far(rates.about_point, zero), 1e-15);
  EXPECT_LT(far(rates.centre, now.momentum / quad("5.2")), 1e-15);
  EXPECT_GT(far(now.about_centre, zero), 0.1) << "there is something to keep";
}

TEST(Totals, ChangeByTheForceAndTheMomentOfGravity) {
  Motion motion(robot("[0.5, -1, -9]"));
  const auto now = motion.at(0), rates = motion.rates();
  const Three weight = quad("5.2") * Three(quad(1) / 2, -1, -9), point(1, -2, quad(1) / 2);
  EXPECT_LT(far(rates.momentum, weight), 1e-14);
  EXPECT_LT(far(rates.about_centre, Three::Zero()), 1e-14);
  EXPECT_LT(far(rates.about_point, (now.centre - point).cross(weight)), 1e-14);
}

// Two free bodies: p = Σ m v, c = Σ m r/Σ m, L = Σ (r − p_0) × m v + J ω, in numbers.
TEST(Totals, AreThoseByHand) {
  Motion motion(R"(schema = 1
name = "two"
t_end = 1
[[body]]
name = "a"
mass = 2
inertia = [1, 2, 2.5]
position = [1, 0, 0]
velocity = [0, 3, 0]
angular_velocity = [0, 0, 4]
[[body]]
name = "b"
mass = 6
inertia = [1, 1, 1]
position = [0, 0, 2]
velocity = [1, 0, 0]
)");
  const auto now = motion.at(0);
  EXPECT_LT(far(now.momentum, Three(6, 6, 0)), 1e-30);
  EXPECT_LT(far(now.centre, Three(quad(1) / 4, 0, quad(3) / 2)), 1e-30);
  // about the centre: (0.75, 0, -1.5) × (0, 6, 0) + (-0.25, 0, 0.5) × (6, 0, 0) + (0, 0, 10)
  EXPECT_LT(far(now.about_centre, Three(9, 3, quad("14.5"))), 1e-29);
  // about (1, -2, 0.5): (0, 2, -0.5) × (0, 6, 0) + (-1, 2, 1.5) × (6, 0, 0) + (0, 0, 10)
  EXPECT_LT(far(now.about_point, Three(3, 9, -2)), 1e-29);
}

TEST(Totals, NeedAMass) {
  EXPECT_THROW(mechanism_from_text(
                   "schema = 1\nname = \"none\"\nt_end = 1\n[[body]]\nname = \"a\"\nmass = 0\ninertia = [0, 0, 0]\n"
                   "position = [0, 0, 0]\n" +
                       totals,
                   "none.toml"),
               UsageError);
}

}  // namespace
}  // namespace plumb::totals_of_mechanisms
