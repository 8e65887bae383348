#include "methods/analysis/contractivity.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "contract/stop.hpp"
#include "methods/analysis/columns.hpp"
#include "methods/analysis/polynomial.hpp"
#include "methods/coefficients/multistep_formula.hpp"
#include "numerics/real_eigen.hpp"

namespace plumb {
namespace {

const quad rounding = 1e-27;  // of a solve in quad, with room

struct QuadTableau {
  Mat<quad> a;
  Vec<quad> b;
  double open = 0;  // how far any of the numbers may be from the one meant

  QuadTableau(const TableauData& data, const Digits& digits) {
    const auto by = decided(digits, {&data.a, &data.b, &data.c});
    const auto entries = known(data.a, by), weights = known(data.b, by);
    const auto n = static_cast<Eigen::Index>(weights.size());
    a.resize(n, n);
    b.resize(n);
    const auto take = [this](const Known& x) {
      if (x.within > 1e-60) open = std::max(open, x.within);
      return in_quad(x.value);
    };
    for (Eigen::Index i = 0; i < n; ++i) {
      b[i] = take(weights[static_cast<std::size_t>(i)]);
      for (Eigen::Index j = 0; j < n; ++j) a(i, j) = take(entries[static_cast<std::size_t>(i * n + j)]);
    }
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
  const double radius = of.radius(30 * t.open + rounding);
  if (t.open == 0 || radius == 0 || std::isinf(radius)) return {radius, 0};
  return {radius, 2 * std::abs(radius - of.radius(3 * t.open + rounding))};
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

bool is_algebraically_stable(const TableauData& tableau, const Digits& digits) {
  const QuadTableau t(tableau, digits);
  if (t.b.minCoeff() < -quad(t.open)) return false;
  const Mat<quad> product = t.b.asDiagonal() * t.a;
  const Mat<quad> m = product + product.transpose() - t.b * t.b.transpose();
  const quad largest = std::max(quad(1), quad(m.cwiseAbs().maxCoeff()));
  const quad slack = (10 * t.open + rounding) * largest * quad(static_cast<double>(t.b.size()));
  return real_eigen(m, false).values.real().minCoeff() >= -slack;
}

}  // namespace plumb
