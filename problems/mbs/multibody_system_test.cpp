// Compares the matrices of mechanisms with difference quotients, for every form and solver.

#include "problems/mbs/multibody_system.hpp"

#include <gtest/gtest.h>

#include "problems/adapters/chart_tangent.hpp"
#include "problems/mbs/testing/beams.hpp"
#include "problems/mbs/testing/systems.hpp"
#include "problems/testing/blends.hpp"
#include "problems/testing/difference_quotients.hpp"

namespace plumb::mbs {
namespace {

using namespace testing;

static_assert(Mechanical<MultibodySystem<double>> && Observable<MultibodySystem<double>> &&
              OffersBlocks<MultibodySystem<double>> && ProvidesPower<MultibodySystem<double>>);

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

// Compares matrices in a chart with the blocks multiplied by N.
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

// Adds friction, which depends on multipliers and through them on all positions and velocities.
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
