// Compares Newton's matrix of `tangent=predicted` with difference quotients of the equations at the rotations of the
// predicted state. For a rotation R(g) R_p these are the derivatives at g = 0:
//
//   J(r, R_p, p, p', λ),   with the current positions r of the origins, momenta p, rates p' and multipliers λ
//
// The test composes this state of the current positions and the predicted quaternions, without a chart.

#include "problems/mbs/predicted_rotations.hpp"

#include <gtest/gtest.h>

#include "problems/mbs/testing/beams.hpp"
#include "problems/mbs/testing/momentum_forms.hpp"

namespace plumb::mbs {
namespace {

using namespace testing;

/// An iterate of a stage, in a chart around another configuration, and the predicted state of the stage.
class Iterate {
 public:
  explicit Iterate(BothForms& equations)
      : x(equations.state()), predicted_q(x.q), centre(x.q), theta(x.a / 16), predicted(theta), s(equations.momenta) {
    s.retract(centre, theta, x.q);
    predict(0, 0);
  }

  /// Sets the predicted state: θ plus `turn` times a vector in the rotations, and `move` times it in the positions.
  void predict(const quad& turn, const quad& move) {
    for (Eigen::Index i = 0; i < theta.size(); ++i)
      predicted[i] = theta[i] + (i % 6 < 3 ? move : turn) * quad(1 + i % 4) * (i % 3 == 1 ? -1 : 1);
    s.retract(centre, predicted, predicted_q);
  }
  PointOf<InMomenta> point() const { return point_at(x, theta, &predicted); }
  PointOf<InMomenta> point_without_prediction() const { return point_at(x, theta, nullptr); }

  /// The state J(...) of the first comment, for bodies with the origin s, as the point at which the exact matrix is
  /// the expected one. Sections of beams follow the bodies. The point refers to this object.
  PointOf<InMomenta> expected(int bodies, const Vector<quad>& origin) {
    mixed_theta = theta;
    for (int k = 0; k < bodies; ++k) mixed_theta.segment<3>(6 * k + 3) = predicted.segment<3>(6 * k + 3);
    mixed = x;
    s.retract(centre, mixed_theta, mixed.q);
    for (int k = 0; k < bodies; ++k) {
      const Vec<quad, 4> turned = quaternion(predicted_q, k);
      const Vector<quad> arm = so3::matrix<quad>(quaternion(x.q, k)) * origin;
      const Vector<quad> turned_arm = so3::matrix<quad>(quaternion(predicted_q, k)) * origin;
      mixed.q.segment<3>(7 * k) = x.q.segment<3>(7 * k) + arm - turned_arm;
      mixed.q.segment<4>(7 * k + 3) = turned;
    }
    return point_at(mixed, mixed_theta, nullptr);
  }

 private:
  PointOf<InMomenta> point_at(const InMomenta::State& state, const Vec<quad>& chart,
                              const Vec<quad>* prediction) const {
    return {.t = quad("0.3"),
            .x = state,
            .centre = &centre,
            .theta = &chart,
            .velocity = &x.v,
            .weight = quad("0.125"),
            .predicted_theta = prediction};
  }

