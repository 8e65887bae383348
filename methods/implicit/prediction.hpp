#pragma once
// The initial guess of Newton's iteration: the rates ẏ at the end t_N of a step of size h, predicted from values y_i
// and rates ẏ_i at p earlier points:
//
//   ẏ(t_N) ≈ Σ_i (m_i y_i / h + n_i ẏ_i)
//
// The sum is the derivative at t_N of Hermite's interpolation polynomial through the newest p points (y_i, ẏ_i): p = 1
// takes the last rate, p = 2 is of second order, p = 3 of fourth.
//
// Source: zhang2022, eqs. (12)-(17), with these weights. Points may have any spacing, backwards too, because
// abscissae of stages need not be monotone.

#include "contract/method.hpp"
#include "numerics/lu.hpp"

namespace plumb {

/// m and n, the newest point first.
template <class T>
struct RatePrediction {
  Vec<T> m, n;

  /// Weights for points at t_N + offsets[i] h. Preconditions: all offsets differ, and none is 0.
  explicit RatePrediction(const std::vector<T>& offsets) {
    const auto p = static_cast<Eigen::Index>(offsets.size());
    Lu<T> conditions(2 * p);
    for (Eigen::Index i = 0; i < p; ++i) {  // exact for (t − t_N)^k, k = 0, ..., 2p − 1
      const T x = offsets[static_cast<std::size_t>(i)];
      T power = 1, slope = 0;
      for (Eigen::Index k = 0; k < 2 * p; ++k) {
        conditions.matrix(k, i) = power;
        conditions.matrix(k, p + i) = slope;
        slope = T(k + 1) * power;
        power *= x;
      }
    }
    conditions.factor();
    Vec<T> weights = Vec<T>::Unit(2 * p, 1);
    conditions.solve(weights);
    m = weights.head(p);
    n = weights.tail(p);
  }

  int points() const { return static_cast<int>(n.size()); }
};

inline ParameterSpec predictor_parameter(const std::string& usual) {
  return {"predictor", usual, "-", "start of the Newton iteration: the last rates, or extrapolation of this order",
          "constant|second|fourth"};
}

/// The parameter `predicted`, which has no default: without it, accelerations and multipliers are predicted.
inline ParameterSpec predicted_parameter() {
  return {"predicted", "", "-",
          "rates: velocities are predicted and momenta have residuals, as in zhang2022; default: both follow from the "
          "formula",
          "rates"};
}
inline bool predicts_rates(const Parameters& p) { return p.is("predicted", "rates"); }

/// The number of points selected by the parameter `predictor`.
inline int prediction_points(const Parameters& p) {
  if (!p.has("predictor") || p.is("predictor", "constant")) return 1;
  return p.is("predictor", "second") ? 2 : 3;
}

}  // namespace plumb
