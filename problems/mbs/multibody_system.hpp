#pragma once
// The equations of a mechanism of rigid bodies: q = (r, quaternion) and v = (r', ω in the body) of every body,
//
//   m r'' = m g + f − ...,   J ω' = Jω × ω + n − ...,   Φ(t, q) = 0      (all reactions −Gᵀλ)
//
// in the order of the bodies in the description; λ has the order of the joints, followed by the drivers. The system
// supports every form of the equations (contract/form.hpp). All costs except that of a dense factorisation are proportional
// to the number of bodies, joints and forces.
//
// Carried sections of beams (carried_sections.hpp) follow after the bodies in q and v, with M = 1, without forces and
// with the velocity 0.
//
// With friction the matrices are full, so dense factorisation is used. Every evaluation of the forces factorises and
// solves, because friction depends on reactions: f = −μ |N(λ)| sign(s') with λ of the index-1 equations at (t, q, v),
// including friction.

#include <memory>

#include "contract/parameters.hpp"
#include "problems/mbs/friction.hpp"
#include "problems/mbs/last_solved.hpp"
#include "problems/mbs/measurements.hpp"
#include "problems/mbs/placed_states.hpp"

namespace plumb::mbs {

/// The linear solver for a mechanism's equations. `automatic` selects block elimination (`tree`), or `dense` with
/// friction. KLU supports double only; in other precisions `klu` falls back to `tree`.
enum class Algebra { automatic, tree, klu, dense };

template <class T_>
class MultibodySystem : public RigidBodySpace<T_> {
 public:
  using Scalar = T_;
  using T = T_;
  using Q = Vec<T>;
  using V = Vec<T>;
  using L = Vec<T>;
  using State = plumb::State<Q, V, L>;
  using Point = LinearisationPoint<T, Q, V, L>;
  template <class Entry>
  using Factors = MultibodyFactors<T, Entry>;

  /// Throws std::invalid_argument if `algebra` is impossible: friction requires `dense` or `automatic`.
  MultibodySystem(Assembly<T> parts, Form form, so3::Chart<T> chart = {}, Algebra algebra = Algebra::automatic);

  const Assembly<T>& assembly() const { return *parts; }
  /// Returns the states of all bodies and carried sections at q; their velocities are arbitrary. The result refers to
  /// this object until the next call of any function.
  const std::vector<BodyState<T>>& states_at(const Q& q) const { return placed.place(q); }
  const std::vector<BodyState<T>>& states_at(const Q& q, const V& v) const { return placed.place(q, v); }
  Sizes sizes() const { return {7 * parts->places(), 6 * parts->places(), parts->rows, parts->nonholonomic_rows}; }
  Form form() const { return level; }
  bool velocity_dependent() const { return true; }
  std::string_view linear_algebra() const;
  static constexpr bool solves_for_acceleration() { return true; }

  bool acceleration(const T& t, const Q& q, const V& v, V& a, L& lambda) const;
  void force(const T& t, const Q& q, const V& v, V& f) const;
  void momentum(const Q& q, const V& v, V& p) const;
  void reaction(const T& t, const Q& q, const L& lambda, V& r) const;
  void constraint(const T& t, const Q& q, L& phi) const;
  /// Computes G as a dense matrix with a row for each constraint and a column for each velocity.
  void constraint_jacobian(const T& t, const Q& q, Mat<T>& g) const;
  void constraint_rate(const T& t, const Q& q, const V& v, L& rate) const;
  void constraint_acceleration(const T& t, const Q& q, const V& v, const V& a, L& out) const;
  void constraint_bias(const T& t, const Q& q, const V& v, L& bias) const;

  template <class Entry>
  Factors<Entry> factors() const;
  template <class Entry>
  bool factor(Factors<Entry>& f, const Point& point, const Blend<Entry>& b) const;
  template <class Entry>
  void solve(Factors<Entry>& f, Vec<Entry>& w, Vec<Entry>& e) const {
    f.solve(w, e);
  }
  template <class Entry>
  void solve(Factors<Entry>& f, Vec<Entry>& w, Vec<Entry>& e, Vec<Entry>& mu) const {
    f.solve(w, e, mu);
  }
  /// Returns whether the system is small enough for blocks().
  bool offers_blocks() const;
  void blocks(const T& t, const State& x, BlocksOf<MultibodySystem>& out) const;

  bool conservative() const;
  T energy(const T& t, const Q& q, const V& v) const;
  T power(const T& t, const Q& q, const V& v, const L& lambda) const;
  void outputs(const T& t, const State& x, Vec<T>& out) const;
  int invariant_count() const { return 0; }
  void invariants(const T&, const Q&, const V&, Vec<T>&) const {}

 private:
  using States = std::vector<BodyState<T>>;
  void sum_forces(const T& t, V& f) const;
  bool solve_index1(const T& t, const Q& q, const V& v, V& a, L& lambda) const;
  bool take_friction(const T& t, const Q& q, const V& v) const;
  bool take_friction_tangents(const T& t, const Q& q, const V& v) const;
  template <class Each>
  void each_tie(Each each) const;

  std::shared_ptr<const Assembly<T>> parts;
  Form level;
  LinearSolver solver;
  bool outputs_accelerations;  // whether an output is an acceleration or reaction of the equations (not of the method)
  mutable PlacedStates<T> placed;  // states of the last call
  mutable States row_states;       // workspace
  mutable std::vector<Matrix<T>> charts;
  mutable std::vector<CarriedMoves<T>> carried;
  mutable InertiaFactors<T> inertia;  // factors for acceleration()
  mutable LastSolved<T> solved;       // last solution with `inertia` and `friction`
  mutable FrictionForces<T> friction;
  mutable Mat<T> friction_stiffness, friction_damping;
  mutable Mat<T> rows_work;
  mutable V a_work;
  mutable L lambda_work;
};

extern template class MultibodySystem<double>;
extern template class MultibodySystem<long double>;
extern template class MultibodySystem<quad>;

}  // namespace plumb::mbs
