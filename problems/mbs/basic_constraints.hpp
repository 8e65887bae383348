#pragma once
// The basic constraints of joints and drivers. Each constraint acts on a pair of bodies (pair.hpp), has one sign
// convention, and computes without difference quotients all terms that the forms of the equations require:
//
//   Φ                value           ∂Φ/∂t         offset          ∂(G w)/∂q        product_tangent
//   G                jacobian        ∂²Φ/∂q∂t      offset_tangent  ∂γ/∂q, ∂γ/∂v     bias_by_q, bias_by_v
//   γ = Φ'' − G v'   bias            ∂(Gᵀλ)/∂q     add_curvature
//
// `has(i, j)` returns whether entry (i, j) of G can be nonzero, `curves(i, j)` whether entry (i, j) of ∂(Gᵀλ)/∂q can.
//
// Sources: Haug, Computer Aided Kinematics and Dynamics of Mechanical Systems, chapter 9; fang2023, section 2.

#include <variant>

#include "problems/mbs/contact_constraints.hpp"

namespace plumb::mbs {

/// Two points coincide: d = 0, three components in space.
template <class T>
class CoincidentPoints {
 public:
  static constexpr int rows = 3;
  static constexpr bool holonomic = true;
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

/// scale x·y = f(t) for two vectors x and y.
template <class T, class X, class Y>
class Product {
 public:
  static constexpr int rows = 1;
  static constexpr bool holonomic = true;
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
    for (const bool body_of_y : {false, true})
      for (const bool body_of_x : {false, true})
        if (x.acts_on(body_of_x) && y.acts_on(body_of_y))
          add_mixed(of_x, first_column<X>(body_of_x), of_y, first_column<Y>(body_of_y), weight, h);
  }

 private:
  struct Rates {  // rates x', y'
    PairVector<T> w;
    Vector<T> x, y;

    Rates(const Product& of, const Pair<T>& p, const T& t) {
      w << p.first.v, p.first.w, p.second.v, p.second.w;
      x = of.x.course(p, t).rate;
      y = of.y.course(p, t).rate;
    }
  };
  template <class Of>
  static constexpr int first_column(bool second) {
    return Of::translates ? turn_of(second) - 3 : turn_of(second);
  }
  // h ← h + weight (of_xᵀ of_y + of_yᵀ of_x); the columns of x begin at i, the columns of y at j.
  static void add_mixed(const PairRows<T, 3>& of_x, int i, const PairRows<T, 3>& of_y, int j, const T& weight,
                        PairMatrix<T>& h) {
    for (int q = j; q < j + (Y::translates ? 6 : 3); ++q)
      for (int p = i; p < i + (X::translates ? 6 : 3); ++p) {
        const T sum = weight * (of_x(0, p) * of_y(0, q) + of_x(1, p) * of_y(1, q) + of_x(2, p) * of_y(2, q));
        h(p, q) += sum;
        h(q, p) += sum;
      }
  }
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

/// a_i·a_j = f(t), with one direction in each body. The directions may rotate in their bodies as functions of time.
template <class T>
using DotOne = Product<T, Direction<T>, Direction<T>>;
/// a_i·d = f(t) [m], where d is the vector between a point of each body.
template <class T>
using DotTwo = Product<T, Direction<T>, Separation<T>>;
/// (d·d − L²)/(2 L) = 0 [m], with scale = 1/(2 L) and f = L/2: the multiplier is the force along d.
template <class T>
using FixedDistance = Product<T, Separation<T>, Separation<T>>;

template <class T>
bool stays_zero(const Signal<T>& f) {
  return f.is_constant() && f.at(T(0)).value == T(0);
}

/// a_i·d' = f(t) [m/s] constrains only the rate of DotTwo, not its value.
template <class T>
class DotTwoRate : public DotTwo<T> {
 public:
  static constexpr bool holonomic = false;

  DotTwoRate(const Direction<T>& direction, const Separation<T>& separation, const Signal<T>& speed)
      : DotTwo<T>{direction, separation}, f(speed) {}

  bool moves() const { return DotTwo<T>::moves() || !stays_zero(f); }
  void value(const Pair<T>&, const T&, Vec<T, 1>& phi) const { clear(phi); }
  void offset(const Pair<T>& p, const T& t, Vec<T, 1>& r) const {
    DotTwo<T>::offset(p, t, r);
    r[0] -= f.at(t).value;
  }
  void bias(const Pair<T>& p, const T& t, Vec<T, 1>& gamma) const {
    DotTwo<T>::bias(p, t, gamma);
    gamma[0] -= f.at(t).rate;
  }

 private:
  Signal<T> f;  // prescribed rate [m/s]
};

/// n·(ω_j − ω_i) = f(t) [rad/s], with n fixed in the first body. This constraint is nonholonomic.
template <class T>
class Spin {
 public:
  static constexpr int rows = 1;
  static constexpr bool holonomic = false;
  using Row = Vec<T, 1>;
  Vector<T> n;
  Signal<T> f = {};  // prescribed rate [rad/s]

