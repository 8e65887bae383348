#include "methods/analysis/contractivity.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "contract/stop.hpp"
#include "methods/analysis/columns.hpp"
#include "methods/analysis/polynomial.hpp"
#include "methods/analysis/stability_by_formula.hpp"
#include "methods/coefficients/multistep_formula.hpp"
#include "methods/coefficients/order_trees.hpp"
#include "numerics/real_eigen.hpp"

namespace plumb {
namespace {

const quad solve_rounding = 1e-27;  // bound on the error of a linear solve in quad

struct QuadTableau {
  Mat<quad> a;
  Vec<quad> b;
  Mat<double> within_a;  // uncertainties of the entries
  Vec<double> within_b;
  double open = 0;  // largest entry of within_a and within_b

  QuadTableau(const TableauData& data, const Digits& digits) {
    const auto by = decided(digits, data);
    const auto entries = known(data.a, by), weights = known(data.b, by);
    const auto n = static_cast<Eigen::Index>(weights.size());
    a.resize(n, n);
    b.resize(n);
    within_a.resize(n, n);
    within_b.resize(n);
    const auto take = [this](const Known& x, quad& value, double& within) {
      within = x.within > 1e-60 ? x.within : 0;
      open = std::max(open, within);
      value = in_quad(x.value);
    };
    for (Eigen::Index i = 0; i < n; ++i) {
      take(weights[static_cast<std::size_t>(i)], b[i], within_b[i]);
      for (Eigen::Index j = 0; j < n; ++j) take(entries[static_cast<std::size_t>(i * n + j)], a(i, j), within_a(i, j));
    }
  }

  // The largest row sum of the uncertainty of b_i a_ij + b_j a_ji − b_i b_j.
  double open_of_products() const {
    const Mat<double> size_a = a.cwiseAbs().cast<double>();
    const Vec<double> size_b = b.cwiseAbs().cast<double>();
    const Mat<double> of_product =
        Mat<double>(size_b.asDiagonal() * within_a) + Mat<double>(within_b.asDiagonal() * size_a);
    const Mat<double> of_square = size_b * within_b.transpose() + within_b * size_b.transpose();
    return (of_product + of_product.transpose() + of_square).rowwise().sum().maxCoeff();
  }
};

// M = K S and S e with S = (I + rK)⁻¹. An error δK of the coefficients changes them by S δK S and −r S δK S e.
class Monotonicity {
 public:
  explicit Monotonicity(const QuadTableau& t)
      : n(t.b.size() + 1), k(Mat<quad>::Zero(n, n)), within(Mat<double>::Zero(n, n)) {
    k.topLeftCorner(n - 1, n - 1) = t.a;
    k.bottomLeftCorner(1, n - 1) = t.b.transpose();
    within.topLeftCorner(n - 1, n - 1) = t.within_a;
    within.bottomLeftCorner(1, n - 1) = t.within_b.transpose();
  }

  // Returns whether no entry is negative, with `sign` times its uncertainty added to each.
  bool holds(const quad& r, int sign) const {
    stopping_point();
    LargePartialLu<quad> lu(static_cast<int>(n));
    lu.matrix += r * k;
    if (!lu.factor()) return false;
    const Mat<quad> s = solutions(lu, identity<Mat<quad>>(n)), m = k * s;
    const Mat<double> size = s.cwiseAbs().cast<double>(), of_k = k.cwiseAbs().cast<double>();
    const Mat<double> open = size * within * size, noise = of_k * size;
    for (Eigen::Index i = 0; i < n; ++i) {
      quad sum = 0, room = 0;
      for (Eigen::Index j = 0; j < n; ++j) {
        if (m(i, j) < -solve_rounding * noise(i, j) - sign * quad(open(i, j))) return false;
        sum += s(i, j);
        room += solve_rounding * size(i, j) + sign * r * open(i, j);
      }
      if (sum < -room) return false;
    }
    return true;
  }

  // The largest r, or infinity; 0 if no r is possible.
  double radius(int sign) const {
    if (!holds(1e-6, sign)) return 0;
    if (holds(1e6, sign)) return std::numeric_limits<double>::infinity();
    quad low = 1e-6, high = 1;
    while (holds(high, sign)) {
      low = high;
      high *= 2;
    }
    while (high - low > 1e-15 * high) {
      const quad middle = (low + high) / 2;
      (holds(middle, sign) ? low : high) = middle;
    }
    return static_cast<double>(low);
  }

 private:
  Eigen::Index n;
  Mat<quad> k;
  Mat<double> within;
};

}  // namespace

// Coefficients within their uncertainty may have any radius from the least to the largest. The central values satisfy
// the equations of an optimal method only to their last digit, so the radius of the central values means little.
Bound ssp_coefficient(const TableauData& tableau, const Digits& digits) {
  const QuadTableau t(tableau, digits);
  const Monotonicity of(t);
  const double radius = of.radius(0);
  if (t.open == 0) return {radius, 0};
  const double least = of.radius(-1), most = of.radius(1);
  if (radius == 0 && most < 1e-3) return {0, 0};
  if (std::isinf(radius)) return {radius, std::isinf(least) ? 0 : radius};
  return {radius, std::max(radius - least, most - radius)};
}

Bound ssp_coefficient(const MultistepData& data, const Digits& digits) {
  const auto formula = multistep_formula(data, digits);
  const auto& scale = formula.alpha.front().value;
  Bound out{std::numeric_limits<double>::infinity(), 0};
  for (std::size_t j = 0; j < formula.alpha.size(); ++j) {
    const Digits100 alpha = formula.alpha[j].value / scale, beta = formula.beta[j].value / scale;
    const double open = 1e-90 + formula.alpha[j].within + formula.beta[j].within;
    if (beta < -Digits100(open) || (j > 0 && alpha > Digits100(open))) return {};
    if (j == 0 || beta == 0) continue;
    if (abs(beta) <= open) return {out.value, std::numeric_limits<double>::infinity()};
    const auto ratio = static_cast<double>(Digits100(-alpha / beta));
    const double within = (formula.alpha[j].within + ratio * formula.beta[j].within) / static_cast<double>(beta);
    if (ratio < out.value) out = {ratio, within > 1e-60 ? within : 0};
  }
  return out;
}

std::optional<bool> is_algebraically_stable(const TableauData& tableau, const Digits& digits) {
  const QuadTableau t(tableau, digits);
  const Mat<quad> product = t.b.asDiagonal() * t.a;
  const Mat<quad> m = product + product.transpose() - t.b * t.b.transpose();
  const auto n = static_cast<double>(t.b.size());
  const quad room = solve_rounding * n * std::max(quad(1), quad(m.cwiseAbs().maxCoeff()));
  // By Weyl's theorem no eigenvalue moves by more than the norm of the uncertainty of BA + AᵀB − bbᵀ.
  const quad open_m = 2 * t.open_of_products() + room, open_b = 2 * quad(t.within_b.maxCoeff()) + room;
  const quad least = real_eigen(m, false).values.real().minCoeff(), least_b = t.b.minCoeff();
  if (least < -open_m || least_b < -open_b) return false;
  const bool is_determined =
      (least >= open_m || open_m <= growth_of_verdicts) && (least_b >= open_b || open_b <= growth_of_verdicts);
  return is_determined ? std::optional(true) : std::nullopt;
}

}  // namespace plumb
