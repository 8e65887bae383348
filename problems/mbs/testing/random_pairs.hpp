#pragma once
// Two bodies with random positions and velocities, optionally as nested dual numbers. Tests obtain the exact
// derivatives of a constraint or force between the bodies from its values at such dual numbers.

#include <random>

#include "numerics/dual.hpp"
#include "problems/mbs/basic_constraints.hpp"

namespace plumb::mbs::random_pairs {

using Once = Dual<double, 1>;
using Twice = Dual<Once, 1>;
using Thrice = Dual<Twice, 1>;

inline constexpr double instant = 0.37;  // time of the test [s]
inline constexpr double agreement = 2e-13;

// Returns random numbers between −1.5 and 1.5.
template <int n>
Vec<double, n> random_vector(std::mt19937& engine) {
  std::uniform_real_distribution<double> number(-1.5, 1.5);
  Vec<double, n> out;
  for (auto& x : out) x = number(engine);
  return out;
}

struct RandomPlace {
  Vector<double> r, v, w;
  so3::Quaternion<double> attitude;

  explicit RandomPlace(std::mt19937& engine)
      : r(random_vector<3>(engine)),
        v(random_vector<3>(engine)),
        w(random_vector<3>(engine)),
        attitude(random_vector<4>(engine).normalized()) {}
};

// Returns the state of a body at (q ⊞ delta) ⊞ epsilon, with its velocity increased by `faster`.
template <class X>
BodyState<X> moved(const RandomPlace& place, const Vec<X, 6>& delta, const Vec<X, 6>& epsilon,
                   const Vec<X, 6>& faster) {
  const so3::Chart<X> chart;
  BodyState<X> out;
  so3::Quaternion<X> q;
  for (int i = 0; i < 4; ++i) q[i] = X(place.attitude[i]);
  q = chart.retract(chart.retract(q, Vector<X>(delta.template tail<3>())), Vector<X>(epsilon.template tail<3>()));
  out.A = so3::matrix<X>(q);
  for (int i = 0; i < 3; ++i) {
    out.r[i] = place.r[i] + delta[i] + epsilon[i];
    out.v[i] = place.v[i] + faster[i];
    out.w[i] = place.w[i] + faster[3 + i];
  }
  return out;
}

struct Places {
  RandomPlace first, second;

  explicit Places(std::mt19937& engine) : first(engine), second(engine) {}
  PairVector<double> velocities() const {
    PairVector<double> out;
    out << first.v, first.w, second.v, second.w;
    return out;
  }
  // Calls f with the pair at (q ⊞ delta) ⊞ epsilon, with the velocities v + `faster`.
  template <class X, class F>
  auto at(const PairVector<X>& delta, const PairVector<X>& epsilon, const PairVector<X>& faster, F f) const {
    const BodyState<X> a =
        moved<X>(first, delta.template head<6>(), epsilon.template head<6>(), faster.template head<6>());
    const BodyState<X> b =
        moved<X>(second, delta.template tail<6>(), epsilon.template tail<6>(), faster.template tail<6>());
    return f(Pair<X>{a, b});
  }
};

// Variables of nested derivatives: ε, ε of the second order, and η.
inline const Once one_e = Once::variable(0);
inline Twice eta_of_two() { return Twice(one_e); }
inline Twice e_of_two() { return Twice::variable(Once(0)); }
inline Twice e_of_curve() { return Twice::variable(one_e); }
inline Thrice e_of_three() { return Thrice::variable(Twice::variable(Once(0))); }
inline Thrice eta_of_three() { return Thrice(Twice(one_e)); }
inline double first(const Once& x) { return x.derivatives[0]; }
inline double second(const Twice& x) { return x.derivatives[0].derivatives[0]; }
inline double third(const Thrice& x) { return x.derivatives[0].derivatives[0].derivatives[0]; }

template <class X>
PairVector<X> times(const X& x, const PairVector<double>& w) {
  PairVector<X> out;
  for (int i = 0; i < pair_columns; ++i) out[i] = x * w[i];
  return out;
}
inline PairVector<double> unit(int k) {
  auto out = zeros<PairVector<double>>();
  out[k] = 1;
  return out;
}

template <class X>
Signal<X> signal() {
  return Signal<X>::template of<double>(
      {{number("0.3"), number("-0.7"), number("1.1")}, {{number("0.4"), number("2"), number("0.9")}}});
}
template <class X>
Vector<X> vector(double x, double y, double z) {
  return {X(x), X(y), X(z)};
}

/// The contact of a wheel, or of a ball if its axis is 0.
inline Wheel<double> wheel(const Vector<double>& axis) {
  return {{0.3, -0.8, 0.5}, {0.48, -0.64, 0.6}, {0.8, 0.6, 0}, {-0.6, 0.2, 0.9}, axis, 0.7};
}
template <class X>
Wheel<X> wheel_in(const Vector<double>& axis, const Vector<double>& direction) {
  const auto of = wheel(axis);
  return {constants<X>(of.plane),  constants<X>(of.normal), constants<X>(direction),
          constants<X>(of.centre), constants<X>(of.axis),   X(of.radius)};
}

}  // namespace plumb::mbs::random_pairs
