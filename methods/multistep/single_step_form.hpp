#pragma once
// The single-step form of the multistep formulas of lms.hpp, with r − 1 auxiliary rates u^1, ..., u^{r−1}, u^0 = ẏ:
//
//   y⁺ = y + h ((1 − γ_0) u^{r−1} + γ_0 u^{r−1}⁺)
//   (1 − γ_{2i−1}) u^{r−i} + γ_{2i−1} u^{r−i}⁺ = (1 − γ_{2i}) u^{r−i−1} + γ_{2i} u^{r−i−1}⁺,   i = 1, ..., r − 1
//   γ_even = 1/(1 + ρ),   γ_odd = 1/(1 − z_i),   z_i the extraneous roots of the multistep formula
//
// The z_i are a complex pair at r = 3, 4, with γ_{2r−3} and γ_{2r−5} = conj γ_{2r−3}: u^1 is complex, u^2 and y are
// real. With p = γ_{2r−3}, u^2 = Re u^1 − (γ_0 − Re p)/Im p · Im u^1, so that r − 1 real vectors make up all auxiliary
// rates. They start as ẏ_0. The form has order 2, is A-stable, has the roots of the multistep formula, and needs no
// start-up steps.
//
// Source: zhang2022, eqs. (4), (9)-(11), (18)-(20); Zhang, Zhang & Masarati 2021, Comput. Mech. 67, 289-313.
//
// On manifolds the auxiliary rates of q are velocities, used as rates of the newest chart: the error of this has the
// order of the method.
//
// Memory: q' as a velocity, v' at t_n and their auxiliary rates (Re u^1, then Im u^1 if it exists, u^3), λ, and m for
// ggl. Cost: as for a multistep formula.

#include <complex>

#include "contract/expression.hpp"
#include "methods/implicit/initial_rates.hpp"
#include "methods/implicit/prediction.hpp"
#include "methods/implicit/stage_solver.hpp"

namespace plumb {

/// The single-step form in real numbers, with w = (ẏ, the r − 1 vectors of the memory):
///
///   y⁺ = y + h (new_rate ẏ⁺ + weightᵀ w),   vectors⁺ = new_part ẏ⁺ + map w
template <class T>
struct SingleStepForm {
  T new_rate = 0;
  Vec<T> weight, new_part;
  Mat<T> map;

  /// `gamma` is γ_0, ..., γ_{2r−2}.
  explicit SingleStepForm(const std::vector<std::complex<T>>& gamma) {
    using Complex = std::complex<T>;
    const auto at = [](int i) { return static_cast<std::size_t>(i); };
    const int r = static_cast<int>(gamma.size() + 1) / 2;
    const bool pair = r > 2;
    std::vector<Vec<Complex>> u(at(r), Vec<Complex>::Zero(r));  // coefficients of u^j in w
    u[0][0] = T(1);
    u[1][1] = T(1);
    if (pair) {
      const Complex p = gamma[at(2 * r - 3)];
      u[1][2] = Complex(T(0), T(1));
      u[2][1] = T(1);
      u[2][2] = p.imag() == 0 ? T(0) : T((p.real() - gamma[0].real()) / p.imag());
    }
    if (r == 4) u[3][3] = T(1);
    new_part.setZero(r - 1);
    map.setZero(r - 1, r);
    Vec<Complex> next = Vec<Complex>::Zero(r);  // coefficients of u^j⁺ in w; `into`: coefficient of ẏ⁺
    Complex into = T(1);
    for (int j = 1; j < r; ++j) {
      const Complex odd = gamma[at(2 * (r - j) - 1)], even = gamma[at(2 * (r - j))], one = T(1);
      next = (even / odd) * next + ((one - even) / odd) * u[at(j - 1)] + ((odd - one) / odd) * u[at(j)];
      into *= even / odd;
      if (j == 1 || j == 3) {
        map.row(j - 1) = next.real().transpose();
        new_part[j - 1] = into.real();
      }
      if (j == 1 && pair) {
        map.row(1) = next.imag().transpose();
        new_part[1] = into.imag();
      }
    }
    next = gamma[0] * next + (Complex(T(1)) - gamma[0]) * u[at(r - 1)];
    into *= gamma[0];
    weight = next.real();
    new_rate = into.real();
  }
};

/// γ_0, ..., γ_{2r−2} for r = 2, 3 or 4, with rho as text.
template <class T>
std::vector<std::complex<T>> single_step_gammas(int r, const std::string& rho) {
  const T x = expression_value<T>(rho), even = 1 / (1 + x);
  // This is γ_odd = (A − (A − 1) ρ)/(1 + ρ) with A = 1/(1 − z_i) at ρ = 0: 3/2; 5/4 ± i √15/12; the roots of
  // 20 A³ − 70 A² + 84 A − 35 = 0.
  const auto odd = [&](std::string_view re, std::string_view im) {
    const std::complex<T> a(expression_value<T>(re), expression_value<T>(im));
    return (a - (a - T(1)) * x) * even;
  };
  if (r == 2) return {even, odd("3/2", "0"), even};
  if (r == 3) return {even, odd("5/4", "sqrt(15)/12"), even, odd("5/4", "-sqrt(15)/12"), even};
  constexpr std::string_view real = "1.342384094858369131699303654002781687194",
                             re = "1.078807952570815434150348172998609156403",
                             im = "0.3739306454336101226089715992265723406259";
  return {even, odd(real, "0"), even, odd(re, im), even, odd(re, "-" + std::string(im)), even};
}

template <class S>
class SingleStep {
 public:
  using T = typename S::Scalar;
  using State = typename S::State;

