#include "methods/analysis/contractivity.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "contract/stop.hpp"
#include "methods/analysis/columns.hpp"
#include "methods/analysis/polynomial.hpp"
#include "methods/analysis/stability_by_formula.hpp"
#include "methods/coefficients/multistep_formula.hpp"
#include "numerics/real_eigen.hpp"

namespace plumb {
namespace {

const quad solve_rounding = 1e-27;  // error of a solve in quad, with room

struct QuadTableau {
  Mat<quad> a;
  Vec<quad> b;
  Mat<double> within_a;  // the uncertainty of each
  Vec<double> within_b;
  double open = 0;  // the largest of them

  QuadTableau(const TableauData& data, const Digits& digits) {
    const auto by = decided(digits, {&data.a, &data.b, &data.c});
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

class Monotonicity {
 public:
  explicit Monotonicity(const QuadTableau& t) : n(t.b.size() + 1), k(Mat<quad>::Zero(n, n)) {
    k.topLeftCorner(n - 1, n - 1) = t.a;
    k.bottomLeftCorner(1, n - 1) = t.b.transpose();
  }

  bool holds(const quad& r, const quad& tolerance) const {
    stopping_point();
    LargePartialLu<quad> lu(static_cast<int>(n));
    lu.matrix += r * k;
    if (!lu.factor()) return false;
    const Mat<quad> inverse = solutions(lu, identity<Mat<quad>>(n));
    if (!(inverse.rowwise().sum().minCoeff() >= -tolerance)) return false;
    return (k * inverse).minCoeff() >= -tolerance;
  }

  // The largest r, or infinity; 0 if there is none.
  double radius(const quad& tolerance) const {
    if (k.minCoeff() < -tolerance || !holds(1e-6, tolerance)) return 0;
    if (holds(1e6, tolerance)) return std::numeric_limits<double>::infinity();
    quad low = 1e-6, high = 1;
    while (holds(high, tolerance)) {
      low = high;
      high *= 2;
    }
    while (high - low > 1e-15 * high) {
      const quad middle = (low + high) / 2;
      (holds(middle, tolerance) ? low : high) = middle;
    }
    return static_cast<double>(low);
  }

 private:
  Eigen::Index n;
  Mat<quad> k;
};

}  // namespace

Bound ssp_coefficient(const TableauData& tableau, const Digits& digits) {
  const QuadTableau t(tableau, digits);
  const Monotonicity of(t);
  const double radius = of.radius(30 * t.open + solve_rounding);
  if (t.open == 0 || radius == 0 || std::isinf(radius)) return {radius, 0};
  return {radius, 2 * std::abs(radius - of.radius(3 * t.open + solve_rounding))};
}

Bound ssp_coefficient(const MultistepData& data, const Digits& digits) {
  const auto formula = multistep_formula(data, digits);
  const auto& scale = formula.alpha.front().value;
  Bound out{std::numeric_limits<double>::infinity(), 0};
  for (std::size_t j = 0; j < formula.alpha.size(); ++j) {
    const Digits100 alpha = formula.alpha[j].value / scale, beta = formula.beta[j].value / scale;
    const double open = 1e-90 + formula.alpha[j].within + formula.beta[j].within;
    if (beta < -Digits100(open) || (j > 0 && alpha > Digits100(open))) return {};
    if (j == 0 || abs(beta) <= open) continue;
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
  const bool is_told =
      (least >= open_m || open_m <= growth_of_verdicts) && (least_b >= open_b || open_b <= growth_of_verdicts);
  return is_told ? std::optional(true) : std::nullopt;
}

}  // namespace plumb
