#pragma once
// Boost.Odeint's steppers with fixed steps, as they come, on z' = (v, v'(t, q, v)).
//
// Source: Ahnert & Mulansky 2011, AIP Conf. Proc. 1389, 1586; Boost 1.74.
//
// Memory: the rates z' at t for the steppers that reuse their last stage (first same as last), none for the other
// one-step methods; the Adams methods keep theirs where nobody can reach it. Cost: Odeint's own evaluations.

#include <boost/numeric/odeint/algebra/range_algebra.hpp>
#include <boost/numeric/odeint/stepper/adams_bashforth_moulton.hpp>
#include <boost/numeric/odeint/stepper/runge_kutta4.hpp>
#include <boost/numeric/odeint/stepper/runge_kutta_cash_karp54.hpp>
#include <boost/numeric/odeint/stepper/runge_kutta_dopri5.hpp>
#include <boost/numeric/odeint/stepper/runge_kutta_fehlberg78.hpp>
#include <vector>

#include "methods/library/first_order.hpp"

namespace plumb {

namespace odeint = boost::numeric::odeint;

/// `Algorithm` is one of Odeint's steppers on std::vector<T>.
template <class Algorithm, class S>
class OdeintStepper {
 public:
  using T = typename S::Scalar;
  using State = typename S::State;
  static constexpr bool reuses_last_stage =
      std::is_same_v<typename Algorithm::stepper_category, odeint::explicit_error_stepper_fsal_tag>;

  OdeintStepper(S& system, const MethodOptions&)
      : s(system), first_order(system), z(static_cast<std::size_t>(first_order.size())), rate(z) {
    algorithm.adjust_size(z);
  }

  StepResult start(const T& t, const T&, State& x) {
    if (const auto result = begin_first_order(s, t, x); result.status != Status::ok) return result;
    if constexpr (requires { algorithm.reset(); }) algorithm.reset();
    first_order.forget();
    first_order.pack(x, z.data());
    if constexpr (reuses_last_stage) first_order.rates(t, z.data(), rate.data());
    return {};
  }

  StepResult step(const T& t, const T& h, State& x) {
    const auto rates = [this](const std::vector<T>& at, std::vector<T>& out, const T& time) {
      first_order.rates(time, at.data(), out.data());
    };
    first_order.pack(x, z.data());
    if constexpr (reuses_last_stage)
      algorithm.do_step(rates, z, rate, t, h);
    else
      algorithm.do_step(rates, z, t, h);
    if (first_order.singular()) return {Status::singular, 0, "acceleration"};
    first_order.unpack(z.data(), x);
    return {};
  }

  std::span<T> memory() {
    if constexpr (reuses_last_stage)
      return rate;
    else
      return {};
  }
  Counters counters = {.stages = std::nullopt};

 private:
  S& s;
  FirstOrder<S> first_order;
  std::vector<T> z, rate;
  Algorithm algorithm;
};

template <class S, class T = typename S::Scalar>
using OdeintRk4 = OdeintStepper<odeint::runge_kutta4<std::vector<T>, T, std::vector<T>, T, odeint::range_algebra>, S>;
template <class S, class T = typename S::Scalar>
using OdeintCashKarp54 =
    OdeintStepper<odeint::runge_kutta_cash_karp54<std::vector<T>, T, std::vector<T>, T, odeint::range_algebra>, S>;
template <class S, class T = typename S::Scalar>
using OdeintDopri5 =
    OdeintStepper<odeint::runge_kutta_dopri5<std::vector<T>, T, std::vector<T>, T, odeint::range_algebra>, S>;
template <class S, class T = typename S::Scalar>
using OdeintFehlberg78 =
    OdeintStepper<odeint::runge_kutta_fehlberg78<std::vector<T>, T, std::vector<T>, T, odeint::range_algebra>, S>;
template <class S, class T = typename S::Scalar>
using OdeintAbm4 =
    OdeintStepper<odeint::adams_bashforth_moulton<4, std::vector<T>, T, std::vector<T>, T, odeint::range_algebra>, S>;

}  // namespace plumb
