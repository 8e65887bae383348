#pragma once
// The basic constraints that joints and drivers are made of. Each acts on a pair of bodies (pair.hpp), has one sign
// convention, and knows everything that the equations of any form ask for, without differences:
//
//   Φ                value           ∂Φ/∂t         offset          ∂(G w)/∂q        product_tangent
//   G                jacobian        ∂²Φ/∂q∂t      offset_tangent  ∂γ/∂q, ∂γ/∂v     bias_by_q, bias_by_v
//   γ = Φ'' − G v'   bias            ∂(Gᵀλ)/∂q     add_curvature
//
// `has(i, j)` and `curves(i, j)` tell which entries of G, and of ∂(Gᵀλ)/∂q, may differ from zero.
//
// Haug, Computer Aided Kinematics and Dynamics of Mechanical Systems, chapter 9; fang2023, section 2.

#include <variant>

#include "problems/mbs/pair.hpp"

namespace plumb::mbs {

/// The points coincide: three components of d in space.
template <class T>
class CoincidentPoints {
 public:
  static constexpr int rows = 3;
  Separation<T> d;

  static constexpr bool has(int row, int column) { return column % 6 >= 3 || column % 6 == row; }
  static constexpr bool curves(int i, int j) { return i % 6 >= 3 && j % 6 >= 3 && i / 6 == j / 6; }
  static constexpr bool moves() { return false; }
  void value(const Pair<T>& p, const T& t, Vector<T>& phi) const { phi = d.value(p, t); }
  void offset(const Pair<T>&, const T&, Vector<T>& r) const { clear(r); }
  void bias(const Pair<T>& p, const T& t, Vector<T>& gamma) const { gamma = d.bias(p, t); }
  void jacobian(const Pair<T>& p, const T& t, PairRows<T, 3>& g) const { d.jacobian(p, t, g); }
  void product(const Pair<T>& p, const T& t, const PairVector<T>& w, Vector<T>& out) const { out = d.product(p, t, w); }
  void product_tangent(const Pair<T>& p, const T& t, const PairVector<T>& w, PairRows<T, 3>& k) const {
    d.product_tangent(p, t, w, k);
  }
  void offset_tangent(const Pair<T>&, const T&, PairRows<T, 3>& k) const { clear(k); }
  void bias_by_q(const Pair<T>& p, const T& t, PairRows<T, 3>& k) const { d.bias_by_q(p, t, k); }
  void bias_by_v(const Pair<T>& p, const T& t, PairRows<T, 3>& k) const { d.bias_by_v(p, t, k); }
  void add_curvature(const Pair<T>& p, const T& t, const Vector<T>& lambda, PairMatrix<T>& h) const {
    d.add_curvature(p, t, lambda, h);
  }
};

/// scale x·y = f(t) of two vectors.
template <class T, class X, class Y>
class Product {
 public:
  static constexpr int rows = 1;
  static constexpr bool translates = X::translates || Y::translates;
  using Row = Vec<T, 1>;
  X x;
  Y y;
  Signal<T> f = {};
  T scale = T(1);

