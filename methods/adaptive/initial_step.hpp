#pragma once
// The first step of a method with a tolerance, from the size of the rates and from their change in an explicit Euler
// step.
//
//   h0 = ‖y‖/(100 ‖f‖),   d = ‖f(t + h0, y + h0 f) − f(t, y)‖/h0,   h = min(100 h0, (1/(100 max(‖f‖, d)))^(1/k))
//
// Source: Hairer, Nørsett & Wanner, Solving ODEs I, section II.4, "Starting step size". Cost: one evaluation of the
// acceleration.

#include "methods/adaptive/tolerance.hpp"

namespace plumb {

template <class S>
class InitialStep {
 public:
  using T = typename S::Scalar;
  using V = typename S::V;
  using State = typename S::State;

  explicit InitialStep(S& system) : s(system), y(zero_state(system)), theta(y.v), rate(y.v) {}

  /// Returns the first step [s] from x at t, with the sign of `most` and at most of its size. The error estimate is
  /// O(h^k). Precondition: x.a is set.
  T operator()(const Tolerance<S>& tolerance, int k, const T& t, const State& x, const T& most) {
    using std::abs;
    const double size = size_of_state(tolerance, x, most), slope = tolerance.size(x.v, x.a, x, x, most);
    const T first = most < 0 ? T(-1) : T(1);
    T h0 = size < 1e-5 || slope < 1e-5 ? T(1e-6) : T(0.01 * size / slope);
    h0 = first * std::min<T>(h0, abs(most));
    theta = h0 * x.v;
    s.retract(x.q, theta, y.q);
    y.v = x.v + h0 * x.a;
    if (!s.acceleration(t + h0, y.q, y.v, y.a, y.lambda)) return h0;
    theta = y.v - x.v;
    rate = y.a - x.a;
    const double curvature = tolerance.size(theta, rate, x, x, most) / static_cast<double>(abs(h0));
    const double largest = std::max(slope, curvature);
    const double h1 =
        largest <= 1e-15 ? std::max(1e-6, 1e-3 * static_cast<double>(abs(h0))) : std::pow(0.01 / largest, 1.0 / k);
    if (!std::isfinite(h1)) return h0;
    return first * std::min<T>({T(100 * abs(h0)), T(h1), T(abs(most))});
  }

 private:
  double size_of_state(const Tolerance<S>& tolerance, const State& x, const T& h) {
    if (s.vector_space())
      theta = x.q;
    else
      theta.setConstant(T(1));
    return tolerance.size(theta, x.v, x, x, h);
  }

  S& s;
  State y;
  V theta, rate;
};

}  // namespace plumb
