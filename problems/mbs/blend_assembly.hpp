#pragma once
// The entries of the sparse matrices of a mechanism: every basic constraint, force and body adds small blocks, so the
// cost is proportional to their number. In the stabilised form (Blend, whose multiplier μ is written m here), z = Gᵀm
// is an additional unknown with six entries for each body. Without z, the blocks K Gᵀ, W Gᵀ and G Gᵀ would couple
// bodies that no joint connects:
//
//   [ B                      mu_force·K N       Gᵀ   0  ]  w
//   [ 0                      1                  0   −Gᵀ ]  z
//   [ jacobian·G + rate·W N  −mu_rate·W N       0    0  ]  λ
//   [ position·G N           −mu_position·G N   0    0  ]  m
//
// For nonholonomic constraints the last row is m = 0, and the third row has separate weights.

#include <algorithm>

#include "contract/system.hpp"
#include "problems/mbs/tie_blocks.hpp"

namespace plumb::mbs {

/// The index of the first unknown of each body (w: 6 entries, then z: 6 entries if stabilised), and the index of the
/// unknown of each row of Φ (`row`: λ, `second_row`: m).
struct Numbering {
  std::vector<int> body, row, second_row;
  int size = 0;
};

/// Adds the entries of a blend to `Sink` (EntryList, EntrySums), in the same order for all weights.
template <class T, class Entry, class Sink>
class BlendAssembly {
 public:
  BlendAssembly(const Assembly<T>& of, const Numbering& unknowns, const Instant<T>& instant, const Blend<Entry>& blend,
                Sink& sink)
      : parts(of), at(unknowns), now(instant), b(blend), to(sink) {
    const bool bent = b.stiffness != Entry(0) || b.mu_force != Entry(0);
    has_damping = b.damping != Entry(0);
    has_stiffness = bent;
    needs = {.curvature = bent,
             .rate = b.rate != Entry(0) || b.mu_rate != Entry(0),
             .by_v = b.by_v != Entry(0),
             .by_q = b.by_q != Entry(0),
             .positions = b.position != Entry(0) || b.mu_position != Entry(0)};
    needs_of_velocities = needs;
    needs_of_velocities.rate = b.rate_of_velocity != Entry(0) || b.mu_rate != Entry(0);
    needs_of_velocities.positions = false;
  }

  void add_all() {
    for (int k = 0; k < parts.count(); ++k) add_body(k);
    for (const auto& force : parts.forces) std::visit([&](const auto& law) { add_force(force.nodes, law); }, force.law);
    for (const auto& tie : parts.ties) std::visit([&](const auto& law) { add_tie(tie, law); }, tie.law);
  }

 private:
  void add_body(int k) {
    const auto& body = parts.bodies[static_cast<std::size_t>(k)];
    const int first = at.body[static_cast<std::size_t>(k)];
    const T mass = now.momenta ? T(1) : body.mass;
    for (int i = 0; i < 3; ++i) to.add(first + i, first + i, b.mass * mass + b.identity);
    Matrix<T> inertia = body.inertia;
    if (now.momenta) inertia = identity<Matrix<T>>();
    Matrix<T> turning = zeros<Matrix<T>>();
    if (has_damping && !now.momenta) turning = gyroscopic(body, now.states[static_cast<std::size_t>(k)].w);
    for (int j = 0; j < 3; ++j)
      for (int i = 0; i < 3; ++i) {
        Entry sum = b.mass * inertia(i, j) - b.damping * turning(i, j);
        if (i == j) sum += b.identity;
        to.add(first + 3 + i, first + 3 + j, sum);
      }
    if (b.stabilised)
      for (int i = 6; i < 12; ++i) to.add(first + i, first + i, Entry(1));
  }

