#include "problems/mbs/tie_blocks.hpp"

#include "numerics/each_scalar.hpp"

namespace plumb::mbs {
namespace {

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

}  // namespace

template <class T, class Law>
TieBlocks<T, Law>::TieBlocks(const Law& law, const Tie<T>& tie, const Instant<T>& now, const Needs& needs) {
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
  apply_charts(now, tie.first, tie.second, rate);
}

template <class T, class Law>
void TieBlocks<T, Law>::take_acceleration(const Law& law, const Tie<T>& tie, const Pair<T>& p, const Instant<T>& now) {
  Rows more;
  law.bias_by_q(p, now.t, by_q);
  law.product_tangent(p, now.t, pair_part(*now.a, tie.first, tie.second), more);
  by_q += more;
  apply_charts(now, tie.first, tie.second, by_q);
}

template <class T>
ForceBlocks<T>::ForceBlocks(const ForceData<T>& force, const Instant<T>& now) {
  const auto p = pair_of(now.states, force.first, force.second);
  std::visit([&](const auto& law) { law.add_tangents(p, now.t, stiffness, damping); }, force.law);
  apply_charts(now, force.first, force.second, stiffness);
}

#define PLUMB_INSTANTIATE(T)                         \
  template struct TieBlocks<T, CoincidentPoints<T>>; \
  template struct TieBlocks<T, DotOne<T>>;           \
  template struct TieBlocks<T, DotTwo<T>>;           \
  template struct TieBlocks<T, FixedDistance<T>>;    \
  template struct ForceBlocks<T>;
PLUMB_EACH_SCALAR(PLUMB_INSTANTIATE)
#undef PLUMB_INSTANTIATE

}  // namespace plumb::mbs
