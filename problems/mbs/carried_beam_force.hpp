#pragma once
// The force of a beam's element (beam_force.hpp) whose two sections are carried by its nodes (carried_sections.hpp). It
// is computed from R and c there,
//
//   (F, M) = R D (ε + τ ε'),   ε = (Rᵀ p', c/J) − (ν, κ) of the initial shape,   ε' = (Rᵀ (p')' + ν × W, c'/J)
//
// (p' by the initial length, J = ds/dξ)
// with either balance. Rigid motions of any size turn R with them and leave c as it is, so that they cause no strain. U
// of such strains is no potential of the nodes' places, because it depends on the path. Along that path the power of
// the gradient is that of U, as if U were a potential; for the balance of finite volumes, power() is what it does
// beside that.

#include "problems/mbs/beam_force.hpp"
#include "problems/mbs/carried_sections.hpp"

namespace plumb::mbs {

/// The member functions are compiled in double, long double and quad (carried_beam_force.cpp).
template <class T>
class CarriedBeamForce {
 public:
  static constexpr int nodes = 3;     // nodes that it pulls
  static constexpr int sections = 2;  // sections that these carry
  using Bodies = CarryingGroup<T>;
  using BySections = Mat<T, 6 * nodes, 6 * sections>;  // columns (δc, ρ) of one after the other
  BeamForce<T> element;

  /// The section of one cut: its shape functions, and the bodies that carry it.
  CarriedSection<T> section(std::size_t cut, const std::array<int, 3>& bodies) const;
  /// R and c as they would be with relative rotations.
  BodyState<T> relative(std::size_t cut, const Group<T, 3>& x) const;

  static constexpr bool couples(int, int) { return true; }
  static constexpr bool conservative() { return false; }
  bool damps() const { return element.damps(); }
  void add_force(const Bodies& x, const T& t, GroupVector<T, 3>& f) const;
  /// Derivatives by the nodes at fixed sections, by the sections, and by the nodes' velocities: automatic
  /// differentiation.
  void add_tangents(const Bodies& x, GroupMatrix<T, 3>& k, BySections& by_sections, GroupMatrix<T, 3>& damped) const;
  T energy(const Bodies& x, const T& t) const;
  T power(const Bodies& x, const T& t) const;
  /// Returns what BeamForce::section_force returns.
  Vec<T, 6> section_force(const Bodies& x, const T& xi) const;
};

extern template class CarriedBeamForce<double>;
extern template class CarriedBeamForce<long double>;
extern template class CarriedBeamForce<quad>;

}  // namespace plumb::mbs
