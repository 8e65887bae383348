#pragma once
// The linearisation of one basic constraint, as far as it is asked for.

#include "problems/mbs/assembly.hpp"

namespace plumb::mbs {

/// Where all matrices of a mechanism are taken.
template <class T>
struct Instant {
  T t, t_rows;
  const std::vector<BodyState<T>>&states, &row_states;  // of the bodies; where G of the rows is taken
  const Vec<T>*a = nullptr, *lambda = nullptr;
  const std::vector<Matrix<T>>* charts = nullptr;  // N of the rotation of every body; null: 1
  // Derivatives of forces that couple everything (friction.hpp), with N; dense matrices alone have room for them.
  const Mat<T>*stiffness = nullptr, *damping = nullptr;

  bool has_other_rows() const { return &states != &row_states || t != t_rows; }
};

/// What is needed beside G: N is applied to everything by q.
struct Needs {
  bool curvature = false, rate = false, by_v = false, by_q = false, positions = false;
};

template <class T>
const BodyState<T>& state_of(const std::vector<BodyState<T>>& states, int body) {
  static const BodyState<T> earth;
  return body == on_ground ? earth : states[static_cast<std::size_t>(body)];
}
template <class T>
Pair<T> pair_of(const std::vector<BodyState<T>>& states, int first, int second) {
  return {state_of(states, first), state_of(states, second)};
}
/// The pair's part of a vector of all velocities.
template <class T>
PairVector<T> pair_part(const Vec<T>& all, int first, int second) {
  auto out = zeros<PairVector<T>>();
  if (first != on_ground) out.template head<6>() = all.template segment<6>(6 * first);
  if (second != on_ground) out.template tail<6>() = all.template segment<6>(6 * second);
  return out;
}
template <class T>
void add_pair_part(const PairVector<T>& part, int first, int second, Vec<T>& all) {
  if (first != on_ground) all.template segment<6>(6 * first) += part.template head<6>();
  if (second != on_ground) all.template segment<6>(6 * second) += part.template tail<6>();
}

/// Defined in double, long double and quad alone (tie_blocks.cpp), once for all matrices.
template <class T, class Law>
struct TieBlocks {
  using Rows = PairRows<T, Law::rows>;
  Rows columns, rows;                // G; G of the rows
  Rows positions, rate, by_v, by_q;  // G N of the rows, W N, Y, Z N
  PairMatrix<T> curvature;           // ∂(Gᵀλ)/∂q N

  TieBlocks(const Law& law, const Tie<T>& tie, const Instant<T>& now, const Needs& needs);

 private:
  void take_rate(const Law& law, const Tie<T>& tie, const Pair<T>& p, const Instant<T>& now);
  void take_acceleration(const Law& law, const Tie<T>& tie, const Pair<T>& p, const Instant<T>& now);
};

/// Derivatives of one force: K N and D. Defined as TieBlocks is.
template <class T>
struct ForceBlocks {
  PairMatrix<T> stiffness = zeros<PairMatrix<T>>(), damping = stiffness;

  ForceBlocks(const ForceData<T>& force, const Instant<T>& now);
};

/// ∂(Jω × ω)/∂ω
template <class T>
Matrix<T> gyroscopic(const BodyData<T>& body, const Vector<T>& w) {
  return so3::skew<T>(body.inertia * w) - so3::skew<T>(w) * body.inertia;
}

}  // namespace plumb::mbs
