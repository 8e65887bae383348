#pragma once
// Carried sections: sections of beams whose rotation follows the angular velocities of three nodes. So it depends on
// the path of the motion, not only on the positions of the nodes. The states of a section are its rotation R and the
// curvature c with respect to the coordinate ξ along the element: ∂R/∂ξ = R c̃, where c̃ is the skew matrix of c. With
// the angular velocities ω_a of the nodes in space, interpolated by the shape functions N_a(ξ),
//
//   R' = R W̃,   W = Rᵀ Σ N_a ω_a + u_R,   c' = Rᵀ Σ N_a' ω_a + u_c        (N_a' = dN_a/dξ)
//
// The equation of c' is the derivative by ξ of the equation of R'. u = (u_c, u_R) is the velocity of a section relative
// to the interpolated motion of the nodes: u' = 0 and u = 0 initially, so every method preserves u = 0. A section has
// the same number of entries in q and v as a body: (c, R) and (u_c, u_R).
//
// The chart q ⊞ θ rotates node a in space by the rotation vector ϑ_a, which follows from the entries of θ for the node.
// The section has R_0, c_0 in q and the entries θ_c, θ_R of θ. Its rotation is interpolated from the ϑ_a; δ(g) is the
// rotation with the coordinates g in the chart of rotations, and T(g) the tangent of that chart (numerics/so3.hpp):
//
//   g = R_0ᵀ Σ N_a ϑ_a + θ_R,   b = R_0ᵀ Σ N_a' ϑ_a,   R = R_0 δ(g),   c = c_0 + k + θ_c,   k = T(g) b
//
// With u = 0, q ⊞ (t v) agrees with the motion at the constant velocity v up to second order in t, as required of a
// chart.
//
// Source: the rotations of Ghiringhelli, Masarati & Mantegazza 2000, AIAA J. 38, 131, as used in zhang2022, in the
// limit of small steps.

#include "numerics/dual.hpp"
#include "numerics/lu.hpp"
#include "problems/mbs/pair.hpp"

namespace plumb::mbs {

template <class T>
struct CarriedSection {
  std::array<int, 3> bodies;
  std::array<T, 3> shape, slope;  // shape functions N_a and slopes dN_a/dξ
};

/// Vectors x_a of the nodes in space, interpolated to a section: value = Σ N_a x_a and slope = Σ N_a' x_a.
template <class T>
struct Interpolated {
  Vector<T> value, slope;

  template <class OfBody>
  Interpolated(const CarriedSection<T>& section, OfBody of_body) : value(zeros<Vector<T>>()), slope(value) {
    for (std::size_t a = 0; a < 3; ++a) {
      const Vector<T> x = of_body(section.bodies[a]);
      value += section.shape[a] * x;
      slope += section.slope[a] * x;
    }
  }
};

/// The displacement of a section for changes x_a of the unknowns of its nodes: it rotates by ρ = Σ turn_a x_a, and c
/// changes by δc = Σ bend_a x_a.
template <class T>
struct CarriedMoves {
  std::array<Matrix<T>, 3> turn, bend;
};

/// The derivatives of ω_a (`spin`) and ϑ_a (`turn`) with respect to the unknowns of the nodes. If the unknowns are
/// velocities, `turn` is divided by the weight w in θ = θ_0 + w θ'.
template <class T>
struct NodeMoves {
  std::array<Matrix<T>, 3> spin, turn;
};

/// The chart of one section around its rotation in q.
template <class T>
class SectionChart {
 public:
  using Six = Vec<T, 6>;

  /// `turns` are the ϑ_a of the nodes; `theta_R` is θ_R of θ = (θ_c, θ_R).
  SectionChart(const so3::Chart<T>& chart, const so3::Quaternion<T>& centre, const Interpolated<T>& turns,
               const Vector<T>& theta_R)
      : rotations(chart),
        origin(centre),
        R_0(so3::matrix(centre)),
        g(R_0.transpose() * turns.value + theta_R),
        b(R_0.transpose() * turns.slope) {}

