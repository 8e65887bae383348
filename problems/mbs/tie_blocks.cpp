#include "problems/mbs/tie_blocks.hpp"

#include "numerics/each_scalar.hpp"

namespace plumb::mbs {
namespace {

/// Computes block ← block · N, with six columns for each body. For momenta, a change of γ also displaces the centre of
/// mass if the chart's point is another (Momentum::shift).
template <class T, std::size_t most, class Block>
void apply_charts(const Instant<T>& now, const std::array<int, most>& bodies, Block& block) {
  if (!now.charts) return;
  for (Eigen::Index k = 0; k < block.cols() / 6; ++k) {
    const int body = bodies[static_cast<std::size_t>(k)];
    if (body == on_ground) continue;
    three::multiply_columns(block.template middleCols<3>(6 * k + 3), (*now.charts)[static_cast<std::size_t>(body)]);
    if (!now.momenta) continue;
    const auto& of = (*now.momenta)[static_cast<std::size_t>(body)];
    if (of.shift) block.template middleCols<3>(6 * k + 3) += block.template middleCols<3>(6 * k) * *of.shift;
    block.template middleCols<3>(6 * k) *= of.moved;
  }
}
template <class T, class Block>
void apply_charts(const Instant<T>& now, const Tie<T>& tie, Block& block) {
  apply_charts(now, std::array{tie.first, tie.second}, block);
}

}  // namespace

template <class T, class Law>
TieBlocks<T, Law>::TieBlocks(const Law& law, const Tie<T>& tie, const Instant<T>& now, const Needs& needs) {
  const auto p = pair_of(now.states, tie.first, tie.second);
  law.jacobian(p, now.t, columns);
  rows = columns;
  if (now.has_other_rows()) law.jacobian(pair_of(now.row_states, tie.first, tie.second), now.t_rows, rows);
  if (needs.positions) {
    positions = rows;
    apply_charts(now, tie, positions);
  }
  if (needs.rate) take_rate(law, tie, p, now);
  if (needs.by_v || (needs.by_q && now.momenta)) law.bias_by_v(p, now.t, by_v);
  if (needs.by_q) take_acceleration(law, tie, p, now);
  if (needs.curvature) {
    const Vec<T, Law::rows> lambda = now.lambda->template segment<Law::rows>(tie.row);
    law.add_curvature(p, now.t, lambda, curvature);
    if (now.momenta)
      turn_with_bodies(*now.momenta, std::array{tie.first, tie.second}, PairVector<T>(columns.transpose() * lambda),
                       curvature);
    apply_charts(now, tie, curvature);
  }
  if (now.momenta) take_momenta_of(tie, now, needs);
}

// Converts G in Gᵀλ to torques in space, and the derivatives with respect to velocities and accelerations to
// derivatives with respect to p and p'. The matrix is the same for both: ω depends on γ as ω' on γ'.
template <class T, class Law>
void TieBlocks<T, Law>::take_momenta_of(const Tie<T>& tie, const Instant<T>& now, const Needs& needs) {
  const std::array bodies{tie.first, tie.second};
  if (needs.by_v) {
    each_momentum(*now.momenta, bodies, 2, [&](const Momentum<T>& of, int k) {
      by_v.template middleCols<3>(6 * k + 3) += columns.template middleCols<3>(6 * k + 3) * of.bend_by_spin;
    });
    take_momenta(*now.momenta, bodies, by_v);
  }
  take_momenta(*now.momenta, bodies, rows);
  take_turns(*now.momenta, bodies, columns);
}

template <class T, class Law>
void TieBlocks<T, Law>::take_rate(const Law& law, const Tie<T>& tie, const Pair<T>& p, const Instant<T>& now) {
  PairVector<T> v;
  v << p.first.v, p.first.w, p.second.v, p.second.w;
  law.product_tangent(p, now.t, v, rate);
  if (law.moves()) {
    Rows more;
    law.offset_tangent(p, now.t, more);
    rate += more;
  }
  if (now.momenta) add_through_spin(*now.momenta, std::array{tie.first, tie.second}, columns, rate);
  apply_charts(now, tie, rate);
}

template <class T, class Law>
void TieBlocks<T, Law>::take_acceleration(const Law& law, const Tie<T>& tie, const Pair<T>& p, const Instant<T>& now) {
  Rows more;
  law.bias_by_q(p, now.t, by_q);
  law.product_tangent(p, now.t, pair_part(*now.a, tie.first, tie.second), more);
  by_q += more;
  if (now.momenta) {
    const std::array bodies{tie.first, tie.second};
    each_momentum(*now.momenta, bodies, 2, [&](const Momentum<T>& of, int k) {
      by_q.template middleCols<3>(6 * k + 3) += columns.template middleCols<3>(6 * k + 3) * of.bend_by_q;
    });
    add_through_spin(*now.momenta, bodies, by_v, by_q);
  }
  apply_charts(now, tie, by_q);
}

template <class T, class Law>
ForceBlocks<T, Law>::ForceBlocks(const Law& law, const std::array<int, most_nodes>& bodies, const Instant<T>& now) {
  if constexpr (Carries<Law>)
    take_carried(law, bodies, now);
  else
    take(law, bodies, now);
}

template <class T, class Law>
void ForceBlocks<T, Law>::take(const Law& law, const std::array<int, most_nodes>& bodies,
                               const Instant<T>& now) requires(!Carries<Law>) {
  const auto group = group_of<Law::nodes>(now.states, bodies);
  auto force = zeros<GroupVector<T, Law::nodes>>();
  if (!now.momenta) {
    law.add_tangents(group, now.t, stiffness, damping);
  } else {
    if constexpr (requires { law.add_linearisation(group, now.t, force, stiffness, damping); }) {
      law.add_linearisation(group, now.t, force, stiffness, damping);
    } else {
      law.add_tangents(group, now.t, stiffness, damping);
      law.add_force(group, now.t, force);
    }
    if (law.damps()) add_through_spin(*now.momenta, bodies, damping, stiffness);
    turn_with_bodies(*now.momenta, bodies, force, stiffness);
    if (law.damps()) {
      take_torques(*now.momenta, bodies, damping);
      take_momenta(*now.momenta, bodies, damping);
    }
  }
  apply_charts(now, bodies, stiffness);
}

// Carried sections have no unknowns in the matrix: they follow the nodes, so their displacements are expressed by the
// nodes' unknowns.
template <class T, class Law>
void ForceBlocks<T, Law>::take_carried(const Law& law, const std::array<int, most_nodes>& places,
                                       const Instant<T>& now) requires(Carries<Law>) {
  const auto group = group_for<Law>(now.states, places);
  auto by_sections = zeros<typename Law::BySections>();
  law.add_tangents(group, stiffness, by_sections, damping);
  if (now.momenta) {
    const std::array bodies{places[0], places[1], places[2]};
    auto force = zeros<GroupVector<T, Law::nodes>>();
    law.add_force(group, now.t, force);
    if (law.damps()) add_through_spin(*now.momenta, bodies, damping, stiffness);
    turn_with_bodies(*now.momenta, bodies, force, stiffness);
    take_torques(*now.momenta, bodies, by_sections);
    take_torques(*now.momenta, bodies, damping);
    take_momenta(*now.momenta, bodies, damping);
  }
  apply_charts(now, places, stiffness);
  const auto first = now.states.size() - now.carried->size();
  for (std::size_t s = 0; s < Law::sections; ++s) {
    const auto& moves = (*now.carried)[static_cast<std::size_t>(places[3 + s]) - first];
    const auto column = 6 * static_cast<Eigen::Index>(s);
    for (std::size_t a = 0; a < 3; ++a)
      stiffness.template middleCols<3>(6 * static_cast<Eigen::Index>(a) + 3) +=
          by_sections.template middleCols<3>(column) * moves.bend[a] +
          by_sections.template middleCols<3>(column + 3) * moves.turn[a];
  }
}

#define PLUMB_INSTANTIATE(T)                                   \
  template struct TieBlocks<T, CoincidentPoints<T>>;           \
  template struct TieBlocks<T, DotOne<T>>;                     \
  template struct TieBlocks<T, DotTwo<T>>;                     \
  template struct TieBlocks<T, FixedDistance<T>>;              \
  template struct TieBlocks<T, DotTwoRate<T>>;                 \
  template struct TieBlocks<T, Spin<T>>;                       \
  template struct TieBlocks<T, Turned<T>>;                     \
  template struct TieBlocks<T, Glides<T>>;                     \
  template struct TieBlocks<T, Rolls<T>>;                      \
  template struct TieBlocks<T, StaysOnPlane<T>>;               \
  template struct ForceBlocks<T, AppliedForce<T>>;             \
  template struct ForceBlocks<T, SpringForce<T>>;              \
  template struct ForceBlocks<T, RotationalSpringForce<T>>;    \
  template struct ForceBlocks<T, TranslationalSpringForce<T>>; \
  template struct ForceBlocks<T, TurningSpringForce<T>>;       \
  template struct ForceBlocks<T, BeamForce<T>>;                \
  template struct ForceBlocks<T, CarriedBeamForce<T>>;
PLUMB_EACH_SCALAR(PLUMB_INSTANTIATE)
#undef PLUMB_INSTANTIATE

}  // namespace plumb::mbs
