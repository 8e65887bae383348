#pragma once
// Diagonally implicit Runge-Kutta methods with embedded weights, on every formulation:  e = h Σ (b_i − b̂_i) Ẏ_i.
//
// Source: kennedy2019. Memory and cost are the same as with fixed steps (methods/dirk/dirk.hpp).

#include "methods/adaptive/tied_newton.hpp"
#include "methods/coefficients/embedded.hpp"
#include "methods/dirk/dirk.hpp"

namespace plumb {

template <class T>
struct DiagonalEmbedded {
  int power;  // exponent of h in the error estimate
  StageTable<T> table;
  std::vector<T> errors;  // error weights of the stages, from error_weights()
};

template <class S>
class DiagonalPair {
 public:
  using T = typename S::Scalar;
  using V = typename S::V;
  using State = typename S::State;
  const int power;

  DiagonalPair(S& system, const MethodOptions& options, const DiagonalEmbedded<T>& with)
      : power(with.power),
        alpha(with.table.a.diagonal().cwiseAbs().maxCoeff()),
        errors(with.errors),
        dirk(system, options, with.table),
        q_rate(zero_state(system).v),
        theta(q_rate),
        v(q_rate) {}

  StepResult start(const T& t, const T& h, State& x) { return dirk.start(t, h, x); }
  StepResult renew(const T& t, State& x) { return dirk.start(t, T(0), x); }

  StepResult attempt(const T& t, const T& h, const State& x, const Tolerance<S>& tolerance) {
    const auto result = dirk.attempt(t, h, alpha, x, tolerance);
    counters = dirk.stepper.counters;
    return result;
  }
  /// Precondition: an attempt has succeeded.
  double error(const T& h, const State& x, const Tolerance<S>& tolerance) {
    for (Eigen::Index i = 0; i < q_rate.size(); ++i)  // rates of q follow v' (methods/implicit/carried.hpp)
      q_rate[i] = dirk.carried()[static_cast<std::size_t>(q_rate.size() + i)];
    dirk.stepper.weighted(errors, h, q_rate, theta, v);
    return tolerance.size(theta, v, x, dirk.end, h);
  }
  StepResult accept(const T&, const T&, State& x) {
    dirk.accept(x);
    return {};
  }

  Counters counters;

 private:
  T alpha;
  std::vector<T> errors;
  TiedNewton<S, Dirk<S>> dirk;
  V q_rate, theta, v;
};

}  // namespace plumb
