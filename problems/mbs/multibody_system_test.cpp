// The equations of mechanisms: their matrices are compared with difference quotients for every form and solver, and
// their motions with known ones.

#include "problems/mbs/multibody_system.hpp"

#include <gtest/gtest.h>

#include <numbers>

#include "problems/adapters/chart_tangent.hpp"
#include "problems/mbs/mechanism_check.hpp"
#include "problems/mbs/start.hpp"
#include "problems/mbs/testing/beams.hpp"
#include "problems/testing/blends.hpp"
#include "problems/testing/difference_quotients.hpp"

namespace plumb::mbs {
namespace {

using namespace testing;

static_assert(Mechanical<MultibodySystem<double>> && Observable<MultibodySystem<double>> &&
              OffersBlocks<MultibodySystem<double>> && TellsPower<MultibodySystem<double>>);

template <class T>
MultibodySystem<T> system_of(const Mechanism& m, Form form, Algebra algebra = Algebra::automatic,
                             so3::Retraction retraction = so3::Retraction::exponential) {
  return MultibodySystem<T>(assemble<T>(m), form, {retraction}, algebra);
}

// A state near the initial one that keeps no constraint and is not in balance; every scalar holds its entries exactly,
// except q.
template <class S>
typename S::State arbitrary_state(const S& s) {
  using T = typename S::Scalar;
  auto x = zero_state(s);
  auto turn = x.v;
  for (Eigen::Index i = 0; i < x.v.size(); ++i) {
    turn[i] = T(i % 7 - 3) / 16;
    x.v[i] = T(2 * (i % 5) - 3) / 4;
    x.a[i] = T(3 - i % 8) / 2;
  }
  for (Eigen::Index i = 0; i < x.lambda.size(); ++i) x.lambda[i] = T(5 - 3 * (i % 4)) / 4;
  s.retract(s.assembly().q, turn, x.q);
  return x;
}
template <class S>
typename S::Q rows_of(const S& s, const typename S::State& x) {
  typename S::V turn = x.v / 8;
  typename S::Q out = x.q;
  s.retract(x.q, turn, out);
  return out;
}

template <class T>
class MultibodyMatrices : public ::testing::Test {};
using Precisions = ::testing::Types<double, long double, quad>;
TYPED_TEST_SUITE(MultibodyMatrices, Precisions);

template <class T>
constexpr double bound() {
  return std::max(1e6 * static_cast<double>(std::numeric_limits<T>::epsilon()), 1e-17);
}

TYPED_TEST(MultibodyMatrices, AreThoseOfItsEquations) {
  using T = TypeParam;
  for (const auto& mechanism :
       {double_pendulum(), tree(), tree_of_speeds(), loop(), chain(3), bent_beam(), bent_beam(BeamBalance::energy)})
    for (const Form form : constrained_forms) {
      auto exact_system = system_of<quad>(mechanism, form);
      auto exact_x = arbitrary_state(exact_system);
      const auto exact = plumb::testing::blocks_by_differences(exact_system, exact_x, 0);
      exact_x.q = rows_of(exact_system, exact_x);
      const auto exact_rows = plumb::testing::blocks_by_differences(exact_system, exact_x, 0);
      for (const auto algebra : {Algebra::dense, Algebra::klu, Algebra::tree}) {
        auto s = system_of<T>(mechanism, form, algebra);
        const auto x = arbitrary_state(s);
        const auto q_rows = rows_of(s, x);
        const auto title = std::string(name(form)) + " " + std::string(s.linear_algebra()) + " of " +
                           std::to_string(mechanism.bodies.size());
        EXPECT_LT(plumb::testing::worst_solution<T>(s, exact, exact_rows, x, q_rows), bound<T>()) << title;
        EXPECT_LT(plumb::testing::worst_solution<std::complex<T>>(s, exact, exact_rows, x, q_rows), bound<T>())
            << title;
      }
    }
}

// Matrices in a chart are compared with the columns of the blocks times N.
TEST(MultibodySystem, MatricesInChartsHaveItsTangent) {
  for (const auto& mechanism : {tree(), tree_of_speeds(), loop(), bent_beam(), bent_beam(BeamBalance::energy)})
    for (const auto retraction : {so3::Retraction::exponential, so3::Retraction::cayley})
      for (const Form form : constrained_forms)
        for (const bool by_velocity : {false, true})
          for (const auto algebra : {Algebra::dense, Algebra::klu}) {
            auto s = system_of<double>(mechanism, form, algebra, retraction);
            const auto x = arbitrary_state(s);
            const Vec<double> theta = x.a / 16, velocity = x.v / 2;
            PointOf<decltype(s)> at{0.3, x};
            at.centre = &x.q;
            at.theta = &theta;
            at.weight = 0.125;
            if (by_velocity) at.velocity = &velocity;
            BlocksOf<decltype(s)> blocks(s.sizes().v, s.sizes().lambda);
            s.blocks(0.3, x, blocks);
            ChartTangent<double, Eigen::Dynamic> chart(s.sizes().v);
            ASSERT_TRUE(chart.take(s, at));
            chart.apply(blocks.stiffness);
            chart.apply(blocks.rate_by_q);
            chart.apply(blocks.acceleration_by_q);
            Mat<double> positions = blocks.jacobian;
            chart.apply(positions);
            auto factors = s.factors<double>();
            for (const auto& b : plumb::testing::blends<double>(form)) {
              DenseFactors<double, Eigen::Dynamic, Eigen::Dynamic> dense(s.sizes().v, s.sizes().lambda, b.stabilised,
                                                                         s.sizes().nonholonomic);
              ASSERT_TRUE(dense.factor(blocks, blocks.jacobian, positions, b));
              ASSERT_TRUE(s.factor(factors, at, b));
              auto w = plumb::testing::right_side<double>(s.sizes().v, 1), w1 = w;
              auto e = plumb::testing::right_side<double>(s.sizes().lambda, 2), e1 = e, m = e, m1 = e;
              if (b.stabilised) {
                dense.solve(w1, e1, m1);
                s.solve(factors, w, e, m);
              } else {
                dense.solve(w1, e1);
                s.solve(factors, w, e);
              }
              EXPECT_LT(plumb::testing::gap(w, w1) + plumb::testing::gap(e, e1) + plumb::testing::gap(m, m1), 1e-9)
                  << name(form) << " " << s.linear_algebra();
            }
          }
}

// Friction depends on the multipliers of its own equations, which depend on everything.
Mechanism with_friction(Mechanism m) {
  m.frictions = {{"slide", "de", number("0.3")}, {"rub", "de", number("0.2")}};
  m.frictions[1].normal = triple("1", "-0.5", "0.3");
  return m;
}
TEST(MultibodySystem, TangentsOfFrictionAreThoseOfItsForce) {
  for (const auto& mechanism : {with_friction(tree()), with_friction(loop())})
    for (const Form form : constrained_forms) {
      auto s = system_of<quad>(mechanism, form);
      const auto x = arbitrary_state(s);
      BlocksOf<decltype(s)> blocks(s.sizes().v, s.sizes().lambda);
      s.blocks(0, x, blocks);
      const auto exact = plumb::testing::blocks_by_differences(s, x, 0);
      const auto [gap, block] = plumb::testing::worst_block<quad>(blocks, exact);
      EXPECT_LT(gap, 1e-17) << name(form) << " " << block;
      const auto q_rows = rows_of(s, x);
      auto y = x;
      y.q = q_rows;
      EXPECT_LT(
          plumb::testing::worst_solution<quad>(s, exact, plumb::testing::blocks_by_differences(s, y, 0), x, q_rows),
          1e-17);
    }
}

// A block of mass m pulled by P over a rail, pressed by m g and a side force: m a = P − μ √((m g)² + S²).
TEST(MultibodySystem, FrictionIsThePressureTimesItsCoefficient) {
  Mechanism m;
  m.bodies = {{"block", number("2"), moments("0.1", "0.1", "0.1"), triple("0", "0", "0"), {}, triple("3", "0", "0")}};
  m.joints = {joint("rail", JointKind::translational, "ground", "block",
                    in_space(triple("0", "0", "0"), triple("1", "0", "0")))};
  m.loads = {{"pull", "block", false, Frame::space, triple("30", "5", "0")}};
  m.frictions = {{"rub", "rail", number("0.4")}};
  const auto acceleration = [&] {
    const auto s = system_of<double>(m, Form::index3);
    auto x = zero_state(s);
    EXPECT_TRUE(s.acceleration(0, s.assembly().q, s.assembly().v, x.a, x.lambda));
    EXPECT_NEAR(s.power(0, s.assembly().q, s.assembly().v, x.lambda), 2 * x.a[0] * s.assembly().v[0], 1e-13);
    return x.a[0];
  };
  const double weight = 2 * 9.81;
  EXPECT_NEAR(acceleration(), (30 - 0.4 * std::hypot(weight, 5)) / 2, 1e-14);
  m.frictions[0].normal = triple("0", "0", "1");
  EXPECT_NEAR(acceleration(), (30 - 0.4 * weight) / 2, 1e-14);
  m.bodies[0].velocity = triple("-3", "0", "0");
  EXPECT_NEAR(acceleration(), (30 + 0.4 * weight) / 2, 1e-14);
  m.bodies[0].velocity = triple("9e-6", "0", "0");  // below the threshold
  EXPECT_NEAR(acceleration(), 15, 1e-14);
}

// --- known motions

// Angles are measured from the downward vertical: y = Σ L sin θ, z = −Σ L cos θ; J is that of bars about their centres.
struct PlanarPendulum {
  using Angles = Vec<quad, 2>;

