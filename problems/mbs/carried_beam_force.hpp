#pragma once
// The force of a beam element (beam_force.hpp) whose two sections are carried by its nodes (carried_sections.hpp). It
// is computed from R and c of these sections,
//
//   (F, M) = R D (ε + τ ε'),   ε = (Rᵀ p', c/J) − (ν, κ) of the initial shape,   ε' = (Rᵀ (p')' + ν × W, c'/J)
//
// (p': derivative by the initial arc length s, J = ds/dξ; ε', c', (p')' and U': derivatives by time)
// with either of the two balances (BeamBalance). Rigid motions of any size rotate R with the sections and do not change
// c, so they cause no strain. The strain energy U depends on the path, so it is not a function of the node positions.
// With the balance `energy`, the power of the force still equals −U' along the motion. With the balance
// `finite_volume`, power() returns the difference.

#include "problems/mbs/beam_force.hpp"
#include "problems/mbs/carried_sections.hpp"

namespace plumb::mbs {

/// The member functions are compiled in double, long double and quad (carried_beam_force.cpp).
template <class T>
class CarriedBeamForce {
 public:
  static constexpr int nodes = 3;     // number of nodes on which the force acts
  static constexpr int sections = 2;  // number of sections that these nodes carry
  using Bodies = CarryingGroup<T>;
  using BySections = Mat<T, 6 * nodes, 6 * sections>;  // columns (δc, ρ) of each section in order
  BeamForce<T> element;

  /// Returns one of the two sections at which the element is cut (`cut` = 0 or 1, beam_force.hpp): its shape functions,
  /// and the bodies that carry it.
  CarriedSection<T> section(std::size_t cut, const std::array<int, 3>& bodies) const;
  /// Returns the rotation R and the curvature c of this section for BeamRotations::relative, that is, interpolated from
  /// the rotations of the nodes relative to the middle node.
  BodyState<T> relative(std::size_t cut, const Group<T, 3>& x) const;

  static constexpr bool couples(int, int) { return true; }
  static constexpr bool conservative() { return false; }
  bool damps() const { return element.damps(); }
  void add_force(const Bodies& x, const T& t, GroupVector<T, 3>& f) const;
  /// Adds the derivatives of the force with respect to the nodes at fixed sections (k), to the sections (by_sections),
  /// and to the velocities of the nodes (damped), by automatic differentiation.
  void add_tangents(const Bodies& x, GroupMatrix<T, 3>& k, BySections& by_sections, GroupMatrix<T, 3>& damped) const;
  T energy(const Bodies& x, const T& t) const;
  T power(const Bodies& x, const T& t) const;
  /// Returns force and moment as BeamForce::section_force does.
  Vec<T, 6> section_force(const Bodies& x, const T& xi) const;
};

extern template class CarriedBeamForce<double>;
extern template class CarriedBeamForce<long double>;
extern template class CarriedBeamForce<quad>;

}  // namespace plumb::mbs
