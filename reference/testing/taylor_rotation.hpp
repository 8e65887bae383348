#pragma once
// The motion of a heavy rigid body about a fixed point by Taylor's series in 50 digits, for tests of exact motions.
//
//   q' = q (0, ω)/2,   J ω' = Jω × ω + γ × c,   γ' = γ × ω,   γ = Rᵀ e_z,   c = m g X
//
// All right-hand sides are products, so the coefficients of the series follow from each other by recurrence.

#include <vector>

#include "numerics/long_matrix.hpp"
#include "numerics/so3.hpp"

namespace plumb::testing {

class TaylorRotation {
 public:
  using wide = Digits50;
  using Vector = Vec<wide, 3>;
  struct State {
    Vec<wide, 4> q;
    Vector w, up;
  };

  /// Takes the moments about the fixed point [kg m²], the attitude, ω in the body [rad/s], and m g X [N m].
  TaylorRotation(const Vec<quad, 3>& moments, const Vec<quad, 4>& attitude, const Vec<quad, 3>& velocity,
                 const Vec<quad, 3>& weight = Vec<quad, 3>::Zero())
      : j(widened(moments)), c(widened(weight)), x{widened(attitude), widened(velocity), {}} {
    x.up = so3::matrix<wide>(x.q).row(2).transpose();
  }

  /// Returns the state at t, in equal steps from t = 0; `rate` bounds the rates of all its components [1/s].
  State at(const quad& t, const quad& rate) const {
    // A step has at most 1/5 rad at `rate`. If coefficients decrease as in a rotation, the remainder after 40 terms is
    // below 1e-34.
    const int steps = static_cast<int>(abs(t) * rate * 5) + 1;
    State now = x;
    for (int i = 0; i < steps; ++i) now = step(now, wide(t) / steps);
    return now;
  }

 private:
  template <int n>
  static Vec<wide, n> widened(const Vec<quad, n>& overrides) {
    return overrides.unaryExpr([](const quad& entry) { return wide(entry); });
  }

  State step(const State& from, const wide& h) const {
    constexpr std::size_t order = 40;
    std::vector<State> s = {from};
    std::vector<Vector> momentum;
    for (std::size_t k = 0; k < order; ++k) {
      momentum.emplace_back(j.cwiseProduct(s[k].w));
      State next{Vec<wide, 4>::Zero(), s[k].up.cross(c), Vector::Zero()};
      for (std::size_t i = 0; i <= k; ++i) {
        const Vector& w = s[k - i].w;
        next.q += so3::product<wide>(s[i].q, Vec<wide, 4>(wide(0), w[0], w[1], w[2])) / 2;
        next.w += momentum[i].cross(w);
        next.up += s[i].up.cross(w);
      }
      next.q /= wide(k + 1);
      next.w = next.w.cwiseQuotient(j) / wide(k + 1);
      next.up /= wide(k + 1);
      s.push_back(next);
    }
    State out = s.back();
    for (std::size_t k = order; k-- > 0;) {
      out.q = h * out.q + s[k].q;
      out.w = h * out.w + s[k].w;
      out.up = h * out.up + s[k].up;
    }
    return out;
  }

  Vector j, c;
  State x;
};

}  // namespace plumb::testing
