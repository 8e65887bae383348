#pragma once
// Tests whether a state satisfies the constraints at all three levels, up to the rounding of the state itself:
//
//   position Φ(t, q) = 0,   velocity G v + ∂Φ/∂t = 0,   acceleration G a + γ(t, q, v) = 0
//
// The tolerance of a level is a multiple of the effect of relative rounding errors in q, v and a (the conditioning of
// the residual: Higham 2002, Accuracy and Stability of Numerical Algorithms, section 1.6). It is measured along a few
// pseudorandom directions w with entries of size 1: q ⊞ ε |q| w, v + ε |v| w and a + ε |a| w. The number of evaluations
// does not depend on the size of the system.

#include <cmath>
#include <limits>
#include <locale>
#include <random>
#include <sstream>
#include <stdexcept>
#include <string_view>

#include "contract/system.hpp"

namespace plumb {

/// Checks one state of one system. Precondition: x.a and x.lambda are from the same solve.
template <Mechanical S>
class ConsistencyCheck {
 public:
  using T = typename S::Scalar;
  using State = typename S::State;

  ConsistencyCheck(S& of, const T& at) : system(of), t(at) {}

  /// Throws std::invalid_argument that names the first violated level and the size of the violation.
  void require(const State& x) {
    if (!x.q.allFinite() || !x.v.allFinite()) throw std::invalid_argument("the initial values are not finite");
    if (x.lambda.size() == 0) return;
    const auto position = [this](const State& y) {
      L e(y.lambda);
      system.constraint(t, y.q, e);
      return e;
    };
    const auto velocity = [this](const State& y) {
      L e(y.lambda);
      system.constraint_rate(t, y.q, y.v, e);
      return e;
    };
    const auto acceleration = [this](const State& y) {
      L e(y.lambda), offset(y.lambda), bias(y.lambda);
      const V rest = V::Zero(y.v.size());
      system.constraint_rate(t, y.q, y.a, e);
      system.constraint_rate(t, y.q, rest, offset);
      system.constraint_bias(t, y.q, y.v, bias);
      return L(e - offset + bias);
    };
    require_level("position", position, x, 0);
    require_level("velocity", velocity, x, 0);
    require_level("acceleration", acceleration, x, size_of_reactions(acceleration, x, acceleration(x)));
  }

 private:
  using V = typename S::V;
  using L = typename S::L;
  static constexpr int roundings = 256;  // bound on the number of roundings in a level's terms
  static constexpr int directions = 4;   // number of test directions; a single one may miss a component by chance

  template <class Level>
  void require_level(std::string_view name, Level level, const State& x, const T& more) {
    using std::isfinite;
    const L value = level(x);
    const T violation = value.cwiseAbs().maxCoeff();
    const T bound = roundings * std::numeric_limits<T>::epsilon() * (size_of_terms(level, x, value) + more);
    if (violation <= bound && isfinite(violation)) return;
    std::ostringstream text;
    text.imbue(std::locale::classic());
    text.precision(3);
    text << "inconsistent initial values: " << name << " level violated by " << static_cast<double>(violation)
         << " (largest component)";
    throw std::invalid_argument(text.str());
  }

  // Uses the size of the largest component for all components, because small components may be differences of large
  // ones.
  template <class Level>
  T size_of_terms(Level level, const State& x, const L& value) {
    using std::sqrt;
    const T step = sqrt(std::numeric_limits<T>::epsilon());
    const auto largest = [](const auto& part) { return part.size() == 0 ? T(0) : T(part.cwiseAbs().maxCoeff()); };
    const T q = largest(x.q) > 0 ? largest(x.q) : T(1), v = largest(x.v), a = largest(x.a);
    L by_q = L::Zero(value.size()), by_v = by_q, by_a = by_q;
    std::minstd_rand random;
    for (int k = 0; k < directions; ++k) {
      V w = x.v;
      for (Eigen::Index i = 0; i < w.size(); ++i) w[i] = random() % 2 == 0 ? 1 : -1;
      State y = x;
      const auto change = [&](L& sizes) {
        sizes = sizes.cwiseMax((level(y) - value).cwiseAbs() / step);
        y = x;
      };
      const V turn = step * q * w;
      system.retract(x.q, turn, y.q);
      change(by_q);
      y.v += step * v * w;
      change(by_v);
      y.a += step * a * w;
      change(by_a);
    }
    return (by_q + by_v + by_a).maxCoeff();
  }

  // Returns the size of G M⁻¹ Gᵀ λ, which has the unit of Φ''. One factorisation computes a and λ, so rounding errors
  // in λ appear in a (backward error: Higham 2002, theorem 9.3). M is replaced by its Rayleigh quotient in the
  // direction of Gᵀ λ.
  template <class Level>
  T size_of_reactions(Level level, const State& x, const L& value) {
    State y = x;
    V reaction = x.v;
    system.reaction(t, x.q, x.lambda, reaction);
    const T largest = reaction.cwiseAbs().maxCoeff();
    if (!(largest > 0)) return 0;
    const V direction = reaction / largest;
    V momentum = x.v;
    system.momentum(x.q, direction, momentum);
    const T mass = direction.dot(momentum) / direction.dot(direction);
    y.a += reaction / mass;
    return (level(y) - value).cwiseAbs().maxCoeff();
  }

  S& system;
  T t;
};

/// Throws std::invalid_argument unless x satisfies the constraints of the system at time t at every level.
template <Mechanical S>
void require_consistent(S& system, const typename S::Scalar& t, const typename S::State& x) {
  ConsistencyCheck<S>(system, t).require(x);
}

}  // namespace plumb