  static Angles acceleration(const Angles& angle, const Angles& rate) {
    const quad g = quad("9.81"), coupling = 39 * 4, bend = angle[0] - angle[1];
    const quad first = quad("104.01625") + 78 * 4 + 39 * 16, second = quad("13.008125") + 39;
    const quad off = coupling * cos(bend), s = coupling * sin(bend);
    const quad r0 = -s * rate[1] * rate[1] - g * (78 * 2 + 39 * 4) * sin(angle[0]);
    const quad r1 = s * rate[0] * rate[0] - g * 39 * sin(angle[1]);
    const quad determinant = first * second - off * off;
    return {(second * r0 - off * r1) / determinant, (first * r1 - off * r0) / determinant};
  }
  // Moves the initial state of double_pendulum(), where θ = (π/2, 0), to these angles and rates.
  static MultibodySystem<quad>::State state(const MultibodySystem<quad>& s, const Angles& angle, const Angles& rate) {
    auto x = zero_state(s);
    const quad quarter = 2 * atan(quad(1));
    Vec<quad> turn = x.v;
    turn[5] = angle[0] - quarter;  // about the third axis of either bar, which is x of space
    turn[11] = angle[1];
    s.retract(s.assembly().q, turn, x.q);
    Vec<quad, 2> end(0, 0), speed(0, 0);
    for (int k = 0; k < 2; ++k) {
      const quad half = k == 0 ? 2 : 1, sine = sin(angle[k]), cosine = cos(angle[k]);
      const Vec<quad, 2> arm(half * sine, -half * cosine), arm_rate(half * cosine * rate[k], half * sine * rate[k]);
      x.q[7 * k] = 0;
      x.q[7 * k + 1] = end[0] + arm[0];
      x.q[7 * k + 2] = end[1] + arm[1];
      x.v[6 * k + 1] = speed[0] + arm_rate[0];
      x.v[6 * k + 2] = speed[1] + arm_rate[1];
      x.v[6 * k + 5] = rate[k];
      end += 2 * arm;
      speed += 2 * arm_rate;
    }
    return x;
  }
};

TEST(MultibodySystem, DoublePendulumMovesAsInMinimalCoordinates) {
  const auto s = system_of<quad>(double_pendulum(), Form::index1);
  EXPECT_TRUE(s.conservative());
  for (int sample = 0; sample < 20; ++sample) {
    const PlanarPendulum::Angles angle(quad(sample * 7 % 13 - 6) / 3, quad(sample * 5 % 11 - 5) / 2);
    const PlanarPendulum::Angles rate(quad(sample * 3 % 7 - 3), quad(sample % 9 - 4));
    auto x = PlanarPendulum::state(s, angle, rate);
    Vec<quad> gap(10);
    s.constraint(0, x.q, gap);
    EXPECT_LT(gap.cwiseAbs().maxCoeff(), 1e-31);
    s.constraint_rate(0, x.q, x.v, gap);
    EXPECT_LT(gap.cwiseAbs().maxCoeff(), 1e-30);
    ASSERT_TRUE(s.acceleration(0, x.q, x.v, x.a, x.lambda));
    const auto expected = PlanarPendulum::acceleration(angle, rate);
    EXPECT_LT(static_cast<double>(abs(x.a[5] - expected[0]) + abs(x.a[11] - expected[1])), 1e-29) << sample;
    // The lower bar hangs on the elbow: m (z'' + g) acts along z, because the third axis of the first place is x.
    Vec<quad> out(2);
    s.outputs(0, x, out);
    EXPECT_EQ(out[0], x.q[9]);
    const Matrix<quad> frame =
        so3::matrix<quad>(so3::Quaternion<quad>(x.q.segment<4>(3))) * s.assembly().joints[1].on_first.axes;
    const Vector<quad> pull = 39 * (Vector<quad>(x.a.segment<3>(6)) + Vector<quad>(0, 0, quad("9.81")));
    EXPECT_LT(static_cast<double>(abs(out[1] - frame.col(0).dot(pull))), 1e-27);
  }
}

// The rate of the energy along the velocities and accelerations of a state, by differences.
quad energy_rate(const MultibodySystem<quad>& s, const quad& t, const MultibodySystem<quad>::State& x) {
  const quad e = quad(1) / (1 << 18);
  const auto energy = [&](const quad& time) {
    auto q = x.q;
    Vec<quad> turn = time * x.v;
    s.retract(x.q, turn, q);
    return s.energy(t + time, q, x.v + time * x.a);
  };
  return (45 * (energy(e) - energy(-e)) - 9 * (energy(2 * e) - energy(-2 * e)) + energy(3 * e) - energy(-3 * e)) /
         (60 * e);
}

// Position, velocity and acceleration of the slider are those of the closed form, and the motor's torque gives its
// power.
TEST(MultibodySystem, SliderCrankFollowsItsDriver) {
  const auto m = slider_crank();
  const auto s = system_of<quad>(m, Form::index3);
  EXPECT_FALSE(s.conservative());
  auto x = zero_state(s);
  const auto start = initial_state(s, m.start);
  x.q = start.q;
  x.v = start.v;
  EXPECT_LT(static_cast<double>(start.position_gap), 1e-9);
  EXPECT_GT(static_cast<double>(start.velocity_gap), 1e-3);  // rod and slider are written at rest
  ASSERT_TRUE(s.acceleration(0, x.q, x.v, x.a, x.lambda));
  const quad rate = 8 * atan(quad(1)), r = quad("0.08");
  const quad y = quad("0.1"), z = quad("0.2"), y1 = r * rate, z2 = -r * rate * rate;  // of B, at t = 0
  const quad at = sqrt(quad("0.09") - y * y - z * z), v = -y * y1 / at;
  const quad a = -(v * v + y1 * y1 + z * z2) / at;
  EXPECT_LT(static_cast<double>(abs(x.q[14] - at)), 1e-31);
  EXPECT_LT(static_cast<double>(abs(x.v[12] - v)), 1e-30);
  EXPECT_LT(static_cast<double>(abs(x.a[12] - a)), 1e-28);
  Vec<quad> out(3);
  s.outputs(0, x, out);
  EXPECT_LT(static_cast<double>(abs(s.power(0, x.q, x.v, x.lambda) + out[2] * rate)), 1e-28);  // ω = −2π
  EXPECT_LT(static_cast<double>(abs(energy_rate(s, 0, x) - s.power(0, x.q, x.v, x.lambda))), 1e-18);
}

// This fails if the force of gravity lacks its factor, or the power lacks the factor's rate.
TEST(MultibodySystem, GravityThatChangesHasAPower) {
  auto m = tree();
  m.start = Start::correct;
  ASSERT_FALSE(m.gravity_factor.sines.empty());
  const auto s = system_of<quad>(m, Form::index1);
  auto x = zero_state(s);
  const auto start = initial_state(s, m.start);
  x.q = start.q;
  x.v = start.v;
  ASSERT_TRUE(s.acceleration(0, x.q, x.v, x.a, x.lambda));
  const quad power = s.power(0, x.q, x.v, x.lambda);
  EXPECT_LT(static_cast<double>(abs(energy_rate(s, 0, x) - power)), 1e-15 * static_cast<double>(1 + abs(power)));
  m.drivers.clear();
  m.loads.clear();
  m.springs.clear();
  m.rotational_springs.clear();
  m.translational_springs.clear();
  m.outputs.clear();
  EXPECT_FALSE(system_of<quad>(m, Form::index1).conservative());
  m.gravity_factor = {{number("2")}};
  EXPECT_TRUE(system_of<quad>(m, Form::index1).conservative());
}

// --- initial states

TEST(MultibodySystem, InitialValuesAreMovedOntoTheConstraintsByTheLeastChange) {
  for (auto m : {tree(), loop()}) {
    m.joints[6].length = number("1.2");  // m, which the written positions do not keep
    const auto s = system_of<double>(m, Form::index1);
    const auto at = initial_state(s, Start::correct);
    EXPECT_GT(at.position_gap, 1e-3);
    EXPECT_GT(at.velocity_gap, 1e-3);
    Vec<double> gap(s.sizes().lambda);
    s.constraint(0, at.q, gap);
    EXPECT_LT(gap.cwiseAbs().maxCoeff(), 1e-13);
    s.constraint_rate(0, at.q, at.v, gap);
    EXPECT_LT(gap.cwiseAbs().maxCoeff(), 1e-13);
    // M (v − v_0) is a reaction: it does no work on velocities that the constraints allow.
    Vec<double> change = at.v - s.assembly().v, impulse = change, w = at.v, e = gap;
    s.momentum(at.q, change, impulse);
    auto factors = s.factors<double>();
    auto x = zero_state(s);
    x.q = at.q;
    ASSERT_TRUE(s.factor(factors, {0, x}, Blend<double>{.mass = 1}));
    w = impulse;
    e.setZero();
    s.solve(factors, w, e);  // the part of the impulse that moves something
    EXPECT_LT(w.cwiseAbs().maxCoeff(), 1e-12);
  }
}

std::string refusal(const Mechanism& m) {
  try {
    const auto s = system_of<double>(m, Form::index1);
    initial_state(s, m.start);
  } catch (const MechanismMistake& e) {
    EXPECT_EQ(e.code, Mistake::contradiction) << e.what();
    return e.what();
  }
  return "accepted";
}

TEST(MultibodySystem, ViolatedConstraintsAreRefusedByNameAndSize) {
  auto m = double_pendulum();
  EXPECT_EQ(refusal(m), "accepted");
  m.joints[1].on_second = in_body(triple("-1.25", "0", "0"), triple("0", "0", "1"));
  EXPECT_EQ(refusal(m),
            "joint 'elbow': inconsistent initial values: position level (the points coincide) violated by 0.25");
  m = double_pendulum();
  m.bodies[1].velocity = triple("0", "0.5", "0");
  EXPECT_EQ(refusal(m),
            "joint 'elbow': inconsistent initial values: velocity level (the points coincide) violated by 0.5");
  m = slider_crank();
  m.drivers[0].value.polynomial[0] = number("0.5");  // a jump at the start
  m.start = Start::refuse;
  EXPECT_EQ(refusal(m), "driver 'motor': inconsistent initial values: position level (the angle) violated by 0.479");
  m.drivers[0].value.polynomial = {number("0"), number("1")};  // at rest as written
  EXPECT_EQ(refusal(m), "driver 'motor': inconsistent initial values: velocity level (the angle) violated by 7.28");
}

// sin(θ − f) vanishes half a turn away too, and Newton's iteration ends there from more than a quarter of a turn away.
TEST(MultibodySystem, DriversThatBeginHalfATurnAwayAreRefused) {
  auto m = slider_crank();
  for (const auto start : {Start::refuse, Start::correct}) {
    m.start = start;
    m.drivers[0].value.polynomial[0] = number("pi");
    EXPECT_EQ(refusal(m),
              "driver 'motor': inconsistent initial values: the angle is 0 rad, and the driver begins at 3.14 rad; "
              "corrected is what is less than a quarter turn");
  }
  m.drivers[0].value.polynomial[0] = number("-2");
  EXPECT_EQ(refusal(m).substr(0, 96),
            "driver 'motor': inconsistent initial values: the angle is 0 rad, and the driver begins at -2 rad");
  for (const char* angle : {"2*pi", "0.1", "-4*pi-0.1"}) {
    m.drivers[0].value.polynomial[0] = number(angle);
    EXPECT_EQ(refusal(m), "accepted") << angle;
  }
}

// --- redundant constraints

// A planar four-bar linkage of four revolute joints about x has three constraints too many.
Mechanism four_bar() {
  Mechanism m;
  const auto x = triple("1", "0", "0"), rest = triple("0", "0", "0");
  const auto bar = [&](const char* name, Triple at) {
    m.bodies.push_back({name, number("1"), moments("0.1", "0.1", "0.1"), std::move(at)});
  };
  bar("left", triple("0", "0", "0.5"));
  bar("coupler", triple("0", "1", "1.25"));
  bar("right", triple("0", "2", "0.75"));
  m.joints = {joint("A", JointKind::revolute, "ground", "left", in_space(rest, x)),
              joint("B", JointKind::revolute, "left", "coupler", in_space(triple("0", "0", "1"), x)),
              joint("C", JointKind::revolute, "coupler", "right", in_space(triple("0", "2", "1.5"), x)),
              joint("D", JointKind::revolute, "right", "ground", in_space(triple("0", "2", "0"), x))};
  return m;
}

TEST(MultibodySystem, RedundantConstraintsAreToldWithTheirReason) {
  auto m = four_bar();
  const auto told = refusal(m);
  EXPECT_NE(told.find("redundant constraint"), std::string::npos) << told;
  EXPECT_NE(told.find("3 of 20 constraints are redundant"), std::string::npos) << told;
  EXPECT_NE(told.find("joint 'A', the rest of joint 'B', joint 'C', joint 'D'"), std::string::npos) << told;
  m = double_pendulum();  // in a tree
  m.joints.push_back(joint("twin", JointKind::revolute, "lower", "upper", m.joints[1].on_first));
  EXPECT_NE(refusal(m).find("5 of 15 constraints are redundant"), std::string::npos) << refusal(m);
}

TEST(MultibodySystem, RemovedConstraintsLeaveTheMotion) {
  auto m = four_bar();
  m.redundant = Redundant::remove;
  m.bodies[0].angular_velocity = triple("1", "0", "0");
  m.start = Start::correct;
  const auto s = system_of<double>(m, Form::index1);
  EXPECT_EQ(s.sizes().lambda, 17);
  auto planar = four_bar();  // the same mechanism with 17 constraints
  planar.joints[2].kind = JointKind::spherical;
  planar.joints[2].on_first.axis = planar.joints[2].on_second.axis = {};
  planar.bodies[0].angular_velocity = m.bodies[0].angular_velocity;
  planar.joints[3].kind = JointKind::in_plane;
  planar.joints[3].on_first.axis = planar.joints[3].on_second.axis = triple("0", "1", "0");
  planar.joints.push_back(planar.joints[3]);
  planar.joints.back().name = "D2";
  planar.joints.back().on_first.axis = planar.joints.back().on_second.axis = triple("0", "0", "1");
  planar.joints.push_back(joint("E", JointKind::perpendicular, "right", "ground", {}));
  planar.joints.back().on_first = in_space({}, triple("1", "0", "0"));
  planar.joints.back().on_second = in_space({}, triple("0", "1", "0"));
  planar.joints.push_back(planar.joints.back());
  planar.joints.back().name = "E2";
  planar.joints.back().on_second = in_space({}, triple("0", "0", "1"));
  planar.start = Start::correct;
  const auto exact = system_of<double>(planar, Form::index1);
  ASSERT_EQ(exact.sizes().lambda, 17);
  auto x = zero_state(s), y = zero_state(exact);
  const auto at = initial_state(s, Start::correct), there = initial_state(exact, Start::correct);
  EXPECT_LT((at.v - there.v).cwiseAbs().maxCoeff(), 1e-12);
  ASSERT_TRUE(s.acceleration(0, at.q, at.v, x.a, x.lambda));
  ASSERT_TRUE(exact.acceleration(0, there.q, there.v, y.a, y.lambda));
  EXPECT_LT((x.a - y.a).cwiseAbs().maxCoeff(), 1e-11);
}

TEST(MultibodySystem, ChoosesItsLinearAlgebra) {
  EXPECT_EQ(system_of<double>(double_pendulum(), Form::index3).linear_algebra(), "tree");
  EXPECT_EQ(system_of<double>(loop(), Form::index3).linear_algebra(), "tree");
  EXPECT_EQ(system_of<double>(loop(), Form::index3, Algebra::klu).linear_algebra(), "klu");
  EXPECT_EQ(system_of<quad>(loop(), Form::index3, Algebra::klu).linear_algebra(), "tree");
  EXPECT_EQ(system_of<double>(loop(), Form::index3, Algebra::dense).linear_algebra(), "dense");
  EXPECT_EQ(system_of<quad>(with_friction(loop()), Form::index3).linear_algebra(), "dense");
  EXPECT_THROW(system_of<double>(with_friction(loop()), Form::index3, Algebra::tree), std::invalid_argument);
}

}  // namespace
}  // namespace plumb::mbs