  SingleStep(S& system, const MethodOptions& options, SingleStepForm<T> coefficients)
      : s(system),
        parameters(options.parameters),
        form(std::move(coefficients)),
        solver(system, options.newton, newton_mode(options.parameters), Mat<T, 1>::Constant(form.new_rate)),
        at(zero_state(system)),
        rate(at.v),
        next_q(Vectors::Zero(system.sizes().v, form.map.rows())),
        next_v(next_q),
        store(Vec<T>::Zero(2 * (form.map.rows() + 1) * system.sizes().v + 2 * system.sizes().lambda)) {
    solver.predicted.is_enabled = predicts_rates(parameters);
  }

  StepResult start(const T& t, const T& h, State& x) {
    if (const auto fit = solver.fitness(); fit.status != Status::ok) return fit;
    if (const auto known = initial_rates(s, parameters, t, x); known.status != Status::ok) return known;
    solver.measure(t, h, x);
    store.setZero();
    lambda() = x.lambda;
    const bool pair = form.map.rows() > 1;
    for (int m = 0; m <= form.map.rows(); ++m)
      if (m != 2 || !pair) {
        solver.chart.rate_at(x.q, x.v, rate_q(m));
        rate_v(m) = x.a;
      }
    return {};
  }

  StepResult step(const T& t, const T& h, State& x) {
    if (!is_stabilised(s.form()) && !solver.predicted.is_enabled) solver.chart.rate_at(x.q, x.v, rate_q(0));
    at.q = x.q;
    at.v = x.v;
    at.a = rate_v(0);
    at.lambda = lambda();
    auto theta = solver.base_theta.col(0), v = solver.base_v.col(0);
    solver.chart.centre_at(x.q);
    solver.chart.coordinates(x.q, theta);
    v = x.v;
    for (int m = 0; m < form.weight.size(); ++m) {
      const T weight = h * form.weight[m];
      theta += weight * rate_q(m);
      v += weight * rate_v(m);
    }
    solver.a.col(0) = at.a;  // eq. (15)
    if (solver.predicted.is_enabled) solver.slope.col(0) = rate_q(0);
    if constexpr (constrained) {
      solver.lambda.col(0) = lambda();
      solver.mu.col(0) = mu();
    }
    const auto result = solver.solve(t, h, at, [&](int) { return t + h; });
    counters = solver.counters;
    if (result.status != Status::ok) return result;
    solver.deliver(0, x);
    if constexpr (constrained) {
      lambda() = x.lambda;
      mu() = solver.mu.col(0);
    }
    solver.chart.rate_at(x.q, solver.rate.col(0), rate);
    advance();
    return {};
  }

  std::span<T> memory() { return {store.data(), static_cast<std::size_t>(store.size())}; }
  Counters counters;

 private:
  static constexpr bool constrained = S::L::RowsAtCompileTime != 0;
  static constexpr int nv = S::V::RowsAtCompileTime;
  using Vectors = Mat<T, nv, Eigen::Dynamic>;
  auto column(int i) { return store.template segment<nv>(i * s.sizes().v, s.sizes().v); }
  auto rate_q(int m) { return column(2 * m); }  // rate of q in w_m
  auto rate_v(int m) { return column(2 * m + 1); }
  auto lambda() { return store.segment(2 * form.weight.size() * s.sizes().v, s.sizes().lambda); }
  auto mu() { return store.tail(s.sizes().lambda); }

  // Advances by eqs. (18)-(20).
  void advance() {
    for (int j = 0; j < form.map.rows(); ++j) {
      auto q = next_q.col(j), v = next_v.col(j);
      q = form.new_part[j] * rate;
      v = form.new_part[j] * solver.a.col(0);
      for (int m = 0; m < form.weight.size(); ++m) {
        q += form.map(j, m) * rate_q(m);
        v += form.map(j, m) * rate_v(m);
      }
    }
    for (int j = 0; j < form.map.rows(); ++j) {
      rate_q(j + 1) = next_q.col(j);
      rate_v(j + 1) = next_v.col(j);
    }
    rate_q(0) = rate;
    rate_v(0) = solver.a.col(0);
  }

  S& s;
  Parameters parameters;
  SingleStepForm<T> form;
  StageSolver<S, 1> solver;
  State at;            // state at the beginning of the step
  typename S::V rate;  // rate of the positions at the end of the step
  Vectors next_q, next_v;
  Vec<T> store;
};

}  // namespace plumb
