#pragma once
// The squeezer in absolute coordinates, (x, y, ψ) of each of the seven links: x, y of the centre of mass, ψ the angle
// of the link's frame. M is constant and diagonal. Each of the ten revolute joints connects points of two links a and
// b, or a point of a link and a point g of the ground:
//
//   Φ = (x_a + R(ψ_a) o_a) − (x_b + R(ψ_b) o_b)   or   Φ = (x_a + R(ψ_a) o_a) − g
//
// The spring pulls D = x + R(ψ) o of the lever with F = −k (1 − l/L) g, g = D − C.

#include "problems/adapters/constrained.hpp"
#include "problems/squeezer/minimal.hpp"

namespace plumb::squeezer {

/// A point of a link, as an offset from the link's centre of mass; or a point of the ground.
template <class T>
struct Point {
  Link link = links;  // link of the point; `links`: ground
  Planar<T> offset;
};

template <class T>
struct Joint {
  Point<T> first, second;
};

/// Returns the joints in this order: O; F; three joints at E (E-F with E-B-D, G-E and H-E); B; G; H; two joints at A.
template <class T>
std::array<Joint<T>, 10> joints_of(const Data<T>& d) {
  const auto hinge = [&](Link i) { return Point<T>{i, -d.body[i].centre}; };
  const auto end = [&](Link i) { return Point<T>{i, d.body[i].end - d.body[i].centre}; };
  const auto ground = [](const Planar<T>& p) { return Point<T>{links, p}; };
  return {{{hinge(of), ground({})},
           {end(of), hinge(ef)},
           {end(ef), end(ebd)},
           {end(ef), end(ge)},
           {end(ef), end(he)},
           {hinge(ebd), ground(d.b)},
           {hinge(ge), end(ag)},
           {hinge(he), end(ah)},
           {hinge(ag), ground(d.a)},
           {hinge(ah), ground(d.a)}}};
}

template <class T>
class Absolute {
 public:
  using Scalar = T;
  static constexpr int coordinates = 3 * links, constraints = 20, invariant_count = 0;
  using Q = Vec<T, coordinates>;
  using Phi = Vec<T, constraints>;
  using Rows = Mat<T, constraints, coordinates>;
  using Square = Mat<T, coordinates>;

  explicit Absolute(const Data<T>& of_mechanism)
      : d(of_mechanism),
        joints(joints_of(d)),
        spring_end(d.spring_end - d.body[ebd].centre),
        spring(d),
        start(OneDegree<T>(d).start_energy()) {
    for (int i = 0; i < links; ++i)
      inertia.template segment<3>(3 * i) << d.body[i].mass, d.body[i].mass, d.body[i].inertia;
  }

