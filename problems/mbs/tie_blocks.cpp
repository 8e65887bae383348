#include "problems/mbs/tie_blocks.hpp"

#include "numerics/each_scalar.hpp"

namespace plumb::mbs {
namespace {

/// block ← block · N, of six columns a body
template <class T, std::size_t most, class Block>
void apply_charts(const Instant<T>& now, const std::array<int, most>& bodies, Block& block) {
  if (!now.charts) return;
  for (Eigen::Index k = 0; k < block.cols() / 6; ++k) {
    const int body = bodies[static_cast<std::size_t>(k)];
    if (body == on_ground) continue;
    auto columns = block.template middleCols<3>(6 * k + 3);
    columns = (columns * (*now.charts)[static_cast<std::size_t>(body)]).eval();
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
  if (needs.by_v) law.bias_by_v(p, now.t, by_v);
  if (needs.by_q) take_acceleration(law, tie, p, now);
  if (needs.curvature) {
    clear(curvature);
    law.add_curvature(p, now.t, Vec<T, Law::rows>(now.lambda->template segment<Law::rows>(tie.row)), curvature);
    apply_charts(now, tie, curvature);
  }
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
  apply_charts(now, tie, rate);
}

template <class T, class Law>
void TieBlocks<T, Law>::take_acceleration(const Law& law, const Tie<T>& tie, const Pair<T>& p, const Instant<T>& now) {
  Rows more;
  law.bias_by_q(p, now.t, by_q);
  law.product_tangent(p, now.t, pair_part(*now.a, tie.first, tie.second), more);
  by_q += more;
  apply_charts(now, tie, by_q);
}

template <class T, class Law>
ForceBlocks<T, Law>::ForceBlocks(const Law& law, const std::array<int, most_nodes>& bodies, const Instant<T>& now) {
  law.add_tangents(group_of<Law::nodes>(now.states, bodies), now.t, stiffness, damping);
  apply_charts(now, bodies, stiffness);
}

#define PLUMB_INSTANTIATE(T)                                   \
  template struct TieBlocks<T, CoincidentPoints<T>>;           \
  template struct TieBlocks<T, DotOne<T>>;                     \
  template struct TieBlocks<T, DotTwo<T>>;                     \
  template struct TieBlocks<T, FixedDistance<T>>;              \
  template struct ForceBlocks<T, AppliedForce<T>>;             \
  template struct ForceBlocks<T, SpringForce<T>>;              \
  template struct ForceBlocks<T, RotationalSpringForce<T>>;    \
  template struct ForceBlocks<T, TranslationalSpringForce<T>>; \
  template struct ForceBlocks<T, BeamForce<T>>;
PLUMB_EACH_SCALAR(PLUMB_INSTANTIATE)
#undef PLUMB_INSTANTIATE

}  // namespace plumb::mbs
