#pragma once
// Boost.Odeint's controlled Runge-Kutta methods on z' = (v, v'(t, q, v)). The step size of a run is the output
// interval.
//
// Odeint has its own error test (the maximum over the components of |e_i|/(atol + rtol (|z_i| + h |z'_i|))) and its own
// step controller. The first step is a thousandth of the output interval. A step that is shortened to end an interval
// exactly does not shorten the next steps. Odeint accepts a step whose error is NaN, so the state is checked after
// every step. Source: Ahnert & Mulansky 2011, AIP Conf. Proc. 1389, 1586; Boost 1.74.

#include <boost/numeric/odeint/stepper/controlled_runge_kutta.hpp>

#include "contract/inner_steps.hpp"
#include "methods/library/odeint.hpp"

namespace plumb {

/// `RungeKutta` is one of Odeint's steppers on std::vector<T> that estimate their error.
template <class RungeKutta, class S>
class OdeintControlled : public OdeintCode<odeint::controlled_runge_kutta<RungeKutta>, S> {
 public:
  using T = typename S::Scalar;
  using State = typename S::State;
  using OdeintCode<odeint::controlled_runge_kutta<RungeKutta>, S>::counters;

  OdeintControlled(S& system, const MethodOptions& options)
      : Code(system, ErrorTest(options.parameters.number<T>("atol"), options.parameters.number<T>("rtol"))) {}

  StepResult start(const T& t, const T& h, State& x) {
    using std::abs;
    if (const auto result = this->begin(t, x); result.status != Status::ok) return result;
    this->begin_anew();
    counters.rejected_steps = counters.rejected_steps.value_or(0);
    proposed = abs(h) / 1000;
    return {};
  }

  StepResult step(const T& t, const T& h, State& x) {
    using std::abs;
    if (this->was_moved(x)) this->begin_anew();
    const T end = t + h, smallest = 16 * unit_roundoff<T>() * std::max<T>(abs(t), abs(end));
    T now = t;
    std::int64_t taken = 0;
    for (int n = 0; n < most_steps; ++n) {
      const T left = end - now, before = now;
      const bool last = proposed >= abs(left), is_cut = T(0.99) * proposed > abs(left);
      if (const auto result = attempt(last ? left : h < 0 ? T(-proposed) : proposed, now); result.status != Status::ok)
        return result;
      if (now != before) ++taken;
      if (last && now != t && abs(end - now) < smallest) {
        report_inner_steps(taken, is_cut ? 1 : 0);
        this->deliver(x);
        return {};
      }
      if (proposed < smallest)
        return {Status::tolerance_unreachable, static_cast<double>(proposed),
                "the error test requires a step below the resolution of the time [s],", static_cast<double>(smallest)};
    }
    return {Status::step_limit, 0, "100000 steps within one output interval"};
  }

 private:
  using Controlled = odeint::controlled_runge_kutta<RungeKutta>;
  using Code = OdeintCode<Controlled, S>;
  using ErrorTest = typename Controlled::error_checker_type;
  using Code::algorithm;
  using Code::z;
  static constexpr int most_steps = 100'000;

  /// Makes one trial from `now`; `now` and the state advance if it is accepted.
  StepResult attempt(const T& h, T& now) {
    using std::abs, std::isfinite;
    T next = h;
    const bool accepted = algorithm.try_step(this->right_side(), z, now, next) == odeint::success;
    if (this->singular()) return {Status::singular, 0, "acceleration"};
    if (!std::all_of(z.begin(), z.end(), [](const T& c) { return isfinite(c); }))
      return {Status::non_finite, 0, "state"};
    if (!accepted) ++*counters.rejected_steps;
    const bool was_cut = abs(h) < proposed;
    proposed = accepted && was_cut ? std::max<T>(proposed, abs(next)) : T(abs(next));
    return {};
  }

  T proposed = 0;
};

template <class S>
using OdeintControlledCashKarp54 = OdeintControlled<OnVectors<odeint::runge_kutta_cash_karp54, S>, S>;
template <class S>
using OdeintControlledDopri5 = OdeintControlled<OnVectors<odeint::runge_kutta_dopri5, S>, S>;
template <class S>
using OdeintControlledFehlberg78 = OdeintControlled<OnVectors<odeint::runge_kutta_fehlberg78, S>, S>;

}  // namespace plumb