  bool conservative() const { return true; }
  void mass(const Q&, Square& m) const { m = inertia.asDiagonal(); }
  void momentum(const Q&, const Q& v, Q& p) const { p = inertia.cwiseProduct(v); }
  void force(const T&, const Q& q, const Q&, Q& f) const {
    f.setZero();
    const Planar<T> r = rotated(sines(q, ebd), spring_end), g = from_c(q, r);
    const Planar<T> on_d = T(-spring.pull(spring.length(g))) * g;
    f[3 * ebd] = on_d.x;
    f[3 * ebd + 1] = on_d.y;
    f[3 * ebd + 2] = cross(r, on_d);
    f[angle(of)] += d.torque;
  }
  void constraint(const T&, const Q& q, Phi& phi) const {
    for (int j = 0; j < size; ++j) {
      const Planar<T> gap = place(q, joints[j].first) - place(q, joints[j].second);
      phi[2 * j] = gap.x;
      phi[2 * j + 1] = gap.y;
    }
  }
  void jacobian(const T&, const Q& q, Rows& g) const {
    columns(q, q, g, [](const Planar<T>& x, const T&) { return turned(x); });
    for (int j = 0; j < size; ++j)
      for (int i = 0; i < 2; ++i) {
        g(2 * j + i, 3 * joints[j].first.link + i) = 1;
        if (joints[j].second.link != links) g(2 * j + i, 3 * joints[j].second.link + i) = -1;
      }
  }
  void jacobian_tangent(const T&, const Q& q, const Q& w, Rows& g) const {
    columns(q, w, g, [](const Planar<T>& x, const T& omega) { return T(-omega) * x; });
  }
  void bias(const T&, const Q& q, const Q& v, Phi& out) const {
    out.setZero();
    for_each_lever(q, [&](int row, Link i, const Planar<T>& x) {
      const T square = v[angle(i)] * v[angle(i)];
      out[row] -= square * x.x;
      out[row + 1] -= square * x.y;
    });
  }
  void bias_tangents(const T&, const Q& q, const Q& v, Rows& by_q, Rows& by_v) const {
    columns(q, v, by_q, [](const Planar<T>& x, const T& omega) { return T(-omega * omega) * turned(x); });
    columns(q, v, by_v, [](const Planar<T>& x, const T& omega) { return T(-2 * omega) * x; });
  }
  void tangents(const T&, const Q& q, const Q&, const Q&, const Phi& lambda, Square& by_q, Square& by_v) const {
    by_q.setZero();
    by_v.setZero();
    for_each_lever(q, [&](int row, Link i, const Planar<T>& x) {
      by_q(angle(i), angle(i)) += lambda[row] * x.x + lambda[row + 1] * x.y;
    });
    add_spring_tangent(q, by_q);
  }
  T kinetic_energy(const Q& v) const { return v.dot(inertia.cwiseProduct(v)) / 2; }
  T potential_energy(const Q& q) const { return spring.energy(from_c(q, rotated(sines(q, ebd), spring_end))); }
  T energy(const T&, const Q& q, const Q& v) const {
    return kinetic_energy(v) + potential_energy(q) - d.torque * q[angle(of)];
  }
  void outputs(const T&, const Q& q, const Q& v, Vec<T>& out) const {
    write_outputs(T(q[angle(of)]), T(v[angle(of)]), kinetic_energy(v), potential_energy(q), start, d, out);
  }
  void invariants(const T&, const Q&, const Q&, Vec<T>&) const {}

  // Solves [B G_cᵀ; G_r 0] (z, λ) = (w, e), where G_c is G in the columns and G_r is G in the constraint rows, which
  // may be evaluated at another q. If the blend has no stiffness, B is diagonal, because D = 0, and 20 equations
  // remain: (G_r B⁻¹ G_cᵀ) λ = G_r B⁻¹ w − e, then z = B⁻¹ (w − G_cᵀ λ). With stiffness B may be singular, so all 41
  // equations are solved together.
  class Bordered {
   public:
    bool factor(const Absolute& model, const Q& q, const Phi& lambda, const Blend<T>& b, const Q& q_rows) {
      model.jacobian(T(0), q, columns);
      model.jacobian(T(0), q_rows, rows);
      for (int i = 0; i < coordinates; ++i) diagonal[i] = b.mass * model.inertia[i] + b.identity;
      by_joints = b.stiffness == 0;
      if (by_joints) return factor_joints();
      model.tangents(T(0), q, q, q, lambda, stiffness, damping);
      for (int i = 0; i < coordinates * coordinates; ++i) stiffness.data()[i] *= -b.stiffness;
      for (int i = 0; i < coordinates; ++i) stiffness(i, i) += diagonal[i];
      return whole.factor(stiffness, columns, rows);
    }
    void solve(Q& w, Phi& e) {
      if (!by_joints) return whole.solve(w, e);
      for (int i = 0; i < coordinates; ++i) w[i] *= inverse[i];
      const Phi right = product(rows, w);
      for (int i = 0; i < constraints; ++i) e[i] = right[i] - e[i];
      joints.solve(e);
      const Q reaction = product(scaled, e);
      for (int i = 0; i < coordinates; ++i) w[i] -= reaction[i];
    }

