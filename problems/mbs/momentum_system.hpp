#pragma once
// The equations of a mechanism in momenta, as in zhang2022, section 2: q = (r, quaternion) and p = (β, γ) of every
// body, its momentum and its moment of momentum about the centre of mass, in space,
//
//   β − m r' = 0,   γ − A J Aᵀ ω = 0,   β' = F − ...,   γ' = N − ...,   Φ(t, q) = 0      (all reactions −Gᵀλ, in space)
//
// with rotations in space, A → exp(δ̃) A. Without forces, momenta are constant, and every method conserves them. p
// takes the role of v in the contract between systems and methods (contract/system.hpp), where M is then the identity;
// the charts compute q' from p.
//
// The chart of a body is (ξ, θ) with r + A s = (r + A s)_0 + ξ, where the point s is the centre of mass or another
// `origin`. If stiff forces act between bodies, methods keep their order if the origins are the points of action of
// these forces (tests/stiff_points_test.cpp).

#include <optional>

#include "problems/mbs/multibody_system.hpp"
#include "problems/mbs/predicted_rotations.hpp"
#include "problems/mbs/turned_body.hpp"

namespace plumb::mbs {

template <class T_>
class MomentumSystem {
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

  /// `origins` has the origin s of every body in its frame, relative to the centre of mass; empty: all 0. Throws
  /// std::invalid_argument if a body lacks mass or inertia, or if there is friction, which momenta do not support.
  MomentumSystem(MultibodySystem<T> in_velocities, so3::Chart<T> chart = {}, std::vector<Vector<T>> origins = {});

  /// Selects matrices with the rotations of the predicted state, at points that have one (predicted_rotations.hpp).
  void use_predicted_rotations() { predicted.emplace(x); }

  /// momenta() converts velocities (r', ω in the body) to p, velocities() converts p to velocities.
  void momenta(const Q& q, const V& velocities, V& p) const;
  void velocities(const Q& q, const V& p, V& out) const;

  Sizes sizes() const;
  Form form() const { return s.form(); }
  bool velocity_dependent() const { return true; }
  bool vector_space() const { return false; }
  std::string_view linear_algebra() const { return s.linear_algebra(); }
  static constexpr bool solves_for_acceleration() { return true; }

  bool acceleration(const T& t, const Q& q, const V& p, V& rate, L& lambda) const;
  void force(const T& t, const Q& q, const V& p, V& f) const;
  void momentum(const Q&, const V& p, V& out) const { out = p; }
  void reaction(const T& t, const Q& q, const L& lambda, V& r) const;
  void constraint(const T& t, const Q& q, L& phi) const { s.constraint(t, q, phi); }
  void constraint_rate(const T& t, const Q& q, const V& p, L& rate) const;
  void constraint_acceleration(const T& t, const Q& q, const V& p, const V& rate, L& out) const;
  void constraint_bias(const T& t, const Q& q, const V& p, L& bias) const;

  void retract(const Q& q, const V& theta, Q& out) const;
  void local(const Q& q, const Q& q1, V& out) const;
  void chart_rate(const Q& q, const V& theta, const V& p, V& out) const;
  void chart_tangent(const Q& q, const V& theta, const V& u, V& out) const;
  void chart_momentum(const Q& q, const V& theta, const V& x, V& out) const;
  /// Sets `out` to 0, because momenta in space do not rotate with the body.
  void coadjoint(const V&, const V&, V& out) const { clear(out); }

  template <class Entry>
  Factors<Entry> factors() const {
    return s.template factors<Entry>();
  }
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

  bool conservative() const { return s.conservative(); }
  T energy(const T& t, const Q& q, const V& p) const;
  T power(const T& t, const Q& q, const V& p, const L& lambda) const;
  void outputs(const T& t, const State& x, Vec<T>& out) const;
  int invariant_count() const { return 0; }
  void invariants(const T&, const Q&, const V&, Vec<T>&) const {}

 private:
  using States = std::vector<BodyState<T>>;
  Matrix<T> attitude(const Q& q, int body) const { return so3::matrix<T>(quaternion(q, body)); }
  /// Returns A s of a body, in space. Precondition: there are origins.
  [[gnu::flatten]] Vector<T> arm_of(const Matrix<T>& A, int body) const {
    return A * origins[static_cast<std::size_t>(body)];
  }
  Vector<T> arm(const Q& q, int body) const { return arm_of(attitude(q, body), body); }
  TurnedBody<T> turn(const Q& q, const V& theta, int body) const {
    return {rotations, quaternion(q, body), rotation(theta, body)};
  }
  void accelerations(const Q& q, const V& velocities, const V& rate, V& out) const;
  template <class Entry>
  bool factor_at(Factors<Entry>& f, const Point& point, const Blend<Entry>& b) const;
  bool linearise(const Point& point, const States& states) const;
  [[gnu::flatten]] bool linearise_in_chart(const Point& point, std::size_t body, const BodyState<T>& state) const;
  bool take_moves(const Point& point, const States& states) const;
  void keep_sections(const V& from, V& to) const;
  auto turns_in_space(const V& turns) const;
  auto spins_of_turned() const;  // rotations of rotated bodies, for the velocities in `x`

  MultibodySystem<T> s;
  so3::Chart<T> rotations;
  CarriedSpace<T> sections;
  std::vector<BodyInertia<T>> inertias;
  std::vector<Vector<T>> origins;
  mutable State x;  // workspace: the state in velocities
  mutable Q turned;
  mutable PlacedStates<T> at_centre;  // states at the centre of the last chart
  mutable States row_states;
  mutable std::vector<Momentum<T>> of_bodies;
  mutable std::vector<Matrix<T>> charts;
  mutable std::vector<CarriedMoves<T>> carried;
  mutable std::optional<PredictedRotations<T>> predicted;  // workspace; nullopt: exact matrices
};

extern template class MomentumSystem<double>;
extern template class MomentumSystem<long double>;
extern template class MomentumSystem<quad>;

}  // namespace plumb::mbs
