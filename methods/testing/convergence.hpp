#pragma once
// Observed orders for the tests of methods: one loop for every family.

#include <cmath>
#include <string>

#include "contract/testing/maxima.hpp"
#include "methods/explicit-rk/dop853.hpp"
#include "methods/explicit-rk/explicit_rk.hpp"
#include "methods/method.hpp"
#include "methods/testing/models.hpp"

namespace plumb::testing {

/// Default parameters of a method, overridden.
inline MethodOptions options_of(const Method& method, const std::map<std::string, std::string>& given = {}) {
  return {Parameters(method.parameters, given), {}};
}

/// From 0 to `end`; `visit(n, x)` sees every state. The failure that ended it, or ok.
template <class M, class T, class State, class Visit>
StepResult integrate(M& stepper, State& x, const T& end, int steps, Visit visit) {
  const T h = end / T(steps);
  StepResult result = stepper.start(T(0), h, x);
  for (int n = 0; n < steps && result.status == Status::ok; ++n) {
    result = stepper.step(T(n) * h, h, x);
    visit(n + 1, x);
  }
  return result;
}

template <class T>
struct Distance {
  T q = 0, v = 0, lambda = 0;
  bool has_multipliers = false;  // false: `lambda` has no meaning

  /// Raises each distance to the larger of both; one that is not a number stays so.
  void raise_to(const Distance& other) {
    q = larger(q, other.q);
    v = larger(v, other.v);
    lambda = larger(lambda, other.lambda);
    has_multipliers = has_multipliers || other.has_multipliers;
  }
};

/// The distance of a run that failed: not a number.
inline Distance<quad> no_distance() { return {NAN, NAN, NAN, true}; }

/// log₂ of the ratios of the errors with n and 2n steps.
inline Distance<double> slopes(const Distance<quad>& coarse, const Distance<quad>& fine) {
  const auto slope = [](const quad& a, const quad& b) { return static_cast<double>(log2(a / b)); };
  return {slope(coarse.q, fine.q), slope(coarse.v, fine.v), slope(coarse.lambda, fine.lambda),
          coarse.has_multipliers || fine.has_multipliers};
}

/// Max-norm distances of two states, positions in the chart of the system.
template <class S>
Distance<typename S::Scalar> distance(S& system, const typename S::State& x, const typename S::State& y) {
  auto w = x.v;
  system.local(x.q, y.q, w);
  Distance<typename S::Scalar> d;
  d.q = max_norm(w);
  d.v = max_norm(x.v - y.v);
  d.has_multipliers = x.lambda.size() > 0;
  if (d.has_multipliers) d.lambda = max_norm(x.lambda - y.lambda);
  return d;
}

/// A model with its initial state and the exact states at six times (DOP853 in quad, far finer than any test).
template <class Model>
class Exercise {
 public:
  using T = quad;
  using System = AnySystem<quad>;
  using State = System::State;
  static constexpr int checks = 6;  // numbers of steps are multiples of it

  Exercise(Model m, quad horizon, int reference_steps) : model(std::move(m)), end(horizon) {
    auto s = system(Form::index1);
    State x = begin();
    ExplicitRk<System, FixedTableau<quad, dop853>> rk(s, {}, {});
    integrate(rk, x, end, reference_steps, [&](int n, State& at) {
      if (n % (reference_steps / checks) != 0) return;
      s.acceleration(end * n / reference_steps, at.q, at.v, at.a, at.lambda);
      exact.push_back(at);
    });
  }
  System system(Form form) const { return System(SmallSystem<Model>(model, Model::nl > 0 ? form : Form::ode)); }
  State begin() const {
    const auto x = Model::initial();
    return {x.q, x.v, x.a, x.lambda};
  }
  quad horizon() const { return end; }
  const State& at_end() const { return exact.back(); }

  /// Largest errors at the checks; not a number if the run fails.
  template <class Make>
  Distance<quad> error(Make make, int n, Form form = Form::index1) const {
    auto s = system(form);
    auto stepper = make(s);
    State x = begin();
    Distance<quad> worst;
    const auto result = integrate(*stepper, x, end, n, [&](int k, const State& at) {
      if (k % (n / checks) != 0) return;
      worst.raise_to(distance(s, exact[static_cast<std::size_t>(k / (n / checks) - 1)], at));
    });
    return result.status == Status::ok ? worst : no_distance();
  }

  /// log₂ of the ratio of the errors with n and 2n steps.
  template <class Make>
  requires(!std::is_same_v<Make, Method>) Distance<double> order(Make make, int n, Form form = Form::index1)
  const { return slopes(error(make, n, form), error(make, 2 * n, form)); }
  Distance<double> order(const Method& method, int n, Form form = Form::index1,
                         const std::map<std::string, std::string>& given = {}) const {
    return order([&](System& s) { return method.in_quad(s, options_of(method, given)); }, n, form);
  }

 private:
  Model model;
  quad end;
  std::vector<State> exact;
};

}  // namespace plumb::testing
