#include "problems/mbs/tie_blocks.hpp"

#include "numerics/each_scalar.hpp"

namespace plumb::mbs {
namespace {

/// Computes block ← block · N, with six columns for each body. For momenta, a change of γ also displaces the centre of
/// mass if the chart's point is another (Momentum::shift).
template <class T, std::size_t most, class Block>
void apply_charts(const Instant<T>& instant, const std::array<int, most>& bodies, Block& block) {
  if (!instant.charts) return;
  for (Eigen::Index k = 0; k < block.cols() / 6; ++k) {
    const int body = bodies[static_cast<std::size_t>(k)];
    if (body == on_ground) continue;
    three::multiply_columns(block.template middleCols<3>(6 * k + 3), (*instant.charts)[static_cast<std::size_t>(body)]);
    if (!instant.momenta) continue;
    const auto& of = (*instant.momenta)[static_cast<std::size_t>(body)];
    if (of.shift) block.template middleCols<3>(6 * k + 3) += block.template middleCols<3>(6 * k) * *of.shift;
    block.template middleCols<3>(6 * k) *= of.moved;
  }
}
template <class T, class Block>
void apply_charts(const Instant<T>& instant, const Tie<T>& tie, Block& block) {
  apply_charts(instant, std::array{tie.first, tie.second}, block);
}

}  // namespace

template <class T, class Law>
TieBlocks<T, Law>::TieBlocks(const Law& law, const Tie<T>& tie, const Instant<T>& instant, const Needs& needs) {
  const auto p = pair_of(instant.states, tie.first, tie.second);
  law.jacobian(p, instant.t, columns);
  rows = columns;
  if (instant.has_other_rows()) law.jacobian(pair_of(instant.row_states, tie.first, tie.second), instant.t_rows, rows);
  if (needs.positions) {
    positions = rows;
    apply_charts(instant, tie, positions);
  }
  if (needs.rate) take_rate(law, tie, p, instant);
  if (needs.by_v || (needs.by_q && instant.momenta)) law.bias_by_v(p, instant.t, by_v);
  if (needs.by_q) take_acceleration(law, tie, p, instant);
  if (needs.curvature) {
    const Vec<T, Law::rows> lambda = instant.lambda->template segment<Law::rows>(tie.row);
    law.add_curvature(p, instant.t, lambda, curvature);
    if (instant.momenta)
      turn_with_bodies(*instant.momenta, std::array{tie.first, tie.second}, PairVector<T>(columns.transpose() * lambda),
                       curvature);
    apply_charts(instant, tie, curvature);
  }
  if (instant.momenta) take_momenta_of(tie, instant, needs);
}

// Converts G in Gᵀλ to torques in space, and the derivatives with respect to velocities and accelerations to
// derivatives with respect to p and p'. The matrix is the same for both: ω depends on γ as ω' on γ'.
template <class T, class Law>
void TieBlocks<T, Law>::take_momenta_of(const Tie<T>& tie, const Instant<T>& instant, const Needs& needs) {
  const std::array bodies{tie.first, tie.second};
  if (needs.by_v) {
    each_momentum(*instant.momenta, bodies, 2, [&](const Momentum<T>& momentum, int k) {
      by_v.template middleCols<3>(6 * k + 3) += columns.template middleCols<3>(6 * k + 3) * momentum.bend_by_spin;
    });
    take_momenta(*instant.momenta, bodies, by_v);
  }
  take_momenta(*instant.momenta, bodies, rows);
  take_turns(*instant.momenta, bodies, columns);
}

template <class T, class Law>
void TieBlocks<T, Law>::take_rate(const Law& law, const Tie<T>& tie, const Pair<T>& p, const Instant<T>& instant) {
  PairVector<T> v;
  v << p.first.v, p.first.w, p.second.v, p.second.w;
  law.product_tangent(p, instant.t, v, rate);
  if (law.moves()) {
    Rows more;
    law.offset_tangent(p, instant.t, more);
    rate += more;
  }
  if (instant.momenta) add_through_spin(*instant.momenta, std::array{tie.first, tie.second}, columns, rate);
  apply_charts(instant, tie, rate);
}

template <class T, class Law>
void TieBlocks<T, Law>::take_acceleration(const Law& law, const Tie<T>& tie, const Pair<T>& p,
                                          const Instant<T>& instant) {
  Rows more;
  law.bias_by_q(p, instant.t, by_q);
  law.product_tangent(p, instant.t, pair_part(*instant.a, tie.first, tie.second), more);
  by_q += more;
  if (instant.momenta) {
    const std::array bodies{tie.first, tie.second};
    each_momentum(*instant.momenta, bodies, 2, [&](const Momentum<T>& momentum, int k) {
      by_q.template middleCols<3>(6 * k + 3) += columns.template middleCols<3>(6 * k + 3) * momentum.bend_by_q;
    });
    add_through_spin(*instant.momenta, bodies, by_v, by_q);
  }
  apply_charts(instant, tie, by_q);
}

template <class T, class Law>
ForceBlocks<T, Law>::ForceBlocks(const Law& law, const std::array<int, most_nodes>& bodies, const Instant<T>& instant) {
  if constexpr (Carries<Law>)
    take_carried(law, bodies, instant);
  else
    take(law, bodies, instant);
}

template <class T, class Law>
void ForceBlocks<T, Law>::take(const Law& law, const std::array<int, most_nodes>& bodies,
                               const Instant<T>& instant) requires(!Carries<Law>) {
  const auto group = group_of<Law::nodes>(instant.states, bodies);
  auto force = zeros<GroupVector<T, Law::nodes>>();
  if (!instant.momenta) {
    law.add_tangents(group, instant.t, stiffness, damping);
  } else {
    if constexpr (requires { law.add_linearisation(group, instant.t, force, stiffness, damping); }) {
      law.add_linearisation(group, instant.t, force, stiffness, damping);
    } else {
      law.add_tangents(group, instant.t, stiffness, damping);
      law.add_force(group, instant.t, force);
    }
    if (law.damps()) add_through_spin(*instant.momenta, bodies, damping, stiffness);
    turn_with_bodies(*instant.momenta, bodies, force, stiffness);
    if (law.damps()) {
      take_torques(*instant.momenta, bodies, damping);
      take_momenta(*instant.momenta, bodies, damping);
    }
  }
  apply_charts(instant, bodies, stiffness);
}

// Carried sections have no unknowns in the matrix: they follow the nodes, so their displacements are expressed by the
// nodes' unknowns.
template <class T, class Law>
void ForceBlocks<T, Law>::take_carried(const Law& law, const std::array<int, most_nodes>& places,
                                       const Instant<T>& instant) requires(Carries<Law>) {
  const auto group = group_for<Law>(instant.states, places);
  auto by_sections = zeros<typename Law::BySections>();
  law.add_tangents(group, stiffness, by_sections, damping);
  if (instant.momenta) {
    const std::array bodies{places[0], places[1], places[2]};
    auto force = zeros<GroupVector<T, Law::nodes>>();
    law.add_force(group, instant.t, force);
    if (law.damps()) add_through_spin(*instant.momenta, bodies, damping, stiffness);
    turn_with_bodies(*instant.momenta, bodies, force, stiffness);
    take_torques(*instant.momenta, bodies, by_sections);
    take_torques(*instant.momenta, bodies, damping);
    take_momenta(*instant.momenta, bodies, damping);
  }
  apply_charts(instant, places, stiffness);
  const auto first = instant.states.size() - instant.carried->size();
  for (std::size_t s = 0; s < Law::sections; ++s) {
    const auto& moves = (*instant.carried)[static_cast<std::size_t>(places[3 + s]) - first];
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