  static constexpr bool has(int, int column) { return translates || column % 6 >= 3; }
  static constexpr bool curves(int i, int j) { return translates || (i % 6 >= 3 && j % 6 >= 3); }
  bool moves() const { return x.moves() || y.moves() || !f.is_constant(); }
  void value(const Pair<T>& p, const T& t, Row& phi) const {
    phi[0] = scale * x.value(p, t).dot(y.value(p, t)) - f.at(t).value;
  }
  void offset(const Pair<T>& p, const T& t, Row& r) const {
    r[0] = scale * (x.offset(p, t).dot(y.value(p, t)) + x.value(p, t).dot(y.offset(p, t))) - f.at(t).rate;
  }
  void bias(const Pair<T>& p, const T& t, Row& gamma) const {
    const Course<T> of_x = x.course(p, t), of_y = y.course(p, t);
    const T sum = of_x.bias.dot(of_y.value) + of_x.value.dot(of_y.bias) + 2 * of_x.rate.dot(of_y.rate);
    gamma[0] = scale * sum - f.at(t).second;
  }
  void jacobian(const Pair<T>& p, const T& t, PairRows<T, 1>& g) const {
    clear(g);
    x.add_row(p, t, Vector<T>(scale * y.value(p, t)), g);
    y.add_row(p, t, Vector<T>(scale * x.value(p, t)), g);
  }
  void product(const Pair<T>& p, const T& t, const PairVector<T>& w, Row& out) const {
    out[0] = scale * (x.product(p, t, w).dot(y.value(p, t)) + x.value(p, t).dot(y.product(p, t, w)));
  }
  void product_tangent(const Pair<T>& p, const T& t, const PairVector<T>& w, PairRows<T, 1>& k) const {
    PairRows<T, 3> of_x, of_y;
    x.product_tangent(p, t, w, of_x);
    y.product_tangent(p, t, w, of_y);
    join(of_x, y.value(p, t), of_y, x.value(p, t), k);
    x.jacobian(p, t, of_x);
    y.jacobian(p, t, of_y);
    add(of_x, y.product(p, t, w), of_y, x.product(p, t, w), T(1), k);
  }
  void offset_tangent(const Pair<T>& p, const T& t, PairRows<T, 1>& k) const {
    PairRows<T, 3> of_x, of_y;
    x.offset_tangent(p, t, of_x);
    y.offset_tangent(p, t, of_y);
    join(of_x, y.value(p, t), of_y, x.value(p, t), k);
    x.jacobian(p, t, of_x);
    y.jacobian(p, t, of_y);
    add(of_x, y.offset(p, t), of_y, x.offset(p, t), T(1), k);
  }
  void bias_by_q(const Pair<T>& p, const T& t, PairRows<T, 1>& k) const {
    const Rates r(*this, p, t);
    PairRows<T, 3> of_x, of_y;
    x.bias_by_q(p, t, of_x);
    y.bias_by_q(p, t, of_y);
    join(of_x, y.value(p, t), of_y, x.value(p, t), k);
    x.jacobian(p, t, of_x);
    y.jacobian(p, t, of_y);
    add(of_x, y.bias(p, t), of_y, x.bias(p, t), T(1), k);
    x.product_tangent(p, t, r.w, of_x);
    y.product_tangent(p, t, r.w, of_y);
    add(of_x, r.y, of_y, r.x, T(2), k);
    if (!moves()) return;
    x.offset_tangent(p, t, of_x);
    y.offset_tangent(p, t, of_y);
    add(of_x, r.y, of_y, r.x, T(2), k);
  }
  void bias_by_v(const Pair<T>& p, const T& t, PairRows<T, 1>& k) const {
    const Rates r(*this, p, t);
    PairRows<T, 3> of_x, of_y;
    x.bias_by_v(p, t, of_x);
    y.bias_by_v(p, t, of_y);
    join(of_x, y.value(p, t), of_y, x.value(p, t), k);
    x.jacobian(p, t, of_x);
    y.jacobian(p, t, of_y);
    add(of_x, r.y, of_y, r.x, T(2), k);
  }
  void add_curvature(const Pair<T>& p, const T& t, const Row& lambda, PairMatrix<T>& h) const {
    const T weight = scale * lambda[0];
    x.add_curvature(p, t, Vector<T>(weight * y.value(p, t)), h);
    y.add_curvature(p, t, Vector<T>(weight * x.value(p, t)), h);
    PairRows<T, 3> of_x, of_y;
    x.jacobian(p, t, of_x);
    y.jacobian(p, t, of_y);
    for (int j = 0; j < pair_columns; ++j)
      for (int i = 0; i < pair_columns; ++i)
        for (int l = 0; l < 3; ++l) h(i, j) += weight * (of_x(l, i) * of_y(l, j) + of_y(l, i) * of_x(l, j));
  }

 private:
  struct Rates {  // x', y'
    PairVector<T> w;
    Vector<T> x, y;

    Rates(const Product& of, const Pair<T>& p, const T& t) {
      w << p.first.v, p.first.w, p.second.v, p.second.w;
      x = of.x.course(p, t).rate;
      y = of.y.course(p, t).rate;
    }
  };
  // out ← scale (uᵀ of_x + wᵀ of_y)
  void join(const PairRows<T, 3>& of_x, const Vector<T>& u, const PairRows<T, 3>& of_y, const Vector<T>& w,
            PairRows<T, 1>& out) const {
    clear(out);
    add(of_x, u, of_y, w, T(1), out);
  }
  void add(const PairRows<T, 3>& of_x, const Vector<T>& u, const PairRows<T, 3>& of_y, const Vector<T>& w,
           const T& factor, PairRows<T, 1>& out) const {
    const T weight = factor * scale;
    for (int j = 0; j < pair_columns; ++j)
      for (int l = 0; l < 3; ++l) out(0, j) += weight * (of_x(l, j) * u[l] + of_y(l, j) * w[l]);
  }
};

/// a_i·a_j = f(t), of directions that may turn in their bodies.
template <class T>
using DotOne = Product<T, Direction<T>, Direction<T>>;
/// a_i·d = f(t) [m]
template <class T>
using DotTwo = Product<T, Direction<T>, Separation<T>>;
/// (d·d − L²)/(2 L) = 0 [m], with scale = 1/(2 L) and f = L/2: its multiplier is the force along d.
template <class T>
using FixedDistance = Product<T, Separation<T>, Separation<T>>;

template <class T>
using BasicConstraint = std::variant<CoincidentPoints<T>, DotOne<T>, DotTwo<T>, FixedDistance<T>>;

}  // namespace plumb::mbs
