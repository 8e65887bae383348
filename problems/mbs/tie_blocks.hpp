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

/// block ← block · N
template <class T, class Block>
void apply_charts(const Instant<T>& now, int first, int second, Block& block) {
  if (!now.charts) return;
  for (const bool on_second : {false, true}) {
    const int body = on_second ? second : first;
    if (body == on_ground) continue;
    auto columns = block.template middleCols<3>(turn_of(on_second));
    columns = (columns * (*now.charts)[static_cast<std::size_t>(body)]).eval();
  }
}

template <class T, class Law>
struct TieBlocks {
  using Rows = PairRows<T, Law::rows>;
  Rows columns, rows;                // G; G of the rows
  Rows positions, rate, by_v, by_q;  // G N of the rows, W N, Y, Z N
  PairMatrix<T> curvature;           // ∂(Gᵀλ)/∂q N

  TieBlocks(const Law& law, const Tie<T>& tie, const Instant<T>& now, const Needs& needs) {
    const auto p = pair_of(now.states, tie.first, tie.second);
    law.jacobian(p, now.t, columns);
    rows = columns;
    if (now.has_other_rows()) law.jacobian(pair_of(now.row_states, tie.first, tie.second), now.t_rows, rows);
    if (needs.positions) {
      positions = rows;
      apply_charts(now, tie.first, tie.second, positions);
    }
    if (needs.rate) take_rate(law, tie, p, now);
    if (needs.by_v) law.bias_by_v(p, now.t, by_v);
    if (needs.by_q) take_acceleration(law, tie, p, now);
    if (needs.curvature) {
      clear(curvature);
      law.add_curvature(p, now.t, Vec<T, Law::rows>(now.lambda->template segment<Law::rows>(tie.row)), curvature);
      apply_charts(now, tie.first, tie.second, curvature);
    }
  }

 private:
  void take_rate(const Law& law, const Tie<T>& tie, const Pair<T>& p, const Instant<T>& now) {
    PairVector<T> v;
    v << p.first.v, p.first.w, p.second.v, p.second.w;
    law.product_tangent(p, now.t, v, rate);
    if (law.moves()) {
      Rows more;
      law.offset_tangent(p, now.t, more);
      rate += more;
    }
    apply_charts(now, tie.first, tie.second, rate);
  }
  void take_acceleration(const Law& law, const Tie<T>& tie, const Pair<T>& p, const Instant<T>& now) {
    Rows more;
    law.bias_by_q(p, now.t, by_q);
    law.product_tangent(p, now.t, pair_part(*now.a, tie.first, tie.second), more);
    by_q += more;
    apply_charts(now, tie.first, tie.second, by_q);
  }
};

/// Derivatives of one force: K N and D.
template <class T>
struct ForceBlocks {
  PairMatrix<T> stiffness = zeros<PairMatrix<T>>(), damping = stiffness;

  ForceBlocks(const ForceData<T>& force, const Instant<T>& now) {
    const auto p = pair_of(now.states, force.first, force.second);
    std::visit([&](const auto& law) { law.add_tangents(p, now.t, stiffness, damping); }, force.law);
    apply_charts(now, force.first, force.second, stiffness);
  }
};

/// ∂(Jω × ω)/∂ω
template <class T>
Matrix<T> gyroscopic(const BodyData<T>& body, const Vector<T>& w) {
  return so3::skew<T>(body.inertia * w) - so3::skew<T>(w) * body.inertia;
}

}  // namespace plumb::mbs
