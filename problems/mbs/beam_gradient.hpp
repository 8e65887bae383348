#pragma once
// The force of a beam's element as the gradient of its energy: with σ = D (ε + τ ε') at the cuts and the derivatives
// B = ∂ε/∂(δr, δθ) of beam_section.hpp,
//
//   U = Σ J ε·D ε/2,   f = −Σ J Bᵀ σ
//
// Its power is −Σ J τ ε'·D ε'. Forces and moments balance, because rigid motions do not change U, and ∂f/∂q is
// symmetric at rest. Gauss's rule of two points avoids shear locking: it excludes the shear of a bent parabola.
//
// Sources: Simo & Vu-Quoc 1986, CMAME 58, 79; for the rotations between nodes, Jelenić & Crisfield 1999.

#include "numerics/dual.hpp"
#include "problems/mbs/beam_force.hpp"

namespace plumb::mbs {

/// Adds the force to f. X is T or a dual number over T.
template <class X, class T>
void add_gradient(const BeamForce<T>& law, const Group<X, 3>& x, GroupVector<X, 3>& f) {
  const auto nodes = nodes_in<X>(law.frames);
  const Vec<X, 6> stiffness = law.stiffness.template cast<X>();
  const BeamBend<X> bend(nodes, x);
  const BeamTurns<X> turns(bend);
  for (const auto& cut : law.cuts) {
    const auto at = cut.at.template in<X>();
    const BeamSection<X> section(bend, at);
    const auto by = section.derivatives(bend, turns, at);
    Vec<X, 6> strain = section.strain - cut.strain.template cast<X>();
    if (law.damping != T(0)) strain += X(law.damping) * section.strain_rate(bend, at, by);
    const Vec<X, 6> weighted = X(cut.length) * stiffness.cwiseProduct(strain);  // weighted stress resultants J σ
    const Vector<X> pull = section.axes * weighted.template head<3>();
    for (std::size_t a = 0; a < 3; ++a) {
      const auto r = 6 * static_cast<Eigen::Index>(a);
      f.template segment<3>(r) -= at.slope[a] * pull;
      f.template segment<3>(r + 3) -= section.strain_by_turn(by[a], at.slope[a]).transpose() * weighted;
    }
  }
}

/// Returns the body with derivatives of position and attitude with respect to its (δr, δθ), which are the directions
/// first, ..., first + 5 of the dual number. Its v and ω have no derivatives.
template <class D, class T>
BodyState<D> varied(const BodyState<T>& of, std::size_t first) {
  BodyState<D> out;
  out.v = of.v.template cast<D>();
  out.w = of.w.template cast<D>();
  for (int i = 0; i < 3; ++i) {
    out.r[i] = D::variable(of.r[i], static_cast<int>(first) + i);
    for (int j = 0; j < 3; ++j) out.A(i, j) = D(of.A(i, j));
  }
  for (std::size_t n = 0; n < 3; ++n) {
    auto direction = zeros<Vector<T>>();
    direction[static_cast<Eigen::Index>(n)] = T(1);
    const Matrix<T> turned = of.A * so3::skew(direction);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) out.A(i, j).derivatives[first + 3 + n] = turned(i, j);
  }
  return out;
}

/// Returns the power −Σ J τ ε'·D ε'.
template <class T>
T gradient_power(const BeamForce<T>& law, const Group<T, 3>& x);

/// Adds ∂f/∂q and ∂f/∂v. Without exact tangents ∂f/∂q is −Σ J Bᵀ D B.
template <class T>
void add_gradient_tangents(const BeamForce<T>& law, const Group<T, 3>& x, GroupMatrix<T, 3>& k,
                           GroupMatrix<T, 3>& damped);

}  // namespace plumb::mbs
