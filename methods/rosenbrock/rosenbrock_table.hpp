#pragma once
// Coefficients of Rosenbrock methods, as exact text and as the numbers of a step.
//
//   k_i = h F(Y_i) + h J Σ_{j≤i} γ_ij k_j,   Y_i = y + Σ_{j<i} α_ij k_j,   y⁺ = y + Σ b_i k_i,   J = ∂F/∂y at y
//
// A step computes with U_i = Σ_{j≤i} γ_ij k_j, so that no product with J is needed for the sums:
//
//   k_i = U_i/γ − Σ_{j<i} c_ij U_j,   a = α Γ⁻¹,   c = I/γ − Γ⁻¹,   m = b Γ⁻¹
//
// Source: Hairer & Wanner, Solving ODEs II, eqs. (IV.7.4), (IV.7.24), (IV.7.25).

#include <string>
#include <vector>

#include "contract/expression.hpp"
#include "numerics/scalar.hpp"

namespace plumb {

/// Row i of `alpha` has i − 1 entries, row i of `gamma` has i; γ_ii is the same number in all rows.
struct RosenbrockData {
  using Row = std::vector<std::string>;

  std::vector<Row> alpha, gamma;
  Row b;
  Row embedded = {};  // weights of an embedded solution for the error estimate; empty: none

  std::size_t stages() const { return b.size(); }
};

/// The coefficients in a precision, lower triangles as square matrices.
template <class T>
struct RosenbrockMatrices {
  Mat<T> alpha, gamma;
  Vec<T> b, embedded;

  explicit RosenbrockMatrices(const RosenbrockData& data)
      : alpha(matrix(data.alpha)), gamma(matrix(data.gamma)), b(vector(data.b)), embedded(vector(data.embedded)) {}

 private:
  static Vec<T> vector(const RosenbrockData::Row& row) {
    auto out = zeros<Vec<T>>(static_cast<Eigen::Index>(row.size()));
    for (std::size_t i = 0; i < row.size(); ++i) out[static_cast<Eigen::Index>(i)] = expression_value<T>(row[i]);
    return out;
  }
  static Mat<T> matrix(const std::vector<RosenbrockData::Row>& rows) {
    const auto n = static_cast<Eigen::Index>(rows.size());
    auto out = zeros<Mat<T>>(n, n);
    for (Eigen::Index i = 0; i < n; ++i) {
      const auto row = vector(rows[static_cast<std::size_t>(i)]);
      for (Eigen::Index j = 0; j < row.size(); ++j) out(i, j) = row[j];
    }
    return out;
  }
};

/// The coefficients of a step. They are computed in quad and rounded once.
template <class T>
struct RosenbrockTable {
  T gamma = 0;
  Mat<T> a, c;
  Vec<T> m, error;           // transformed weights; `error` from b − b̂, of size 0 without embedded weights
  Vec<T> nodes, gamma_sums;  // row sums Σ_j α_ij and Σ_j γ_ij

  explicit RosenbrockTable(const RosenbrockData& data) {
    const RosenbrockMatrices<quad> by(data);
    const auto n = by.b.size();
    const auto inverse = inverse_of(by.gamma);
    const Mat<quad> of_stages = by.alpha * inverse;
    gamma = static_cast<T>(by.gamma(0, 0));
    a = of_stages.template cast<T>();
    c = Mat<quad>(identity<Mat<quad>>(n) / by.gamma(0, 0) - inverse).template cast<T>();
    m = rounded(transformed(by.b, inverse));
    if (by.embedded.size() != 0) error = rounded(transformed(by.b - by.embedded, inverse));
    nodes = rounded(by.alpha.rowwise().sum());
    gamma_sums = rounded(by.gamma.rowwise().sum());
  }
  Eigen::Index stages() const { return m.size(); }

 private:
  static Vec<T> rounded(const Vec<quad>& x) { return x.template cast<T>(); }
  static Vec<quad> transformed(const Vec<quad>& weights, const Mat<quad>& inverse) {
    return inverse.transpose() * weights;
  }
  /// Returns the inverse of a lower triangle, by forward substitution.
  static Mat<quad> inverse_of(const Mat<quad>& lower) {
    const auto n = lower.rows();
    auto out = zeros<Mat<quad>>(n, n);
    for (Eigen::Index j = 0; j < n; ++j)
      for (Eigen::Index i = j; i < n; ++i) {
        quad sum = i == j ? 1 : 0;
        for (Eigen::Index k = j; k < i; ++k) sum -= lower(i, k) * out(k, j);
        out(i, j) = sum / lower(i, i);
      }
    return out;
  }
};

}  // namespace plumb