  InMomenta::State x;
  Vec<quad> predicted_q, centre, theta, predicted;
  InMomenta::State mixed = x;
  Vec<quad> mixed_theta = theta;
  InMomenta& s;
};

InMomenta with_predicted_tangent(const BothForms& of) {
  auto out = of.momenta;
  out.use_predicted_rotations();
  return out;
}

/// Returns the solution, with its multipliers last, of one right side with the matrix of a stage.
Vec<quad> solution_at(const InMomenta& s, const PointOf<InMomenta>& at) {
  auto factors = s.factors<quad>();
  const Blend<quad> stage{
      .mass = 1, .damping = quad("0.125"), .stiffness = quad("0.015625"), .jacobian = 0, .position = 1};
  EXPECT_TRUE(s.factor(factors, at, stage));
  auto w = plumb::testing::right_side<quad>(s.sizes().v, 1);
  auto e = plumb::testing::right_side<quad>(s.sizes().lambda, 2);
  s.solve(factors, w, e);
  Vec<quad> out(w.size() + e.size());
  out << w, e;
  return out;
}

TEST(PredictedRotations, GiveTheDerivativesAtTheRotationsOfThePredictedState) {
  for (const auto& of : {loop(), bent_beam(), carried_beam()})
    for (const auto form : {Form::index1, Form::index3})
      for (const auto retraction : {so3::Retraction::cayley, so3::Retraction::exponential}) {
        BothForms both(of, form, retraction, Algebra::tree);
        Iterate iterate(both);
        iterate.predict(quad("0.0625"), quad("0.25"));
        const auto expected = iterate.expected(both.velocities.assembly().count(), zeros<Vector<quad>>());
        expect_matrices(with_predicted_tangent(both), iterate.point(), both, expected);
      }
}

// The current position of a body is the position of its origin, here not the centre of mass.
TEST(PredictedRotations, KeepTheCurrentPositionsOfTheOrigins) {
  for (const auto& of : {loop(), carried_beam()}) {
    BothForms both(of, Form::index3, so3::Retraction::cayley, Algebra::tree, true);
    Iterate iterate(both);
    iterate.predict(quad("0.0625"), quad("0.25"));
    const auto expected = iterate.expected(both.velocities.assembly().count(), origins_of(of, true).front());
    const auto found = solution_at(with_predicted_tangent(both), iterate.point());
    EXPECT_LT(plumb::testing::gap(found, solution_at(both.momenta, expected)), 1e-25);
  }
}

// A difference of the rotations by ε changes solutions by O(ε).
TEST(PredictedRotations, DifferFromTheExactMatrixByFirstOrder) {
  for (const auto& of : {loop(), bent_beam()}) {
    BothForms both(of, Form::index3, so3::Retraction::cayley);
    const auto predicted = with_predicted_tangent(both);
    Iterate iterate(both);
    const auto exact = solution_at(both.momenta, iterate.point());
    const auto difference = [&](const quad& turn) {
      iterate.predict(turn, 0);
      return static_cast<double>((solution_at(predicted, iterate.point()) - exact).norm() / exact.norm());
    };
    const quad size = quad(1) / (1 << 20);
    const double coarse = difference(size), fine = difference(size / 2);
    EXPECT_GT(coarse, 0.01 * static_cast<double>(size));
    EXPECT_NEAR(coarse / fine, 2, 1e-3);
  }
}

TEST(PredictedRotations, GiveTheExactMatrixIfTheyAreTheRotationsOfTheIterate) {
  for (const auto& of : {loop(), carried_beam()}) {
    BothForms both(of, Form::index3, so3::Retraction::cayley);
    const auto predicted = with_predicted_tangent(both);
    Iterate iterate(both);
    const auto exact = solution_at(both.momenta, iterate.point_without_prediction());
    EXPECT_EQ(solution_at(predicted, iterate.point()), exact);
    iterate.predict(0, quad("0.25"));  // only positions differ
    EXPECT_EQ(solution_at(predicted, iterate.point()), exact);
    iterate.predict(quad("0.0625"), 0);
    EXPECT_NE(solution_at(predicted, iterate.point()), exact);
    EXPECT_EQ(solution_at(predicted, iterate.point_without_prediction()), exact);
    EXPECT_EQ(solution_at(both.momenta, iterate.point()), exact);
  }
}

// Stages of a step may have the same time and the same centre of the chart, so the system must not store a prediction.
TEST(PredictedRotations, BelongToThePointAndNotToTheTime) {
  BothForms both(bent_beam(), Form::index3, so3::Retraction::cayley);
  const auto reused = with_predicted_tangent(both);
  Iterate iterate(both);
  for (const auto* turn : {"0.0625", "-0.03125", "0.0625"}) {
    iterate.predict(quad(turn), 0);
    EXPECT_EQ(solution_at(reused, iterate.point()), solution_at(with_predicted_tangent(both), iterate.point()));
  }
}

}  // namespace
}  // namespace plumb::mbs
