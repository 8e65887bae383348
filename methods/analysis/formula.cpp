#include "methods/analysis/formula.hpp"

#include <algorithm>

#include "contract/expression.hpp"
#include "methods/analysis/columns.hpp"
#include "numerics/complete_pivoting.hpp"

namespace plumb {
namespace {

Mat<quad, 2> test_matrix(const quad& omega_h, const quad& damping_ratio) {
  return omega_h * Mat<quad, 2>{{0, 1}, {-1, -2 * damping_ratio}};
}

std::vector<quad> values(const std::vector<std::string>& texts) {
  std::vector<quad> out;
  for (const auto& text : texts) out.push_back(expression_value<quad>(text));
  return out;
}

// The matrix of y_{n+1} = Σ_j (α_0 I − β_0 J)⁻¹ (β_j J − α_j I) y_{n+1−j} as one step of (y_n, ..., y_{n−k+1}).
Mat<quad> companion(const std::vector<quad>& alpha, const std::vector<quad>& beta, const Mat<quad, 2>& j) {
  const auto k = static_cast<Eigen::Index>(alpha.size()) - 1;
  const Mat<quad, 2> one = Mat<quad, 2>::Identity();
  const Mat<quad, 2> newest = (alpha[0] * one - beta[0] * j).inverse();
  Mat<quad> out = Mat<quad>::Zero(2 * k, 2 * k);
  for (Eigen::Index i = 1; i <= k; ++i) {
    const auto n = static_cast<std::size_t>(i);
    out.block<2, 2>(0, 2 * (i - 1)) = newest * (beta[n] * j - alpha[n] * one);
  }
  out.bottomLeftCorner(2 * (k - 1), 2 * (k - 1)).setIdentity();
  return out;
}

quad difference(const quad& x, const quad& y) {
  return abs(x - y) / std::max({quad(abs(x)), quad(abs(y)), quad(1e-15)});
}

// Two nulls agree; a null and a number differ by 1, which is the largest difference of two numbers.
quad difference(const std::optional<quad>& x, const std::optional<quad>& y) {
  if (!x && !y) return 0;
  return x && y ? difference(*x, *y) : quad(1);
}

}  // namespace

StabilityFunction::StabilityFunction(const TableauData& tableau)
    : stages(tableau.stages), a(stages, stages), b(stages) {
  const auto entries = values(tableau.a), weights = values(tableau.b);
  for (Eigen::Index i = 0; i < stages; ++i) {
    b[i] = weights.at(static_cast<std::size_t>(i));
    for (Eigen::Index j = 0; j < stages; ++j) a(i, j) = entries.at(static_cast<std::size_t>(i * stages + j));
  }
}

Mat<quad, 2> StabilityFunction::operator()(const Mat<quad, 2>& j) const {
  LargePartialLu<quad> lu(static_cast<int>(2 * stages));
  Mat<quad> begin(2 * stages, 2), sum(2, 2 * stages);
  for (Eigen::Index i = 0; i < stages; ++i) {
    for (Eigen::Index l = 0; l < stages; ++l) lu.matrix.block<2, 2>(2 * i, 2 * l) -= a(i, l) * j;
    begin.middleRows<2>(2 * i).setIdentity();
    sum.middleCols<2>(2 * i) = b[i] * j;
  }
  lu.factor();
  return Mat<quad, 2>::Identity() + sum * solutions(lu, begin);
}

std::optional<Vec<quad>> StabilityFunction::stages_at_infinity() const {
  const Eigen::Index first = a.row(0).isZero(0) ? 1 : 0, implicit = stages - first;
  const CompletePivoting<quad> lu(a.bottomRightCorner(implicit, implicit));
  if (!lu.is_invertible()) return {};
  // For z → ∞, Y = e + z A Y becomes A Y = 0; only Y_1 = 1 of an explicit first stage is given.
  Vec<quad> out = Vec<quad>::Zero(stages);
  if (first == 1) {
    out[0] = 1;
    out.tail(implicit) = -lu.solution(a.col(0).tail(implicit));
  }
  return out;
}

RootsAt roots_by_formula(const TableauData& tableau, const quad& damping_ratio) {
  return [r = StabilityFunction(tableau), damping_ratio](const quad& omega_h) {
    return Roots{eigenvalues(r(test_matrix(omega_h, damping_ratio))), {}};
  };
}

RootsAt roots_by_formula(const MultistepData& data, const quad& damping_ratio) {
  return [alpha = values(data.alpha), beta = values(data.beta), damping_ratio](const quad& omega_h) {
    return Roots{eigenvalues(companion(alpha, beta, test_matrix(omega_h, damping_ratio))), {}};
  };
}

RootsAt roots_by_formula(const Method& method, const Parameters& parameters, const quad& damping_ratio) {
  if (method.tableau) return roots_by_formula(method.tableau(parameters), damping_ratio);
  if (method.multistep) return roots_by_formula(method.multistep(parameters), damping_ratio);
  return {};
}

std::optional<int> implicit_stages(const Method& method, const Parameters& parameters) {
  if (!method.tableau && method.multistep)
    return expression_value<quad>(method.multistep(parameters).beta.front()) != 0 ? 1 : 0;
  if (!method.tableau) return {};
  const auto tableau = method.tableau(parameters);
  int implicit = 0;
  for (int i = 0; i < tableau.stages; ++i) {
    const auto diagonal = static_cast<std::size_t>(i * (tableau.stages + 1));
    if (expression_value<quad>(tableau.a.at(diagonal)) != 0) ++implicit;
  }
  return implicit;
}

int stages_per_step(const Method& method, const Parameters& parameters) {
  return std::max(implicit_stages(method, parameters).value_or(1), 1);
}

std::optional<double> largest_difference(const std::vector<std::optional<PrincipalRoot>>& one,
                                         const std::vector<std::optional<PrincipalRoot>>& other,
                                         const quad& damping_ratio) {
  std::optional<double> out;
  for (std::size_t i = 0; i < std::min(one.size(), other.size()); ++i) {
    if (!one[i] || !other[i]) continue;
    const quad largest =
        std::max({difference(one[i]->spectral_radius(), other[i]->spectral_radius()),
                  difference(one[i]->amplitude_decay(damping_ratio), other[i]->amplitude_decay(damping_ratio)),
                  difference(one[i]->period_elongation(), other[i]->period_elongation())});
    out = std::max(out.value_or(0), static_cast<double>(largest));
  }
  return out;
}

std::optional<double> largest_distance(const std::vector<std::optional<PrincipalRoot>>& one,
                                       const std::vector<std::optional<PrincipalRoot>>& other) {
  std::optional<double> out;
  for (std::size_t i = 0; i < std::min(one.size(), other.size()); ++i) {
    if (!one[i] || !other[i]) continue;
    const quad size = std::max(one[i]->spectral_radius(), other[i]->spectral_radius());
    const quad apart = std::max(quad(modulus(one[i]->root - other[i]->root)),
                                quad(abs(one[i]->spectral_radius() - other[i]->spectral_radius())));
    const auto distance = static_cast<double>(apart / std::max(quad(1), size));
    if (!(distance <= out.value_or(0))) out = distance;
    if (!out) out = 0;
  }
  return out;
}

}  // namespace plumb
