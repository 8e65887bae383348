// Tests accelerations at index 1 if a mass is very small compared with its neighbours, and if reactions are not unique.

#include "problems/mbs/multibody_factors.hpp"

#include <gtest/gtest.h>

#include "problems/mbs/testing/mechanisms.hpp"

namespace plumb::mbs {
namespace {

template <class T>
struct Solution {
  bool solved;
  Vec<T> w, lambda;
};

/// Returns the states of all bodies, rotated from the initial attitudes.
template <class T>
std::vector<BodyState<T>> turned(const Assembly<T>& parts) {
  std::vector<BodyState<T>> states(parts.bodies.size());
  for (int k = 0; k < parts.count(); ++k) {
    auto& body = states[static_cast<std::size_t>(k)];
    const Vector<T> turn(T(k % 3 - 1) / 2, T(2 - k % 4) / 4, T(k % 5) / 8);
    so3::Quaternion<T> attitude;
    attitude << T(1), turn;
    body = {parts.q.template segment<3>(7 * k), turn, turn, so3::matrix<T>(attitude.normalized())};
  }
  return states;
}

/// Forces and biases of size 1.
template <class T>
Solution<T> right_side(const Assembly<T>& parts) {
  Solution<T> out{false, Vec<T>(6 * parts.count()), Vec<T>(parts.rows)};
  for (Eigen::Index i = 0; i < out.w.size(); ++i) out.w[i] = T(i % 7 - 3) / 4;
  for (Eigen::Index i = 0; i < out.lambda.size(); ++i) out.lambda[i] = T(2 - i % 5) / 2;
  return out;
}

template <class T>
Solution<T> solution(const Assembly<T>& parts) {
  const auto states = turned(parts);
  auto out = right_side(parts);
  InertiaFactors<T> factors(parts, LinearSolver::tree);
  out.solved = factors.factor(parts, states, T(0));
  if (out.solved) factors.solve(out.w, out.lambda);
  return out;
}

// An elimination that divides by the mass of the light body would lose nine digits.
TEST(InertiaFactors, ALightBodyBetweenHeavyOnesCostsNoDigits) {
  auto mechanism = testing::chain(5);
  auto& light = mechanism.bodies[2];
  light.mass = number("39e-9");
  light.inertia = testing::moments("1e-10", "13e-9", "13e-9");
  const auto found = solution(assemble<double>(mechanism));
  const auto expected = solution(assemble<quad>(mechanism));
  ASSERT_TRUE(found.solved && expected.solved);
  const auto error = [](const Vec<double>& a, const Vec<quad>& b) {
    return static_cast<double>((a.cast<quad>() - b).cwiseAbs().maxCoeff() / b.cwiseAbs().maxCoeff());
  };
  EXPECT_LT(error(found.lambda, expected.lambda), 1e-13);
  EXPECT_LT(error(found.w, expected.w), 1e-13);
}

/// Returns the largest component of [M Gᵀ; G 0] (w, λ) − (f, e), relative to the magnitudes of its terms.
quad backward_error(const Assembly<quad>& parts, const Solution<quad>& of) {
  const auto states = turned(parts);
  const auto right = right_side(parts);
  Blocks<quad, Eigen::Dynamic, Eigen::Dynamic> blocks(6 * parts.count(), parts.rows);
  Mat<quad> rows = blocks.jacobian, positions = rows;
  fill_blocks(parts, {quad(0), quad(0), states, states}, {}, blocks, rows, positions);
  const auto absolute = [](const auto& m) { return m.cwiseAbs().eval(); };
  const Vec<quad> forces = blocks.mass * of.w + rows.transpose() * of.lambda - right.w,
                  biases = rows * of.w - right.lambda;
  const Vec<quad> of_forces = absolute(blocks.mass) * absolute(of.w) +
                              absolute(rows).transpose() * absolute(of.lambda) + absolute(right.w),
                  of_biases = absolute(rows) * absolute(of.w) + absolute(right.lambda);
  return std::max<quad>(forces.cwiseAbs().cwiseQuotient(of_forces).maxCoeff(),
                        biases.cwiseAbs().cwiseQuotient(of_biases).maxCoeff());
}

// With the lightest body, iterative refinement with factors in double does not converge, so factors in quad are used.
TEST(InertiaFactors, HaveAllDigitsOfQuad) {
  for (const char* mass : {"1", "39e-9", "39e-25"}) {
    auto mechanism = testing::chain(5);
    mechanism.bodies[2].mass = number(mass);
    const auto parts = assemble<quad>(mechanism);
    const auto found = solution(parts);
    ASSERT_TRUE(found.solved) << mass;
    EXPECT_LE(backward_error(parts, found), 16 * std::numeric_limits<quad>::epsilon()) << mass;
  }
}

// If a joint occurs twice, its reaction can be distributed arbitrarily, so the matrix is singular.
TEST(InertiaFactors, RefuseDependentConstraints) {
  auto parts = assemble<quad>(testing::chain(3));
  EXPECT_TRUE(solution(parts).solved);
  auto again = parts.ties[1];
  again.row = parts.rows;
  parts.ties.push_back(again);
  parts.rows += again.rows();
  EXPECT_FALSE(solution(parts).solved);
}

}  // namespace
}  // namespace plumb::mbs