  template <class Law>
  void add_force(const std::array<int, most_nodes>& bodies, const Law& law) {
    constexpr auto couples = [](int i, int j) { return Law::couples(i, j); };
    if (!has_damping && !has_stiffness) {
      const auto none = zeros<GroupMatrix<T, Law::nodes>>();
      return add_couplings(couples, bodies, none, Entry(0), none, Entry(0));
    }
    const ForceBlocks<T, Law> blocks(law, bodies, now);
    const auto& k = blocks.stiffness;
    if (!law.damps()) return add_couplings(couples, bodies, k, Entry(-b.stiffness), k, b.mu_force);
    auto of_b = zeros<GroupMatrix<Entry, Law::nodes>>();
    for (Eigen::Index i = 0; i < k.size(); ++i)
      of_b.data()[i] = -b.stiffness * k.data()[i] - b.damping * blocks.damping.data()[i];
    add_couplings(couples, bodies, of_b, Entry(1), k, b.mu_force);
  }

  template <class Law>
  void add_tie(const Tie<T>& tie, const Law& law) {
    constexpr auto curves = [](int i, int j) { return Law::curves(i, j); };
    const TieBlocks<T, Law> blocks(law, tie, now, Law::holonomic ? needs : needs_of_velocities);
    const std::array bodies{tie.first, tie.second};
    add_couplings(curves, bodies, blocks.curvature, b.stiffness, blocks.curvature, Entry(-b.mu_force));
    for (int j = 0; j < pair_columns; ++j) {
      const int column = unknown(bodies, j);
      if (column < 0) continue;
      for (int i = 0; i < Law::rows; ++i)
        if (Law::has(i, j)) {
          if constexpr (Law::holonomic)
            add_entry(tie, blocks, i, j, column);
          else
            add_entry_of_velocities(tie, blocks, i, j, column);
        }
    }
    if constexpr (!Law::holonomic)
      for (int i = 0; b.stabilised && i < Law::rows; ++i) {
        const int second = at.second_row[static_cast<std::size_t>(tie.row + i)];
        to.add(second, second, Entry(1));  // the row μ = 0
      }
  }
  template <class Blocks>
  void add_entry_of_velocities(const Tie<T>& tie, const Blocks& x, int i, int j, int column) {
    const int row = at.row[static_cast<std::size_t>(tie.row + i)];
    Entry sum = b.of_velocity * x.rows(i, j);
    if (needs_of_velocities.rate) sum += b.rate_of_velocity * x.rate(i, j);
    if (needs.by_v) sum += b.by_v * x.by_v(i, j);
    if (needs.by_q) sum += b.by_q * x.by_q(i, j);
    to.add(column, row, Entry(x.columns(i, j)));
    to.add(row, column, sum);
    if (!b.stabilised) return;
    to.add(row, column + 6, needs_of_velocities.rate ? Entry(-b.mu_rate * x.rate(i, j)) : Entry(0));
  }
  template <class Blocks>
  void add_entry(const Tie<T>& tie, const Blocks& x, int i, int j, int column) {
    const auto n = static_cast<std::size_t>(tie.row + i);
    const int row = at.row[n];
    Entry sum = b.jacobian * x.rows(i, j);
    if (needs.rate) sum += b.rate * x.rate(i, j);
    if (!b.stabilised) {
      if (needs.positions) sum += b.position * x.positions(i, j);
      if (needs.by_v) sum += b.by_v * x.by_v(i, j);
      if (needs.by_q) sum += b.by_q * x.by_q(i, j);
    }
    to.add(column, row, Entry(x.columns(i, j)));
    to.add(row, column, sum);
    if (!b.stabilised) return;
    const int second = at.second_row[n], z = column + 6;
    to.add(z, second, Entry(-x.columns(i, j)));
    to.add(row, z, needs.rate ? Entry(-b.mu_rate * x.rate(i, j)) : Entry(0));
    to.add(second, column, needs.positions ? Entry(b.position * x.positions(i, j)) : Entry(0));
    to.add(second, z, needs.positions ? Entry(-b.mu_position * x.positions(i, j)) : Entry(0));
  }

