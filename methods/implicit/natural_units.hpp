#pragma once
// The units in which Newton's iteration compares accelerations, multipliers and positions, measured when a run begins:
//
//   accelerations w_i = √M_ii,   multipliers √(Gᵀ M⁻¹ G)_kk,   positions √M_ii,   all divided by the largest √M_ii
//
// M_ii is taken from the kinetic energy, so all weighted quantities of a kind have the same unit, and the test does not
// depend on the units of length, mass and time. Weights are powers of 1024 (numerics/binary_scale.hpp); for systems of
// usual sizes they are 1.

#include <algorithm>
#include <cmath>

#include "methods/implicit/newton.hpp"
#include "numerics/binary_scale.hpp"

namespace plumb {

/// The size of several vectors or matrices together, in the chosen norm and with a weight for every row.
template <class T>
class WeightedNorm {
 public:
  explicit WeightedNorm(NewtonNorm of) : norm(of) {}

  template <class W, class X>
  WeightedNorm& add(const W& weights, const X& x) {
    using std::abs;
    for (Eigen::Index j = 0; j < x.cols(); ++j)
      for (Eigen::Index i = 0; i < x.rows(); ++i) {
        const T size = abs(T(x.coeff(i, j))) * weights[i];
        if (norm != NewtonNorm::max)
          sum += size * size;
        else if (size > sum || size != size)
          sum = size;
      }
    count += x.size();
    return *this;
  }
  T size() const {
    using std::sqrt;
    if (norm == NewtonNorm::max) return sum;
    return norm == NewtonNorm::euclidean || count == 0 ? T(sqrt(sum)) : T(sqrt(sum / T(count)));
  }

 private:
  NewtonNorm norm;
  T sum = 0;
  Eigen::Index count = 0;
};

template <class S>
class NaturalUnits {
  NewtonNorm norm;
  bool tests_increment, has_tolerance, plain = true;

 public:
  using T = typename S::Scalar;
  using State = typename S::State;

  NaturalUnits(const S& system, const NewtonSettings& newton)
      : norm(newton.norm),
        tests_increment(newton.test == NewtonTest::increment),
        has_tolerance(newton.tolerance),
        q(Vec<T>::Ones(system.sizes().q)),
        theta(Vec<T>::Ones(system.sizes().v)),
        rates(theta),
        lambda(Vec<T>::Ones(system.sizes().lambda)),
        mu(lambda) {}

  // Weights of the coordinates (q), displacements (theta), velocities and accelerations (rates), multipliers λ, and of
  // the additional multipliers of the form ggl (mu).
  Vec<T> q, theta, rates, lambda, mu;
  T acceleration = 1, position = 1;  // typical magnitudes of weighted accelerations and positions

  T velocity() const {
    using std::sqrt;
    return sqrt(T(acceleration * position));
  }
  /// Returns whether all weights are 1.
  bool is_plain() const { return plain; }
  /// Sets whether the user or the method gives a tolerance. A given tolerance is absolute, so size() ignores weights.
  void tolerate(bool is_set) { has_tolerance = is_set; }

  /// The size of x, or of several vectors together, for Newton's test. Each vector follows its weights.
  template <class X, class... More>
  T size(const Vec<T>& weights, const X& x, const More&... more) const {
    if (plain || has_tolerance || !tests_increment) return plain_size(x, more...);
    WeightedNorm<T> all(norm);
    add(all, weights, x, more...);
    return all.size();
  }

  /// Measures the units at a state with accelerations and multipliers, for steps of size h.
  void measure(S& s, const T& t, const T& h, const State& x) {
    if (theta.size() == 0 || theta.size() > most_measured) return;
    measure_weights(s, t, x);
    plain = true;
    for (const auto* weights : {&q, &theta, &rates, &lambda, &mu})
      for (const T& weight : *weights) plain = plain && weight == T(1);
    measure_sizes(h, x);
  }

 private:
  template <class X>
  T plain_size(const X& x) const {
    return newton_norm(norm, x);
  }
  template <class X, class Y>
  T plain_size(const X& x, const Vec<T>&, const Y& y) const {
    return newton_norm(norm, x, y);
  }
  template <class X, class Y, class Z>
  T plain_size(const X& x, const Vec<T>&, const Y& y, const Vec<T>&, const Z& z) const {
    return newton_norm(norm, x, y, z);
  }
  static void add(WeightedNorm<T>&) {}
  template <class X, class... More>
  static void add(WeightedNorm<T>& to, const Vec<T>& weights, const X& x, const More&... more) {
    to.add(weights, x);
    add(to, more...);
  }

  static constexpr Eigen::Index most_measured = 1000;  // limit, because each costs an evaluation of the energy

  void measure_weights(S& s, const T& t, const State& x) {
    if (s.vector_space()) return;  // coordinates may have any meaning, so all weights remain 1
    const auto roots = roots_of_masses(s, t, x);
    const bool momenta = s.sizes().momenta;
    if (roots.empty()) return;
    double largest = 0;
    for (const double root : roots) largest = std::max(largest, momenta ? 1 / root : root);
    const auto n = roots.size();
    std::vector<double> of_theta(n), of_rates(n), per_force(n);
    for (std::size_t i = 0; i < n; ++i) {
      of_theta[i] = (momenta ? 1 / roots[i] : roots[i]) / largest;
      of_rates[i] = roots[i] / largest;
      per_force[i] = (momenta ? roots[i] : 1 / roots[i]) / largest;
    }
    const auto of_q = weights_of_coordinates(s, x, of_theta);
    if (!are_usual(of_theta) || !are_usual(of_rates) || !are_usual(of_q)) {
      take(of_theta, theta);
      take(of_rates, rates);
      take(of_q, q);
    }
    weigh_multipliers(s, t, x, of_theta, per_force);
  }

