#pragma once
// Boost.Odeint's own steppers with fixed steps, on z' = (v, v'(t, q, v)).
//
// Source: Ahnert & Mulansky 2011, AIP Conf. Proc. 1389, 1586; Boost 1.74.
//
// Memory: the rates z' at t for the steppers that reuse their last stage (first same as last), none for the other
// one-step methods; the memory of the Adams methods is not accessible. Cost: the evaluations of z' by Odeint.

#include <boost/numeric/odeint/algebra/range_algebra.hpp>
#include <boost/numeric/odeint/stepper/adams_bashforth_moulton.hpp>
#include <boost/numeric/odeint/stepper/runge_kutta4.hpp>
#include <boost/numeric/odeint/stepper/runge_kutta_cash_karp54.hpp>
#include <boost/numeric/odeint/stepper/runge_kutta_dopri5.hpp>
#include <boost/numeric/odeint/stepper/runge_kutta_fehlberg78.hpp>
#include <vector>

#include "methods/first_order.hpp"

namespace plumb {

namespace odeint = boost::numeric::odeint;

/// The common part of fixed and controlled steps; `Algorithm` is one of Odeint's steppers on std::vector<T>.
template <class Algorithm, class S>
class OdeintCode : public FirstOrderCode<S> {
 public:
  using T = typename S::Scalar;
  using State = typename S::State;

 protected:
  template <class... Arguments>
  explicit OdeintCode(S& system, Arguments&&... arguments)
      : FirstOrderCode<S>(system), algorithm(std::forward<Arguments>(arguments)...) {}

  void begin_anew() {
    if constexpr (requires { algorithm.reset(); }) algorithm.reset();
  }
  /// The right-hand side f with the signature that Odeint requires.
  auto right_side() {
    return [this](const std::vector<T>& at, std::vector<T>& out, const T& time) {
      this->rates(time, at.data(), out.data());
    };
  }

  Algorithm algorithm;
};

template <class Algorithm, class S>
class OdeintStepper : public OdeintCode<Algorithm, S> {
 public:
  using T = typename S::Scalar;
  using State = typename S::State;
  static constexpr bool reuses_last_stage =
      std::is_same_v<typename Algorithm::stepper_category, odeint::explicit_error_stepper_fsal_tag>;

  OdeintStepper(S& system, const MethodOptions&) : OdeintCode<Algorithm, S>(system), rate(z) {
    algorithm.adjust_size(z);
  }

  StepResult start(const T& t, const T&, State& x) {
    if (const auto result = this->begin(t, x); result.status != Status::ok) return result;
    this->begin_anew();
    if constexpr (reuses_last_stage) this->rates(t, z.data(), rate.data());
    return {};
  }

  StepResult step(const T& t, const T& h, State& x) {
    this->take(x);
    if constexpr (reuses_last_stage)
      algorithm.do_step(this->right_side(), z, rate, t, h);
    else
      algorithm.do_step(this->right_side(), z, t, h);
    if (this->singular()) return {Status::singular, 0, "acceleration"};
    this->deliver(x);
    return {};
  }

  std::span<T> memory() {
    if constexpr (reuses_last_stage)
      return rate;
    else
      return {};
  }

 private:
  using OdeintCode<Algorithm, S>::algorithm;
  using OdeintCode<Algorithm, S>::z;
  std::vector<T> rate;
};

/// One of Odeint's Runge-Kutta methods on std::vector, in the precision of S.
template <template <class...> class RungeKutta, class S, class T = typename S::Scalar>
using OnVectors = RungeKutta<std::vector<T>, T, std::vector<T>, T, odeint::range_algebra>;

template <class S>
using OdeintRk4 = OdeintStepper<OnVectors<odeint::runge_kutta4, S>, S>;
template <class S>
using OdeintCashKarp54 = OdeintStepper<OnVectors<odeint::runge_kutta_cash_karp54, S>, S>;
template <class S>
using OdeintDopri5 = OdeintStepper<OnVectors<odeint::runge_kutta_dopri5, S>, S>;
template <class S>
using OdeintFehlberg78 = OdeintStepper<OnVectors<odeint::runge_kutta_fehlberg78, S>, S>;

template <class... Rest>
using FourStepAdams = odeint::adams_bashforth_moulton<4, Rest...>;
template <class S>
using OdeintAbm4 = OdeintStepper<OnVectors<FourStepAdams, S>, S>;

}  // namespace plumb