  // Returns for each entry of a block, in column-major order, whether it may be nonzero.
  template <int nodes, class MayDiffer>
  static consteval auto mask(MayDiffer may_differ) {
    std::array<bool, 36 * nodes * nodes> out{};
    for (int j = 0; j < 6 * nodes; ++j)
      for (int i = 0; i < 6 * nodes; ++i) out[static_cast<std::size_t>(i + 6 * nodes * j)] = may_differ(i, j);
    return out;
  }
  // Adds scale · block to B, and k_scale · k to the block mu_force K N. The first bodies of the list correspond to the
  // rows and columns of the blocks, six each.
  template <class MayDiffer, std::size_t most, class Block, class K>
  void add_couplings(MayDiffer may_differ, const std::array<int, most>& bodies, const Block& block, const Entry& scale,
                     const K& k, const Entry& k_scale) {
    for (int j = 0; j < Block::ColsAtCompileTime; j += 6)
      for (int i = 0; i < Block::RowsAtCompileTime; i += 6) {
        const int row = unknown(bodies, i), column = unknown(bodies, j);
        if (row < 0 || column < 0) continue;
        add_six(may_differ, row, column, scale, block, i, j);
        if (b.stabilised) add_six(may_differ, row, column + 6, k_scale, k, i, j);
      }
  }
  // Adds scale times the 6×6 part of `block` that begins at (i, j).
  template <class MayDiffer, class Block>
  void add_six(MayDiffer, int row, int column, const Entry& scale, const Block& block, int i, int j) {
    constexpr int stride = Block::RowsAtCompileTime;
    constexpr auto differs = mask<stride / 6>(MayDiffer());
    const int first = i + j * stride;
    if constexpr (std::ranges::find(differs, false) == differs.end()) {
      to.add_six(row, column, scale, block.data() + first, stride);
    } else {
      for (int n = 0; n < 6; ++n)
        for (int m = 0; m < 6; ++m) {
          const int entry = first + m + n * stride;
          if (differs[static_cast<std::size_t>(entry)]) to.add(row + m, column + n, scale * block.data()[entry]);
        }
    }
  }
  template <std::size_t most>
  int unknown(const std::array<int, most>& bodies, int j) const {
    const int body = bodies[static_cast<std::size_t>(j / 6)];
    return body == on_ground ? -1 : at.body[static_cast<std::size_t>(body)] + j % 6;
  }

  const Assembly<T>& parts;
  const Numbering& at;
  const Instant<T>& now;
  const Blend<Entry>& b;
  Sink& to;
  bool has_damping, has_stiffness;
  Needs needs, needs_of_velocities;
};

/// Adds the entries of [M Gᵀ; G 0] at the states.
template <class T, class Sink>
void add_inertia(const Assembly<T>& parts, const Numbering& numbering, const std::vector<BodyState<T>>& states,
                 const T& t, Sink& to) {
  for (int k = 0; k < parts.count(); ++k) {
    const auto& body = parts.bodies[static_cast<std::size_t>(k)];
    const int first = numbering.body[static_cast<std::size_t>(k)];
    for (int i = 0; i < 3; ++i) to.add(first + i, first + i, body.mass);
    for (int j = 0; j < 3; ++j)
      for (int i = 0; i < 3; ++i) to.add(first + 3 + i, first + 3 + j, body.inertia(i, j));
  }
  for (const auto& tie : parts.ties)
    std::visit(
        [&]<class Law>(const Law& law) {
          PairRows<T, Law::rows> g;
          law.jacobian(pair_of(states, tie.first, tie.second), t, g);
          for (int j = 0; j < pair_columns; ++j) {
            const int body = j < 6 ? tie.first : tie.second;
            if (body == on_ground) continue;
            const int column = numbering.body[static_cast<std::size_t>(body)] + j % 6;
            for (int i = 0; i < Law::rows; ++i) {
              if (!Law::has(i, j)) continue;
              const int row = numbering.row[static_cast<std::size_t>(tie.row + i)];
              to.add(column, row, g(i, j));
              to.add(row, column, g(i, j));
            }
          }
        },
        tie.law);
}

}  // namespace plumb::mbs
