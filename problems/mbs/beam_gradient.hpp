#pragma once
// The force of a beam's element as the gradient of its energy: with σ = D (ε + τ ε') at the cuts and the derivatives
// B = ∂ε/∂(δr, δθ) of beam_section.hpp,
//
//   U = Σ J ε·D ε/2,   f = −Σ J Bᵀ σ
//
// Its power is −Σ J τ ε'·D ε'. Forces and moments balance, as rigid motions leave U as it is, and ∂f/∂q is symmetric at
// rest. Gauss's rule of two points sees no shear that a parabola could not avoid where it bends.
//
// Simo & Vu-Quoc 1986, CMAME 58, 79; the rotations between nodes are those of Jelenić & Crisfield 1999.

#include "problems/mbs/beam_force.hpp"

namespace plumb::mbs {

/// f ← f + the force, in T or in dual numbers over T.
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
    const Vec<X, 6> weighted = X(cut.length) * stiffness.cwiseProduct(strain);  // J σ
    const Vector<X> pull = section.axes * weighted.template head<3>();
    for (std::size_t a = 0; a < 3; ++a) {
      const auto r = 6 * static_cast<Eigen::Index>(a);
      f.template segment<3>(r) -= at.slope[a] * pull;
      f.template segment<3>(r + 3) -= section.strain_by_turn(by[a], at.slope[a]).transpose() * weighted;
    }
  }
}

/// −Σ J τ ε'·D ε'
template <class T>
T gradient_power(const BeamForce<T>& law, const Group<T, 3>& x);

/// Adds ∂f/∂q and ∂f/∂v. Without exact tangents ∂f/∂q is −Σ J Bᵀ D B.
template <class T>
void add_gradient_tangents(const BeamForce<T>& law, const Group<T, 3>& x, GroupMatrix<T, 3>& k,
                           GroupMatrix<T, 3>& damped);

}  // namespace plumb::mbs