   private:
    bool factor_joints() {
      for (int i = 0; i < coordinates; ++i) inverse[i] = T(1) / diagonal[i];
      for (int j = 0; j < constraints; ++j)
        for (int i = 0; i < coordinates; ++i) scaled(i, j) = inverse[i] * columns(j, i);
      for (int j = 0; j < coordinates; ++j)
        for (int k = 0; k < constraints; ++k) transposed(k, j) = inverse[j] * columns(k, j);
      for (int i = 0; i < constraints; ++i) {
        Phi schur = Phi::Zero();  // row of the Schur complement
        for (int j = 0; j < coordinates; ++j)
          if (rows(i, j) != 0)  // 3 or 4 of 21 entries are nonzero
            add_multiple(schur.data(), transposed.data() + j * constraints, rows(i, j), constraints);
        for (int k = 0; k < constraints; ++k) joints.matrix(i, k) = schur[k];
      }
      return joints.factor();
    }
    template <int m, int n>
    static Vec<T, m> product(const Mat<T, m, n>& a, const Vec<T, n>& x) {
      Vec<T, m> out;
      for (int i = 0; i < m; ++i) out[i] = 0;
      for (int j = 0; j < n; ++j) add_multiple(out.data(), a.data() + j * m, x[j], m);
      return out;
    }

    bool by_joints = true;
    Rows columns = Rows::Zero(), rows = columns;
    Q diagonal = Q::Zero(), inverse = diagonal;
    Mat<T, coordinates, constraints> scaled = Mat<T, coordinates, constraints>::Zero();
    Rows transposed = Rows::Zero();  // transpose of `scaled`, so that its rows are contiguous
    PartialLu<T, constraints> joints;
    Square stiffness = Square::Zero(), damping = stiffness;
    BorderedLu<T, coordinates, constraints> whole;
  };

 private:
  static constexpr int size = constraints / 2;
  static constexpr int angle(Link i) { return 3 * i + 2; }

  const SineCosine<T>& sines(const Q& q, Link i) const { return turn[i].at(q[angle(i)]); }
  Planar<T> place(const Q& q, const Point<T>& p) const {
    if (p.link == links) return p.offset;
    return Planar<T>{q[3 * p.link], q[3 * p.link + 1]} + rotated(sines(q, p.link), p.offset);
  }
  Planar<T> from_c(const Q& q, const Planar<T>& r) const { return Planar<T>{q[3 * ebd], q[3 * ebd + 1]} + r - d.c; }
  // Calls f(row, link, ±R o) for every link of every joint, with the sign of the link's terms in Φ.
  template <class F>
  void for_each_lever(const Q& q, F f) const {
    for (int j = 0; j < size; ++j) {
      const auto& [first, second] = joints[j];
      f(2 * j, first.link, rotated(sines(q, first.link), first.offset));
      if (second.link != links) f(2 * j, second.link, -rotated(sines(q, second.link), second.offset));
    }
  }
  // Sets g to 0 except in the columns of the angles ψ, which become f(±R o, ω), where ω is the link's rate in `w`.
  template <class F>
  void columns(const Q& q, const Q& w, Rows& g, F f) const {
    g.setZero();
    for_each_lever(q, [&](int row, Link i, const Planar<T>& x) {
      const Planar<T> column = f(x, T(w[angle(i)]));
      g(row, angle(i)) = column.x;
      g(row + 1, angle(i)) = column.y;
    });
  }
  // Adds the spring's K = −Jᵀ H J with J = (I, i r) and H = pull I + k l g gᵀ/L³, and −F·r in the diagonal entry of ψ.
  void add_spring_tangent(const Q& q, Square& by_q) const {
    const Planar<T> r = rotated(sines(q, ebd), spring_end), g = from_c(q, r);
    const T length = spring.length(g), pull = spring.pull(length);
    const T stiffening = spring.stiffness * spring.unloaded / (length * length * length);
    const std::array<Planar<T>, 3> j = {Planar<T>{T(1), T(0)}, Planar<T>{T(0), T(1)}, turned(r)};
    for (int a = 0; a < 3; ++a)
      for (int b = 0; b < 3; ++b)
        by_q(3 * ebd + a, 3 * ebd + b) -= pull * dot(j[a], j[b]) + stiffening * dot(g, j[a]) * dot(g, j[b]);
    by_q(angle(ebd), angle(ebd)) += pull * dot(g, r);
  }

  Data<T> d;
  std::array<Joint<T>, size> joints;
  Planar<T> spring_end;  // spring end D from the centre of mass [m]
  Spring<T> spring;
  T start;    // initial energy E_0 [J]
  Q inertia;  // diagonal of M [kg, kg m²]
  mutable std::array<SineCosine<T>, links> turn = {};
};

}  // namespace plumb::squeezer