  so3::Quaternion<T> rotation() const { return rotations.retract(origin, g); }
  /// Returns the k of the chart above.
  Vector<T> bend() const { return rotations.tangent(g) * b; }
  /// Returns θ_R for which the chart yields the rotation `other`. Afterwards bend() returns k at this θ_R.
  Vector<T> turn_to(const so3::Quaternion<T>& other) {
    const Vector<T> whole = rotations.local(origin, other), own = whole - g;
    g = whole;
    return own;
  }

  /// Computes θ' from u, ω_a and ϑ_a'.
  Six rate(const Six& u, const Interpolated<T>& spins, const Interpolated<T>& turning) const {
    const Matrix<T> R = axes();
    const Vector<T> W = R.transpose() * spins.value + u.template tail<3>(), g_rate = rotations.rate(g, W);
    Six out;
    out << R.transpose() * spins.slope + u.template head<3>() - bend_rate(g_rate, turning),
        g_rate - R_0.transpose() * turning.value;
    return out;
  }
  /// Computes u from θ', ω_a and ϑ_a'.
  Six velocity(const Six& theta_rate, const Interpolated<T>& spins, const Interpolated<T>& turning) const {
    const Matrix<T> R = axes();
    const Vector<T> g_rate = theta_rate.template tail<3>() + R_0.transpose() * turning.value;
    Six out;
    out << theta_rate.template head<3>() + bend_rate(g_rate, turning) - R.transpose() * spins.slope,
        rotations.tangent(g) * g_rate - R.transpose() * spins.value;
    return out;
  }

  /// Products of p with transposed derivatives of θ': with respect to u (`own`), and to the interpolated vectors
  /// Σ N_a x_a and Σ N_a' x_a (`_slope`) for x_a = ω_a (`of_spin`) and x_a = ϑ_a' (`of_turning`).
  struct Transposed {
    Six own;
    Vector<T> of_spin, of_spin_slope, of_turning, of_turning_slope;
  };
  Transposed transposed(const Six& p) const {
    const Matrix<T> R = axes(), tangent = rotations.tangent(g);
    const Matrix<T> by_g = tangent * rotations.rate_derivative(g, bend());
    const Vector<T> p_c = p.template head<3>(), p_R = p.template tail<3>();
    const Vector<T> through_spin = rotations.momentum(g, Vector<T>(p_R + by_g.transpose() * p_c));
    Transposed out;
    out.own << p_c, through_spin;
    out.of_spin = R * through_spin;
    out.of_spin_slope = R * p_c;
    out.of_turning = -R_0 * p_R;
    out.of_turning_slope = -R_0 * (tangent.transpose() * p_c);
    return out;
  }

  /// Returns the displacement of the section if the unknown of the method is θ.
  CarriedMoves<T> moves(const CarriedSection<T>& section, const NodeMoves<T>& nodes) const {
    const Matrix<T> tangent = rotations.tangent(g), by_g = rotations.rate_derivative(g, bend());
    CarriedMoves<T> out;
    for (std::size_t a = 0; a < 3; ++a) {
      const Matrix<T> by_node = R_0.transpose() * nodes.turn[a];
      out.turn[a] = section.shape[a] * tangent * by_node;
      out.bend[a] = tangent * (section.slope[a] * by_node - section.shape[a] * by_g * by_node);
    }
    return out;
  }

 private:
  Matrix<T> axes() const { return R_0 * so3::matrix(rotations.rotation(g)); }
  // Returns k', by differentiating C(g) k = b.
  Vector<T> bend_rate(const Vector<T>& g_rate, const Interpolated<T>& turning) const {
    const Vector<T> b_rate = R_0.transpose() * turning.slope;
    return rotations.tangent(g) * Vector<T>(b_rate - rotations.rate_derivative(g, bend()) * g_rate);
  }

  const so3::Chart<T>& rotations;
  so3::Quaternion<T> origin;
  Matrix<T> R_0;
  Vector<T> g, b;

