#pragma once
// The force of a geometrically exact beam element with three nodes, by the finite-volume method. The element, a
// parabola (beam_section.hpp), is cut at the two sections I, II at ξ = ∓1/√3. Each of the three parts belongs to one
// node. The forces F and moments M in the adjacent sections act on that part:
//
//   first node   F_I                M_I + (p_I − r_1) × F_I
//   middle node  F_II − F_I         M_II − M_I + (p_II − r_2) × F_II − (p_I − r_2) × F_I
//   last node    −F_II              −M_II − (p_II − r_3) × F_II
//
//   (F, M) = R D (ε + τ ε'),        ε = (ν, κ) − (ν, κ) of the initial shape
//
// Forces and moments of an element are in exact equilibrium. In bent shapes they are not the gradient of an energy.
// power() returns the difference between their power and the rate of U = Σ J ε·D ε/2, which vanishes under refinement.
//
// Source: Ghiringhelli, Masarati & Mantegazza 2000, AIAA J. 38, 131, without the incremental rotations.
//
// `BeamBalance::energy` uses the gradient −∂U/∂q of the same U instead (beam_gradient.hpp).

#include "problems/mbs/beam_section.hpp"

namespace plumb::mbs {

template <class T>
struct BeamPull;

/// ξ of the two cuts: −1/√3 and 1/√3.
template <class T>
std::array<T, 2> beam_cuts() {
  using std::sqrt;
  const T x = 1 / sqrt(T(3));
  return {T(-x), x};
}

/// The member functions are compiled in double, long double and quad (beam_force.cpp).
template <class T>
class BeamForce {
 public:
  static constexpr int nodes = 3;
  static constexpr double most_initial_turn = 3.14;  // rad
  struct Cut {
    BeamStation<T> at;
    T length;          // J = ds/dξ, where s is the initial arc length [m]
    Vec<T, 6> strain;  // strains of the initial shape
  };
  BeamNodes<T> frames;
  Vec<T, 6> stiffness;  // diagonal of the stiffness D [N, N m²]
  T damping;            // damping time τ [s]
  std::array<Cut, 2> cuts;
  BeamBalance balance = BeamBalance::finite_volume;
  bool exact_tangent = true;  // false: omits the rotation of the forces, which is cheaper but slows Newton's iteration

  /// Takes the unstressed shape and length from the positions `initial`. Throws std::invalid_argument if the element
  /// has zero length or folds back, or if the angles between the middle node and the end nodes sum to half a turn or
  /// more.
  static BeamForce of(const BeamNodes<T>& frames, const Group<T, 3>& initial, const Vec<T, 6>& stiffness,
                      const T& damping);

  static constexpr bool couples(int, int) { return true; }
  static constexpr bool conservative() { return false; }
  bool damps() const { return damping != T(0); }
  void add_force(const Group<T, 3>& x, const T& t, GroupVector<T, 3>& f) const;
  void add_tangents(const Group<T, 3>& x, const T& t, GroupMatrix<T, 3>& k, GroupMatrix<T, 3>& damped) const;
  /// Adds the force and its tangents in one call, because both need the same section quantities.
  void add_linearisation(const Group<T, 3>& x, const T& t, GroupVector<T, 3>& f, GroupMatrix<T, 3>& k,
                         GroupMatrix<T, 3>& damped) const;
  T energy(const Group<T, 3>& x, const T& t) const;
  T power(const Group<T, 3>& x, const T& t) const;
  /// Force and moment in the section's axes, linearly interpolated from the values at both cuts; ξ is from −1 to 1.
  Vec<T, 6> section_force(const Group<T, 3>& x, const T& xi) const;

 private:
  void add_pull(const BeamPull<T>& pull, const BeamBend<T>& bend, GroupVector<T, 3>& f) const;
  void add_tangents(const BeamPull<T>& pull, const BeamBend<T>& bend, const Group<T, 3>& x, GroupMatrix<T, 3>& k,
                    GroupMatrix<T, 3>& damped) const;
};

extern template class BeamForce<double>;
extern template class BeamForce<long double>;
extern template class BeamForce<quad>;

}  // namespace plumb::mbs
