#include "methods/analysis/linear_order.hpp"

#include <array>
#include <limits>

#include "methods/analysis/principal_root.hpp"
#include "methods/analysis/stability_by_formula.hpp"
#include "numerics/partial_lu.hpp"

namespace plumb {
namespace {

struct RootErrors {
  quad root, velocity;
};

// v/q of the eigenvector for λ = x + iy, by inverse iteration with the real form of A − λ.
Root velocity_ratio(const Mat<quad>& a, const Root& root) {
  const auto n = a.rows();
  const quad shift = quad(1e-25);  // regularises the system
  LargePartialLu<quad> lu(static_cast<int>(2 * n));
  const Mat<quad> one = Mat<quad>::Identity(n, n);
  lu.matrix << a - (root.real() + shift) * one, root.imag() * one, -root.imag() * one, a - (root.real() + shift) * one;
  lu.factor();
  Vec<quad> x = Vec<quad>::Ones(2 * n), before;
  for (int k = 0; k < 3; ++k) {
    before = x;
    lu.solve(before, x);
    x /= x.cwiseAbs().maxCoeff();
  }
  return Root(x[1], x[n + 1]) / Root(x[0], x[n]);
}

RootErrors errors(const Mat<quad>& a, const PrincipalRoot& principal, const quad& damping_ratio) {
  const quad omega_h = principal.omega_h;
  const Root z(-damping_ratio * omega_h, omega_h * sqrt(1 - damping_ratio * damping_ratio));
  return {modulus(principal.root - exact_root(omega_h, damping_ratio)),
          modulus(velocity_ratio(a, principal.root) / z - Root(1))};
}

// Returns whether the first two components of an image determine all others: whether the matrix has rank 2.
bool is_known_by_state(const Mat<quad>& a) {
  const quad within = quad(1e-20) * a.cwiseAbs().maxCoeff();
  const auto minor = [&a](Eigen::Index i, Eigen::Index j) { return a(0, i) * a(1, j) - a(1, i) * a(0, j); };
  Eigen::Index first = 0, second = 1;
  for (Eigen::Index i = 0; i < a.cols(); ++i)
    for (Eigen::Index j = 0; j < i; ++j)
      if (abs(minor(i, j)) > abs(minor(first, second))) {
        first = i;
        second = j;
      }
  const quad determinant = minor(first, second);
  if (abs(determinant) <= within * within) return false;
  for (Eigen::Index row = 2; row < a.rows(); ++row) {
    const quad x = (a(row, first) * a(1, second) - a(row, second) * a(1, first)) / determinant;
    const quad y = (a(0, first) * a(row, second) - a(0, second) * a(row, first)) / determinant;
    if ((a.row(row) - x * a.row(0) - y * a.row(1)).cwiseAbs().maxCoeff() > within * (1 + abs(x) + abs(y))) return false;
  }
  return true;
}

double exponent(const quad& coarse, const quad& fine, const quad& noise) {
  if (fine < noise) return std::numeric_limits<double>::infinity();
  return static_cast<double>(log2(quad(coarse / fine)));
}

}  // namespace

LinearOrder linear_order(const Method& method, const Parameters& parameters, const quad& damping_ratio) {
  if (const auto formula = stability_by_formula(method, parameters))
    return {static_cast<double>(formula->linear_order), std::numeric_limits<double>::infinity()};
  const auto& known = resolution(method);
  std::array<RootErrors, 2> error;
  bool of_state_alone = false;
  for (std::size_t k = 0; k < 2; ++k) {
    const quad omega_h = known.order_omega / (k == 0 ? 1 : 2);
    const auto a = amplification_matrix(method, parameters, omega_h, damping_ratio);
    if (!a.ok()) return {.failure = a.failure};
    PrincipalBranch branch(roots_of_stepper(method, parameters, damping_ratio), damping_ratio);
    const auto principal = branch.at(omega_h);
    if (!principal) return {.failure = branch.failure()};
    of_state_alone = is_known_by_state(a.matrix);
    error[k] = errors(a.matrix, *principal, damping_ratio);
  }
  return {exponent(error[0].root, error[1].root, known.order_noise) - 1,
          exponent(error[0].velocity, error[1].velocity, known.order_noise),
          of_state_alone,
          {}};
}

}  // namespace plumb
