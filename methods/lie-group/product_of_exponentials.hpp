#pragma once
// Explicit Lie-group methods on the index-1 equations whose stages are products of exponentials: the methods of Crouch
// and Grossman, and commutator-free methods.
//
//   q_i = q ⊞ h Σ_j a¹_ij w_j ⊞ h Σ_j a²_ij w_j ⊞ ...,   v_i = v + h Σ_j a_ij a_j,   a_ij = a¹_ij + a²_ij + ...
//   a_i = g(t + c_i h, q_i, v_i),   w_i = θ'(0, v_i) at q_i,   c_i = Σ_j a_ij
//
// ⊞ is evaluated from the left: each exponential begins where the one before it ends. The end of the step is one more
// row of this kind. The methods need no derivative of the exponential and no commutator, but ⊞ must be an exponential:
// with other retractions, such as Cayley's, they would have order 2, and are refused. On vector spaces they are the
// Runge-Kutta method with the coefficients a_ij: for commutator-free4 the classical method.
//
// Sources: Crouch & Grossman 1993; Celledoni, Marthinsen & Owren 2003.
// Memory: none. Cost: one evaluation of the acceleration for each stage.

#include <span>

#include "contract/method.hpp"
#include "methods/lie-group/exponentials.hpp"

namespace plumb {

template <class S>
class ProductOfExponentials {
 public:
  using T = typename S::Scalar;
  using Q = typename S::Q;
  using V = typename S::V;
  using State = typename S::State;

  ProductOfExponentials(S& system, const MethodOptions&, const ExponentialTable& table)
      : s(system),
        rows(table.begin(), table.end()),
        y(zero_state(system)),
        begin(y.q),
        no_turn(V::Zero(y.v.size())),
        increment(y.v),
        rate(table.size() - 1, y.v),
        acceleration(rate) {}

  StepResult start(const T& t, const T&, State& x) {
    if (!adds_exponentials(x.q))
      return {Status::unsupported, 0, "needs rotations by exponentials (retraction=exponential)"};
    if (!s.acceleration(t, x.q, x.v, x.a, x.lambda)) return {Status::singular, 0, "acceleration"};
    return {};
  }

  StepResult step(const T& t, const T& h, State& x) {
    for (std::size_t i = 0; i < rate.size(); ++i) {
      move(rows[i], h, x);
      s.chart_rate(y.q, no_turn, y.v, rate[i]);
      if (!s.acceleration(t + rows[i].node * h, y.q, y.v, acceleration[i], y.lambda))
        return {Status::singular, 0, "acceleration"};
    }
    move(rows.back(), h, x);
    x.q = y.q;
    x.v = y.v;
    *counters.stages += static_cast<std::int64_t>(rate.size());
    return {};
  }

  std::span<T> memory() { return {}; }
  Counters counters;

 private:
  // Returns whether an increment equals two halves of it, one after the other, as with an exponential.
  bool adds_exponentials(const Q& q) {
    if (s.vector_space()) return true;
    increment.setConstant(T(0.15));
    s.retract(q, increment, y.q);
    begin = y.q;
    s.retract(begin, increment, y.q);
    s.local(q, y.q, increment);
    const T rounding = T(1e-13) * q.cwiseAbs().maxCoeff();  // of positions in small units of length
    return (increment.array() - T(0.3)).abs().maxCoeff() < T(1e-6) + rounding;
  }

  // Computes the configuration and the velocity of a row into y.
  void move(const ExponentialRow<T>& row, const T& h, const State& x) {
    y.q = x.q;
    for (const auto& factor : row.factors) {
      increment.setZero();
      for (std::size_t j = 0; j < factor.size(); ++j)
        if (factor[j] != 0) increment += (factor[j] * h) * rate[j];
      begin = y.q;
      s.retract(begin, increment, y.q);
    }
    y.v = x.v;
    for (std::size_t j = 0; j < row.sum.size(); ++j)
      if (row.sum[j] != 0) y.v += (row.sum[j] * h) * acceleration[j];
  }

  S& s;
  std::vector<ExponentialRow<T>> rows;  // one for each stage, then that of the end of the step
  State y;                              // state of a stage
  Q begin;                              // where an exponential begins
  V no_turn, increment;
  std::vector<V> rate, acceleration;  // rates w_i of the positions and accelerations of the stages
};

}  // namespace plumb