  // Returns whether all ratios are usual for mechanisms in SI units; then the weights remain 1.
  static bool are_usual(const std::vector<double>& weights, double least = 0x1p-12, double most = 0x1p12) {
    return std::ranges::all_of(weights, [=](double x) { return x == 0 || (x >= least && x <= most); });
  }
  static void take(const std::vector<double>& from, Vec<T>& to) {
    for (Eigen::Index i = 0; i < to.size(); ++i) to[i] = T(binary_scale(from[static_cast<std::size_t>(i)]));
  }

  // √M_ii from the kinetic energy of a single velocity, so large that potentials are negligible. Empty if this energy
  // does not belong to M v, for example if it is the energy of some coordinates only.
  static std::vector<double> roots_of_masses(S& s, const T& t, const State& x) {
    std::vector<double> out;
    if constexpr (requires { s.energy(t, x.q, x.v); }) {
      const T speed = T(std::ldexp(1., 150));
      auto v = x.v, p = x.v;
      v.setZero();
      for (Eigen::Index i = 0; i < v.size(); ++i) {
        v[i] = speed;
        const double mass = static_cast<double>(T(2 * s.energy(t, x.q, v) / speed / speed));
        s.momentum(x.q, v, p);
        const double inertia = static_cast<double>(T(p[i] / speed));
        v[i] = 0;
        const bool agrees = s.sizes().momenta || (mass > inertia / 2 && mass < 2 * inertia);
        if (!(mass > 0) || !std::isfinite(mass) || !agrees) return {};
        out.push_back(std::sqrt(mass));
      }
    }
    return out;
  }

  // The weight of a coordinate is the weight of the displacement that changes it, times its change per unit
  // displacement; the largest of these products if there are several.
  static std::vector<double> weights_of_coordinates(S& s, const State& x, const std::vector<double>& of_theta) {
    std::vector<double> weights(static_cast<std::size_t>(x.q.size()), 0);
    auto step = x.v;
    step.setZero();
    auto moved = x.q;
    for (Eigen::Index i = 0; i < step.size(); ++i) {
      step[i] = T(1);
      s.retract(x.q, step, moved);
      step[i] = T(0);
      for (Eigen::Index j = 0; j < moved.size(); ++j) {
        const double change = std::abs(static_cast<double>(T(moved[j] - x.q[j])));
        auto& weight = weights[static_cast<std::size_t>(j)];
        if (change > 0x1p-20) weight = std::max(weight, change * of_theta[static_cast<std::size_t>(i)]);
      }
    }
    return weights;
  }

  void weigh_multipliers(S& s, const T& t, const State& x, const std::vector<double>& of_theta,
                         const std::vector<double>& per_force) {
    auto unit = x.lambda;
    unit.setZero();
    auto pull = x.v;
    std::vector<double> of_lambda, of_mu;
    for (Eigen::Index k = 0; k < unit.size(); ++k) {
      unit[k] = T(1);
      s.reaction(t, x.q, unit, pull);
      unit[k] = T(0);
      double square = 0, most = 0;
      for (Eigen::Index i = 0; i < pull.size(); ++i) {
        const double size = std::abs(static_cast<double>(pull[i]));
        square += std::pow(size * per_force[static_cast<std::size_t>(i)], 2);
        most = std::max(most, size * of_theta[static_cast<std::size_t>(i)]);
      }
      of_lambda.push_back(std::sqrt(square));
      of_mu.push_back(most);
    }
    // Light mechanisms need no weights: their multipliers are small.
    if (!are_usual(of_lambda, 1 / 180., 0x1p20)) take(of_lambda, lambda);
    if (!are_usual(of_mu)) take(of_mu, mu);
  }

  // 1 for all sizes that are usual in SI units.
  static T usual_size(double x) { return T(x >= 0x1p-15 && x < 0x1p25 ? 1. : binary_scale(x)); }

  // If a run begins without accelerations, the tolerance is the smallest change of velocities and positions that a step
  // can resolve. If it begins at position 0, the displacement in a step is the typical position.
  void measure_sizes(const T& step, const State& x) {
    const auto size = [](const Vec<T>& weights, const auto& of) {
      return static_cast<double>(WeightedNorm<T>(NewtonNorm::max).add(weights, of).size());
    };
    const double h = std::abs(static_cast<double>(step)), v = size(rates, x.v);
    double at = size(q, x.q), a = size(rates, x.a) + size(lambda, x.lambda);
    const double resolved = at / (h * h) + v / h;
    if (!(a > std::ldexp(resolved, -40))) a = std::ldexp(resolved, -4);
    if (!(at > std::ldexp(std::max(v * h, a * h * h), -10))) at = std::max(1024 * v * h, 1024 * 1024 * a * h * h);
    acceleration = usual_size(a);
    position = usual_size(at);
  }
};

}  // namespace plumb