  static constexpr bool has(int, int column) { return column % 6 >= 3; }
  static constexpr bool curves(int i, int j) { return i % 6 >= 3 && j % 6 >= 3; }
  bool moves() const { return !stays_zero(f); }
  void value(const Pair<T>&, const T&, Row& phi) const { clear(phi); }
  void offset(const Pair<T>&, const T& t, Row& r) const { r[0] = -f.at(t).value; }
  void bias(const Pair<T>& p, const T& t, Row& gamma) const {
    gamma[0] = -n.dot(three::cross(p.first.w, in_first(p, p.second.w))) - f.at(t).rate;
  }
  void jacobian(const Pair<T>& p, const T&, PairRows<T, 1>& g) const {
    clear(g);
    g.template middleCols<3>(3) = -n.transpose();
    g.template middleCols<3>(9) = in_second(p, n).transpose();
  }
  void product(const Pair<T>& p, const T&, const PairVector<T>& w, Row& out) const {
    const Vector<T> first = w.template segment<3>(3), second = w.template segment<3>(9);
    out[0] = n.dot(in_first(p, second)) - n.dot(first);
  }
  void product_tangent(const Pair<T>& p, const T&, const PairVector<T>& w, PairRows<T, 1>& k) const {
    const Vector<T> second = w.template segment<3>(9);
    clear(k);
    k.template middleCols<3>(3) = three::cross(n, in_first(p, second)).transpose();
    k.template middleCols<3>(9) = three::cross(second, in_second(p, n)).transpose();
  }
  void offset_tangent(const Pair<T>&, const T&, PairRows<T, 1>& k) const { clear(k); }
  // γ = −(n × ω_i)·u − f', u = ω_j in the first body
  void bias_by_q(const Pair<T>& p, const T&, PairRows<T, 1>& k) const {
    const Vector<T> across = three::cross(n, p.first.w);
    clear(k);
    k.template middleCols<3>(3) = three::cross(in_first(p, p.second.w), across).transpose();
    k.template middleCols<3>(9) = -three::cross(p.second.w, in_second(p, across)).transpose();
  }
  void bias_by_v(const Pair<T>& p, const T&, PairRows<T, 1>& k) const {
    clear(k);
    k.template middleCols<3>(3) = three::cross(n, in_first(p, p.second.w)).transpose();
    k.template middleCols<3>(9) = -in_second(p, three::cross(n, p.first.w)).transpose();
  }
  void add_curvature(const Pair<T>& p, const T&, const Row& lambda, PairMatrix<T>& h) const {
    const Matrix<T> turned = p.second.A.transpose() * p.first.A;
    h.template block<3, 3>(9, 3) -= lambda[0] * turned * so3::skew<T>(n);
    h.template block<3, 3>(9, 9) += lambda[0] * so3::skew<T>(in_second(p, n));
  }

 private:
  static Vector<T> in_first(const Pair<T>& p, const Vector<T>& of_second) {
    return three::transposed_product(p.first.A, three::product(p.second.A, of_second));
  }
  static Vector<T> in_second(const Pair<T>& p, const Vector<T>& of_first) {
    return three::transposed_product(p.second.A, three::product(p.first.A, of_first));
  }
};

/// weight θ = c, where θ, between −π and π, is the angle of the second body relative to the first about the axis z of
/// the first. θ' = z·(ω_j − ω_i) is the derivative of θ if a joint keeps the axes z of both bodies parallel.
template <class T>
class Turned : public Spin<T> {
 public:
  static constexpr bool holonomic = true;

  /// `first` has the axes x, y, z in the first body as columns; `second` is the axis x in the second body.
  Turned(const T& weighted, const T& constant, const Matrix<T>& first, const Vector<T>& second)
      : Spin<T>{Vector<T>(weighted * first.col(2))},
        weight(weighted),
        c(constant),
        on_first(first),
        on_second(second) {}

  static constexpr bool moves() { return false; }
  void value(const Pair<T>& p, const T&, Vec<T, 1>& phi) const {
    using std::atan2;
    const Vector<T> x = three::transposed_product(p.first.A, three::product(p.second.A, on_second));
    phi[0] = weight * atan2(T(on_first.col(1).dot(x)), T(on_first.col(0).dot(x))) - c;
  }

 private:
  T weight, c;
  Matrix<T> on_first;
  Vector<T> on_second;
};

template <class T>
using BasicConstraint = std::variant<CoincidentPoints<T>, DotOne<T>, DotTwo<T>, FixedDistance<T>, DotTwoRate<T>,
                                     Spin<T>, Turned<T>, Glides<T>, Rolls<T>, StaysOnPlane<T>>;

}  // namespace plumb::mbs