  template <class>
  friend class MovedSection;
};

/// The displacement of a section if the unknowns are velocities, with θ = θ_0 + weight·θ'(θ, v). Then
/// δg = weight δg', and likewise for all other quantities except k:
///
///   (1 − weight (∂(C W)/∂g + C (Rᵀ Σ N_a ω_a)~ T)) δg = weight C Rᵀ Σ N_a δω_a,   ρ = T δg
///   δc = weight (Rᵀ Σ N_a' δω_a + (Rᵀ Σ N_a' ω_a) × ρ) + δk − weight δk'
///   δk − weight δk' = weight T (∂(C k')/∂g δg + ∂(∂(C k)/∂g g')/∂g δg + ∂(C δk)/∂g g')
template <class T>
class MovedSection {
 public:
  MovedSection(const SectionChart<T>& of, const Vector<T>& u_R, const Interpolated<T>& spins,
               const Interpolated<T>& turning, const T& weight)
      : chart(of),
        w(weight),
        R(of.axes()),
        C(of.rotations.rate_matrix(of.g)),
        tangent(of.rotations.tangent(of.g)),
        k(of.bend()),
        carried(R.transpose() * spins.value),
        bending(R.transpose() * spins.slope),
        W(carried + u_R),
        g_rate(C * W),
        k_rate(of.bend_rate(g_rate, turning)) {}

  /// Returns false if the equations are singular.
  bool take(const CarriedSection<T>& section, const NodeMoves<T>& nodes, CarriedMoves<T>& out) const {
    const auto& rotations = chart.rotations;
    Matrix<T> spin_to_g = C * R.transpose(), C_rate, by_g_rate;
    if (!solve(spin_to_g)) return false;
    take_rates(C_rate, by_g_rate);
    const Matrix<T> by_g = rotations.rate_derivative(chart.g, k),
                    rate_part = rotations.rate_derivative(chart.g, k_rate) + by_g_rate;
    for (std::size_t a = 0; a < 3; ++a) {
      const Matrix<T> of_g = section.shape[a] * spin_to_g * nodes.spin[a];
      const Matrix<T> of_k = tangent * (section.slope[a] * chart.R_0.transpose() * nodes.turn[a] - by_g * of_g);
      out.turn[a] = tangent * of_g;
      out.bend[a] = section.slope[a] * R.transpose() * nodes.spin[a] +
                    w * (so3::skew(bending) * out.turn[a] + tangent * (rate_part * of_g + C_rate * of_k));
    }
    return true;
  }

 private:
  // Solves the first equation in place for each column as the right-hand side. Returns false if its matrix is singular.
  bool solve(Matrix<T>& columns) const {
    Lu<T, 3> implicit(3);
    implicit.matrix -= w * (chart.rotations.rate_derivative(chart.g, W) + C * so3::skew(carried) * tangent);
    if (!implicit.factor()) return false;
    for (int j = 0; j < 3; ++j) {
      Vector<T> column = columns.col(j);
      implicit.solve(column);
      columns.col(j) = column;
    }
    return true;
  }
  // Computes the derivatives of C and of ∂(C k)/∂g along g'.
  void take_rates(Matrix<T>& of_C, Matrix<T>& of_by_g) const {
    using D = Dual<T, 1>;
    Vec<D, 3> along, still;
    for (int i = 0; i < 3; ++i) {
      along[i] = D(chart.g[i]);
      along[i].derivatives[0] = g_rate[i];
      still[i] = D(k[i]);
    }
    const so3::Chart<D> rotations{chart.rotations.retraction};
    const Mat<D, 3> moved = rotations.rate_matrix(along), moved_by_g = rotations.rate_derivative(along, still);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) {
        of_C(i, j) = moved(i, j).derivatives[0];
        of_by_g(i, j) = moved_by_g(i, j).derivatives[0];
      }
  }

  const SectionChart<T>& chart;
  T w;
  Matrix<T> R, C, tangent;
  Vector<T> k, carried, bending, W, g_rate, k_rate;
};

}  // namespace plumb::mbs
