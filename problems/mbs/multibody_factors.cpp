#include "problems/mbs/multibody_factors.hpp"

namespace plumb::mbs {
namespace {

/// to's rows and columns of a pair ← + block, as far as these are of bodies.
template <class T, class Block>
void add_block(int first, int second, const Block& block, Mat<T>& to, bool rows_of_bodies, int row) {
  for (int j = 0; j < pair_columns; ++j) {
    const int of_column = j < 6 ? first : second;
    if (of_column == on_ground) continue;
    for (int i = 0; i < block.rows(); ++i) {
      const int of_row = i < 6 ? first : second;
      if (rows_of_bodies && of_row == on_ground) continue;
      to(rows_of_bodies ? 6 * of_row + i % 6 : row + i, 6 * of_column + j % 6) += block(i, j);
    }
  }
}

Numbering numbering(const Topology& topology, const TreeNumbering* tree, const std::vector<int>& node_of_row,
                    bool stabilised) {
  const int per_body = stabilised ? 12 : 6, per_row = stabilised ? 2 : 1;
  const auto bodies = topology.node_of_body.size(), rows = node_of_row.size();
  Numbering out;
  out.body.resize(bodies);
  out.row.resize(rows);
  out.second_row.resize(rows);
  out.size = per_body * static_cast<int>(bodies) + per_row * static_cast<int>(rows);
  if (!tree) {
    for (std::size_t k = 0; k < bodies; ++k) out.body[k] = per_body * static_cast<int>(k);
    for (std::size_t r = 0; r < rows; ++r) {
      out.row[r] = per_body * static_cast<int>(bodies) + per_row * static_cast<int>(r);
      out.second_row[r] = out.row[r] + 1;
    }
    return out;
  }
  std::vector<int> next;  // free unknown of a node's joint
  int start = 0;
  for (std::size_t node = 0; node < bodies; ++node) {
    out.body[static_cast<std::size_t>(topology.body_of_node[node])] = start;
    next.push_back(start + per_body);
    start += per_body + tree->joints[node];
  }
  for (std::size_t r = 0; r < rows; ++r) {
    int& free = next[static_cast<std::size_t>(node_of_row[r])];
    out.row[r] = free;
    out.second_row[r] = free + 1;
    free += per_row;
  }
  return out;
}

template <class T>
std::vector<int> nodes_of_rows(const Assembly<T>& parts, const Topology& topology) {
  std::vector<int> out;
  for (const auto& tie : parts.ties)
    out.insert(out.end(), static_cast<std::size_t>(tie.rows()),
               topology.tree ? topology.node_of(tie.first, tie.second) : 0);
  return out;
}

TreeNumbering tree_numbering(const Topology& topology, const std::vector<int>& node_of_row, int per_row) {
  TreeNumbering out{topology.parents, std::vector<int>(topology.parents.size(), 0), topology.bodies_couple};
  for (const int node : node_of_row) out.joints[static_cast<std::size_t>(node)] += per_row;
  return out;
}

}  // namespace

template <class T>
void fill_blocks(const Assembly<T>& parts, const Instant<T>& now, const Needs& needs,
                 Blocks<T, Eigen::Dynamic, Eigen::Dynamic>& out, Mat<T>& rows, Mat<T>& positions) {
  for (auto* block : {&out.mass, &out.damping, &out.stiffness, &out.jacobian, &out.rate_by_q, &out.acceleration_by_q,
                      &out.acceleration_by_v, &rows, &positions})
    clear(*block);
  for (int k = 0; k < parts.count(); ++k) {
    const auto& body = parts.bodies[static_cast<std::size_t>(k)];
    for (int i = 0; i < 3; ++i) out.mass(6 * k + i, 6 * k + i) = body.mass;
    out.mass.template block<3, 3>(6 * k + 3, 6 * k + 3) = body.inertia;
    out.damping.template block<3, 3>(6 * k + 3, 6 * k + 3) =
        gyroscopic(body, now.states[static_cast<std::size_t>(k)].w);
  }
  for (const auto& force : parts.forces) {
    const ForceBlocks<T> blocks(force, now);
    add_block(force.first, force.second, blocks.stiffness, out.stiffness, true, 0);
    add_block(force.first, force.second, blocks.damping, out.damping, true, 0);
  }
  for (const auto& tie : parts.ties)
    std::visit(
        [&]<class Law>(const Law& law) {
          const TieBlocks<T, Law> x(law, tie, now, needs);
          const auto add = [&](const auto& block, Mat<T>& to) {
            add_block(tie.first, tie.second, block, to, false, tie.row);
          };
          add(x.columns, out.jacobian);
          add(x.rows, rows);
          if (needs.positions) add(x.positions, positions);
          if (needs.rate) add(x.rate, out.rate_by_q);
          if (needs.by_v) add(x.by_v, out.acceleration_by_v);
          if (needs.by_q) add(x.by_q, out.acceleration_by_q);
          if (needs.curvature) add_block(tie.first, tie.second, PairMatrix<T>(-x.curvature), out.stiffness, true, 0);
        },
        tie.law);
  if (now.stiffness) out.stiffness += *now.stiffness;
  if (now.damping) out.damping += *now.damping;
}

template <class T>
Topology topology_of(const Assembly<T>& parts) {
  std::vector<std::pair<int, int>> pairs;
  for (const auto& tie : parts.ties) pairs.emplace_back(tie.first, tie.second);
  const auto between = [](const auto& x) { return x.first != on_ground && x.second != on_ground; };
  for (const auto& force : parts.forces)
    if (between(force)) pairs.emplace_back(force.first, force.second);
  Topology out = topology(parts.count(), pairs);
  for (const auto& force : parts.forces) out.bodies_couple = out.bodies_couple || between(force);
  for (const auto& tie : parts.ties)
    out.bodies_couple = out.bodies_couple || (between(tie) && !std::holds_alternative<CoincidentPoints<T>>(tie.law));
  return out;
}

template <class T, class Entry>
MultibodyFactors<T, Entry>::MultibodyFactors(const Assembly<T>& parts, const Topology& topology, LinearSolver solver,
                                             bool can_stabilise) {
  const int nv = 6 * parts.count(), nl = parts.rows;
  if (solver == LinearSolver::dense) {
    dense.emplace(Dense{{nv, nl, can_stabilise}, {nv, nl}, zeros<Mat<T>>(nl, nv), zeros<Mat<T>>(nl, nv)});
    return;
  }
  prepare(plain, plain_numbers, parts, topology, solver, false);
  if (can_stabilise) prepare(stabilised, stabilised_numbers, parts, topology, solver, true);
  z = zeros<Vec<Entry>>(can_stabilise ? stabilised_numbers.size : plain_numbers.size);
}

template <class T, class Entry>
template <class Sparse>
void MultibodyFactors<T, Entry>::prepare(Sparse& into, Numbering& numbers, const Assembly<T>& parts,
                                         const Topology& topology, LinearSolver solver, bool is_stabilised) {
  constexpr int body = std::is_same_v<Sparse, SparseFactors<Entry, 6>> ? 6 : 12;
  const auto node_of_row = nodes_of_rows(parts, topology);
  const bool along_tree = solver == LinearSolver::tree;
  assert(!along_tree || topology.tree);
  const auto tree = tree_numbering(topology, node_of_row, is_stabilised ? 2 : 1);
  numbers = numbering(topology, along_tree ? &tree : nullptr, node_of_row, is_stabilised);
  const std::vector<BodyState<T>> rest(static_cast<std::size_t>(parts.count()));
  const Instant<T> now{T(0), T(0), rest, rest};
  const Blend<T> all{.mass = T(1), .stabilised = is_stabilised};
  EntryList entries;
  BlendAssembly<T, T, EntryList>(parts, numbers, now, all, entries).add_all();
  if (along_tree) {
    into.template emplace<TreeFactors<Entry, body>>(tree, entries);
  } else {
    if constexpr (klu_serves<Entry>) into.template emplace<KluFactors<Entry>>(numbers.size, entries);
  }
}

template <class T, class Entry>
bool MultibodyFactors<T, Entry>::factor(const Assembly<T>& parts, const Instant<T>& now, const Blend<Entry>& b) {
  if (dense) return factor_dense(parts, now, b);
  const auto with = [&](const Numbering& numbers) {
    return [&]<class Sparse>(Sparse& factors) {
      if constexpr (std::is_same_v<Sparse, std::monostate>) {
        return false;
      } else {
        BlendAssembly<T, Entry, EntrySums<Entry>>(parts, numbers, now, b, factors.begin()).add_all();
        return factors.factor();
      }
    };
  };
  return b.stabilised ? std::visit(with(stabilised_numbers), stabilised) : std::visit(with(plain_numbers), plain);
}

template <class T, class Entry>
bool MultibodyFactors<T, Entry>::factor_dense(const Assembly<T>& parts, const Instant<T>& now, const Blend<Entry>& b) {
  const Needs needs = {.curvature = b.stiffness != Entry(0) || b.mu_force != Entry(0),
                       .rate = b.rate != Entry(0) || b.mu_rate != Entry(0),
                       .by_v = b.by_v != Entry(0),
                       .by_q = b.by_q != Entry(0),
                       .positions = true};
  fill_blocks(parts, now, needs, dense->blocks, dense->rows, dense->positions);
  return dense->factors.factor(dense->blocks, dense->rows, dense->positions, b);
}

template <class T, class Entry>
void MultibodyFactors<T, Entry>::solve(Vec<Entry>& w, Vec<Entry>& e) {
  if (dense) return dense->factors.solve(w, e);
  const auto& n = plain_numbers;
  for (std::size_t k = 0; k < n.body.size(); ++k)
    for (int i = 0; i < 6; ++i) z[n.body[k] + i] = w[6 * static_cast<Eigen::Index>(k) + i];
  for (std::size_t r = 0; r < n.row.size(); ++r) z[n.row[r]] = e[static_cast<Eigen::Index>(r)];
  std::visit(
      [&]<class Sparse>(Sparse& factors) {
        if constexpr (!std::is_same_v<Sparse, std::monostate>) factors.solve(z.data());
      },
      plain);
  for (std::size_t k = 0; k < n.body.size(); ++k)
    for (int i = 0; i < 6; ++i) w[6 * static_cast<Eigen::Index>(k) + i] = z[n.body[k] + i];
  for (std::size_t r = 0; r < n.row.size(); ++r) e[static_cast<Eigen::Index>(r)] = z[n.row[r]];
}

template <class T, class Entry>
void MultibodyFactors<T, Entry>::solve(Vec<Entry>& w, Vec<Entry>& e, Vec<Entry>& mu) {
  if (dense) return dense->factors.solve(w, e, mu);
  const auto& n = stabilised_numbers;
  for (std::size_t k = 0; k < n.body.size(); ++k)
    for (int i = 0; i < 6; ++i) {
      z[n.body[k] + i] = w[6 * static_cast<Eigen::Index>(k) + i];
      z[n.body[k] + 6 + i] = Entry(0);
    }
  for (std::size_t r = 0; r < n.row.size(); ++r) {
    z[n.row[r]] = e[static_cast<Eigen::Index>(r)];
    z[n.second_row[r]] = mu[static_cast<Eigen::Index>(r)];
  }
  std::visit(
      [&]<class Sparse>(Sparse& factors) {
        if constexpr (!std::is_same_v<Sparse, std::monostate>) factors.solve(z.data());
      },
      stabilised);
  for (std::size_t k = 0; k < n.body.size(); ++k)
    for (int i = 0; i < 6; ++i) w[6 * static_cast<Eigen::Index>(k) + i] = z[n.body[k] + i];
  for (std::size_t r = 0; r < n.row.size(); ++r) {
    e[static_cast<Eigen::Index>(r)] = z[n.row[r]];
    mu[static_cast<Eigen::Index>(r)] = z[n.second_row[r]];
  }
}

#define PLUMB_INSTANTIATE(T)                                                               \
  template void fill_blocks(const Assembly<T>&, const Instant<T>&, const Needs&,           \
                            Blocks<T, Eigen::Dynamic, Eigen::Dynamic>&, Mat<T>&, Mat<T>&); \
  template Topology topology_of(const Assembly<T>&);                                       \
  template class MultibodyFactors<T, T>;                                                   \
  template class MultibodyFactors<T, std::complex<T>>;
PLUMB_INSTANTIATE(double)
PLUMB_INSTANTIATE(long double)
PLUMB_INSTANTIATE(quad)
#undef PLUMB_INSTANTIATE

}  // namespace plumb::mbs
