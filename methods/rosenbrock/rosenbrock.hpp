#pragma once
// Rosenbrock methods with fixed steps; their stages are in rosenbrock_stages.hpp.
//
// Memory: the accelerations and multipliers at the end of the previous step. Cost: one linearisation, one
// factorisation, and for each stage a residual and a solution. The derivative by time takes p more residuals, where p
// is the order.

#include <span>

#include "contract/method.hpp"
#include "methods/rosenbrock/rosenbrock_stages.hpp"

namespace plumb {

template <class S>
class Rosenbrock {
 public:
  using T = typename S::Scalar;
  using State = typename S::State;

  Rosenbrock(S& system, const MethodOptions&, const RosenbrockTable<T>& table, int order)
      : s(system), stages(system, table, order), store(zeros<Vec<T>>(system.sizes().v + system.sizes().lambda)) {}

  StepResult start(const T& t, const T& h, State& x) {
    if (const auto fit = stages.fitness(); fit.status != Status::ok) return fit;
    if (!s.acceleration(t, x.q, x.v, x.a, x.lambda)) return {Status::singular, 0, "acceleration"};
    stages.measure(t, h, x);
    remember(x);
    return {};
  }

  StepResult step(const T& t, const T& h, State& x) {
    x.a = store.head(x.a.size());
    x.lambda = store.tail(x.lambda.size());
    const auto result = stages.take(t, h, x, counters);
    if (result.status != Status::ok) return result;
    x = stages.next;
    remember(x);
    return {};
  }

  std::span<T> memory() { return {store.data(), static_cast<std::size_t>(store.size())}; }
  Counters counters;

 private:
  void remember(const State& x) {
    store.head(x.a.size()) = x.a;
    store.tail(x.lambda.size()) = x.lambda;
  }

  S& s;
  RosenbrockStages<S> stages;
  Vec<T> store;
};

}  // namespace plumb
