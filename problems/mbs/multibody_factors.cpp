#include "problems/mbs/multibody_factors.hpp"

#include <algorithm>
#include <map>

#include "numerics/each_scalar.hpp"

namespace plumb::mbs {
namespace {

/// Adds a block to the rows of `to` from `row` on, in the columns of its bodies. Columns of the ground are skipped.
template <class T, std::size_t most, class Block>
void add_rows(const std::array<int, most>& bodies, const Block& block, int row, Mat<T>& to) {
  for (Eigen::Index k = 0; k < block.cols() / 6; ++k)
    if (const int body = bodies[static_cast<std::size_t>(k)]; body != on_ground)
      to.template block<Block::RowsAtCompileTime, 6>(row, 6 * body) += block.template middleCols<6>(6 * k);
}
/// Adds a block to the rows and columns of its bodies in `to`. Rows and columns of the ground are skipped.
template <class T, std::size_t most, class Block>
void add_block(const std::array<int, most>& bodies, const Block& block, Mat<T>& to) {
  for (Eigen::Index k = 0; k < block.rows() / 6; ++k)
    if (const int body = bodies[static_cast<std::size_t>(k)]; body != on_ground)
      add_rows(bodies, block.template middleRows<6>(6 * k).eval(), 6 * body, to);
}

template <class Entry>
void put(const Numbering& numbering, const Vec<Entry>& w, const Vec<Entry>& e, Vec<Entry>& z) {
  for (std::size_t k = 0; k < numbering.body.size(); ++k)
    for (int i = 0; i < 6; ++i) z[numbering.body[k] + i] = w[6 * static_cast<Eigen::Index>(k) + i];
  for (std::size_t r = 0; r < numbering.row.size(); ++r) z[numbering.row[r]] = e[static_cast<Eigen::Index>(r)];
}
template <class Entry>
void take(const Numbering& numbering, const Vec<Entry>& z, Vec<Entry>& w, Vec<Entry>& e) {
  for (std::size_t k = 0; k < numbering.body.size(); ++k)
    for (int i = 0; i < 6; ++i) w[6 * static_cast<Eigen::Index>(k) + i] = z[numbering.body[k] + i];
  for (std::size_t r = 0; r < numbering.row.size(); ++r) e[static_cast<Eigen::Index>(r)] = z[numbering.row[r]];
}

}  // namespace

template <class T>
void fill_blocks(const Assembly<T>& parts, const Instant<T>& instant, const Needs& needs,
                 Blocks<T, Eigen::Dynamic, Eigen::Dynamic>& out, Mat<T>& rows, Mat<T>& positions) {
  for (auto* block : {&out.mass, &out.damping, &out.stiffness, &out.jacobian, &out.rate_by_q, &out.acceleration_by_q,
                      &out.acceleration_by_v, &rows, &positions})
    clear(*block);
  for (int k = 0; k < parts.count(); ++k) {
    const auto& body = parts.bodies[static_cast<std::size_t>(k)];
    if (instant.momenta) {
      out.mass.diagonal().template segment<6>(6 * k).setOnes();
      continue;
    }
    for (int i = 0; i < 3; ++i) out.mass(6 * k + i, 6 * k + i) = body.mass;
    out.mass.template block<3, 3>(6 * k + 3, 6 * k + 3) = body.inertia;
    out.damping.template block<3, 3>(6 * k + 3, 6 * k + 3) =
        gyroscopic(body, instant.states[static_cast<std::size_t>(k)].w);
  }
  out.mass.diagonal().tail(6 * (parts.places() - parts.count())).setOnes();
  for (const auto& force : parts.forces)
    std::visit(
        [&]<class Law>(const Law& law) {
          const ForceBlocks<T, Law> blocks(law, force.nodes, instant);
          add_block(force.nodes, blocks.stiffness, out.stiffness);
          add_block(force.nodes, blocks.damping, out.damping);
        },
        force.law);
  for (const auto& tie : parts.ties)
    std::visit(
        [&]<class Law>(const Law& law) {
          const TieBlocks<T, Law> x(law, tie, instant, needs);
          const std::array bodies{tie.first, tie.second};
          const auto add = [&](const auto& block, Mat<T>& to) { add_rows(bodies, block, tie.row, to); };
          add(x.columns, out.jacobian);
          add(x.rows, rows);
          if (needs.positions) add(x.positions, positions);
          if (needs.rate) add(x.rate, out.rate_by_q);
          if (needs.by_v) add(x.by_v, out.acceleration_by_v);
          if (needs.by_q) add(x.by_q, out.acceleration_by_q);
          if (needs.curvature) add_block(bodies, PairMatrix<T>(-x.curvature), out.stiffness);
        },
        tie.law);
  if (instant.stiffness) out.stiffness += *instant.stiffness;
  if (instant.damping) out.damping += *instant.damping;
}

template <class T>
Topology topology_of(const Assembly<T>& parts) {
  std::vector<std::pair<int, int>> pairs;
  for (const auto& tie : parts.ties) pairs.emplace_back(tie.first, tie.second);
  return topology(parts.count(), pairs);
}

template <class T>
Unknowns unknowns_of(const Assembly<T>& parts, int per_body, int per_row) {
  const auto connections = topology_of(parts);
  std::vector<std::size_t> block_of_body(parts.bodies.size());
  for (std::size_t k = 0; k < parts.bodies.size(); ++k)
    block_of_body[static_cast<std::size_t>(connections.bodies[k])] = k;
  using Key = std::pair<std::pair<int, int>, int>;  // pair of bodies; row of a gear, or −1
  std::map<Key, std::size_t> closing;               // blocks of gears and of joints that close loops
  Unknowns out;
  out.blocks.assign(parts.bodies.size(), {per_body, 0});
  std::vector<std::size_t> block_of_tie;
  for (const auto& tie : parts.ties) {
    if (tie.role == TieRole::second_term) {
      block_of_tie.push_back(block_of_tie.back());
      continue;
    }
    const bool is_gear = tie.role == TieRole::first_term;
    const int child = is_gear ? -1 : connections.child(tie.first, tie.second);
    if (child >= 0) {
      block_of_tie.push_back(block_of_body[static_cast<std::size_t>(child)]);
    } else {
      const Key key{std::minmax(tie.first, tie.second), is_gear ? tie.row : -1};
      const auto [entry, is_new] = closing.try_emplace(key, out.blocks.size());
      if (is_new) out.blocks.push_back({0, 0});
      block_of_tie.push_back(entry->second);
    }
    out.blocks[block_of_tie.back()].joint += per_row * tie.rows();
  }
  auto& [body, row, second_row, size] = out.numbers;
  std::vector<int> next;  // next free unknown in the joint of each block
  for (std::size_t k = 0; k < out.blocks.size(); ++k) {
    next.push_back(size + out.blocks[k].body);
    size += out.blocks[k].body + out.blocks[k].joint;
  }
  for (const auto k : block_of_body) body.push_back(next[k] - per_body);
  for (std::size_t n = 0; n < parts.ties.size(); ++n)
    for (int i = 0; i < parts.ties[n].rows() && parts.ties[n].role != TieRole::second_term; ++i) {
      int& free = next[block_of_tie[n]];
      row.push_back(free);
      second_row.push_back(free + 1);
      free += per_row;
    }
  return out;
}

template <class T, class Entry>
MultibodyFactors<T, Entry>::MultibodyFactors(const Assembly<T>& parts, LinearSolver solver, bool can_stabilise)
    : scales(parts) {
  if (solver == LinearSolver::dense) {
    const int nv = 6 * parts.places(), nl = parts.rows;
    dense.emplace(Dense{
        {nv, nl, can_stabilise, parts.nonholonomic_rows}, {nv, nl}, zeros<Mat<T>>(nl, nv), zeros<Mat<T>>(nl, nv)});
    return;
  }
  plain.emplace(sparse<6>(parts, solver, false));
  if (can_stabilise) stabilised.emplace(sparse<12>(parts, solver, true));
  z = zeros<Vec<Entry>>(can_stabilise ? stabilised->numbers.size : plain->numbers.size);
}

template <class T, class Entry>
template <int body>
auto MultibodyFactors<T, Entry>::sparse(const Assembly<T>& parts, LinearSolver solver, bool is_stabilised)
    -> Sparse<body> {
  auto unknowns = unknowns_of(parts, body, is_stabilised ? 2 : 1);
  const std::vector<BodyState<T>> states(static_cast<std::size_t>(parts.places()));
  const std::vector<CarriedMoves<T>> carried(parts.sections.size());
  const auto a = zeros<Vec<T>>(6 * parts.count()), lambda = zeros<Vec<T>>(parts.rows);
  Instant<T> anywhere{T(0), T(0), states, states, &a, &lambda};
  anywhere.carried = &carried;
  EntryList entries;
  const Blend<Entry> any{.mass = Entry(1), .stabilised = is_stabilised};
  BlendAssembly<T, Entry, EntryList>(parts, unknowns.numbers, anywhere, any, entries).add_all();
  return {std::move(unknowns.numbers), {solver, std::move(unknowns.blocks), std::move(entries)}};
}

template <class T, class Entry>
bool MultibodyFactors<T, Entry>::factor(const Assembly<T>& parts, const Instant<T>& instant, const Blend<Entry>& b) {
  if (dense) return factor_dense(parts, instant, b);
  of_sections = b.mass + b.identity;
  if (!parts.sections.empty() && of_sections == Entry(0)) return false;
  const auto with = [&](auto& sparse) {
    if (!scales.is_plain()) {
      scales.fill(sparse.numbers, instant.momenta != nullptr, b.stabilised, row_scales, column_scales);
      sparse.factors.scale(row_scales, column_scales);
    }
    return sparse.factors.factor([&](EntrySums<Entry>& sums) {
      BlendAssembly<T, Entry, EntrySums<Entry>>(parts, sparse.numbers, instant, b, sums).add_all();
    });
  };
  return b.stabilised ? with(*stabilised) : with(*plain);
}

template <class T, class Entry>
bool MultibodyFactors<T, Entry>::factor_dense(const Assembly<T>& parts, const Instant<T>& instant,
                                              const Blend<Entry>& b) {
  const Needs needs = {.curvature = b.stiffness != Entry(0) || b.mu_force != Entry(0),
                       .rate = b.rate != Entry(0) || b.mu_rate != Entry(0) ||
                               (parts.nonholonomic_rows != 0 && b.rate_of_velocity != Entry(0)),
                       .by_v = b.by_v != Entry(0),
                       .by_q = b.by_q != Entry(0),
                       .positions = true};
  fill_blocks(parts, instant, needs, dense->blocks, dense->rows, dense->positions);
  dense->momenta = instant.momenta != nullptr;
  dense->is_scaled = !scales.is_plain() && !b.stabilised && b.identity == Entry(0);
  if (dense->is_scaled) scale_blocks();
  return dense->factors.factor(dense->blocks, dense->rows, dense->positions, b);
}

template <class T, class Entry>
void MultibodyFactors<T, Entry>::scale_blocks() {
  auto& at = dense->blocks;
  for (Eigen::Index j = 0; j < at.mass.cols(); ++j) {
    const double column = scales.column(static_cast<int>(j), dense->momenta);
    for (Eigen::Index i = 0; i < at.mass.rows(); ++i) {
      const T by(scales.row(static_cast<int>(i)) * column);
      for (auto* block : {&at.mass, &at.damping, &at.stiffness}) (*block)(i, j) *= by;
    }
    for (Eigen::Index k = 0; k < at.jacobian.rows(); ++k) {
      const double of_row = scales.of_constraint(static_cast<int>(k));
      at.jacobian(k, j) *= T(of_row * scales.row(static_cast<int>(j)));  // used as Gᵀ, so scaled as rows of velocities
      for (auto* block : {&at.rate_by_q, &at.acceleration_by_q, &at.acceleration_by_v, &dense->rows, &dense->positions})
        (*block)(k, j) *= T(of_row * column);
    }
  }
}

template <class T, class Entry>
template <class Row, class Constraint>
void MultibodyFactors<T, Entry>::scale_vectors(Row row, Constraint constraint, Vec<Entry>& w, Vec<Entry>& e) {
  for (Eigen::Index i = 0; i < w.size(); ++i) w[i] *= T(row(static_cast<int>(i)));
  for (Eigen::Index k = 0; k < e.size(); ++k) e[k] *= T(constraint(static_cast<int>(k)));
}

template <class T, class Entry>
void MultibodyFactors<T, Entry>::solve_sections(Vec<Entry>& w) const {
  for (Eigen::Index i = 6 * static_cast<Eigen::Index>(plain->numbers.body.size()); i < w.size(); ++i)
    w[i] /= of_sections;
}

template <class T, class Entry>
void MultibodyFactors<T, Entry>::solve(Vec<Entry>& w, Vec<Entry>& e) {
  if (dense) {
    const auto of_constraint = [&](int k) { return scales.of_constraint(k); };
    if (dense->is_scaled) scale_vectors([&](int i) { return scales.row(i); }, of_constraint, w, e);
    dense->factors.solve(w, e);
    if (dense->is_scaled) scale_vectors([&](int i) { return scales.column(i, dense->momenta); }, of_constraint, w, e);
    return;
  }
  put(plain->numbers, w, e, z);
  plain->factors.solve(z.data());
  take(plain->numbers, z, w, e);
  solve_sections(w);
}

template <class T, class Entry>
void MultibodyFactors<T, Entry>::solve(Vec<Entry>& w, Vec<Entry>& e, Vec<Entry>& mu) {
  if (dense) return dense->factors.solve(w, e, mu);
  const auto& at = stabilised->numbers;
  put(at, w, e, z);
  for (const int first : at.body)
    for (int i = 6; i < 12; ++i) z[first + i] = Entry(0);
  for (std::size_t r = 0; r < at.row.size(); ++r) z[at.second_row[r]] = mu[static_cast<Eigen::Index>(r)];
  stabilised->factors.solve(z.data());
  take(at, z, w, e);
  solve_sections(w);
  for (std::size_t r = 0; r < at.row.size(); ++r) mu[static_cast<Eigen::Index>(r)] = z[at.second_row[r]];
}

namespace {

template <class T>
EntryList entries_of_inertia(const Assembly<T>& parts, const Numbering& numbers) {
  EntryList out;
  add_inertia(parts, numbers, std::vector<BodyState<T>>(parts.bodies.size()), T(0), out);
  return out;
}

// Stores the values of added entries in order. Their positions are known from the first assembly.
template <class T>
struct EntryValues {
  T* next;
  void add(int, int, const T& x) { *next++ = x; }
};

}  // namespace

template <class T>
InertiaFactors<T>::InertiaFactors(const Assembly<T>& parts, LinearSolver solver)
    : unknowns(unknowns_of(parts, 6, 1)),
      entries(entries_of_inertia(parts, unknowns.numbers)),
      factors(solver, unknowns.blocks, entries),
      values(refines ? entries.places.size() : 0),
      z(zeros<Vec<T>>(unknowns.numbers.size)),
      right(z),
      residual(z),
      correction(zeros<Vec<double>>(unknowns.numbers.size)) {
  if constexpr (refines) rough.emplace(solver, unknowns.blocks, entries);
  const NaturalScales scales(parts);
  scales.fill(unknowns.numbers, false, false, row_scales, column_scales);
  if (scales.is_plain()) return;
  factors.scale(row_scales, column_scales);
  if constexpr (refines) rough->scale(row_scales, column_scales);
}

template <class T>
bool InertiaFactors<T>::factor(const Assembly<T>& parts, const std::vector<BodyState<T>>& states, const T& t) {
  if constexpr (refines) {
    EntryValues<T> to{values.data()};
    add_inertia(parts, unknowns.numbers, states, t, to);
    is_rough = rough->factor(values);
    return is_rough || factor_values();
  } else {
    return factors.factor([&](EntrySums<T>& sums) { add_inertia(parts, unknowns.numbers, states, t, sums); });
  }
}

template <class T>
bool InertiaFactors<T>::factor_values() {
  is_rough = false;
  return factors.factor([this](EntrySums<T>& sums) {
    for (const T& value : values) sums.add(0, 0, value);
  });
}

// Computes residual ← right − matrix · z.
template <class T>
void InertiaFactors<T>::subtract_product() {
  residual = right;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto& [row, column] = entries.places[i];
    residual[row] -= values[i] * z[column];
  }
}

// Computes z by iterative refinement with the factors in double. Returns false if it does not converge fast enough.
template <class T>
bool InertiaFactors<T>::refine_roughly() {
  constexpr int most_changes = 6;
  constexpr double negligible = 1e-27;  // relative to the largest unknown; the next change is below rounding
  residual = right;
  clear(z);
  T before = std::numeric_limits<T>::infinity();
  for (int k = 0; k < most_changes; ++k) {
    T size = 0, change = 0, scale = 0;
    const auto at = [](const std::vector<double>& scales, Eigen::Index i) {
      return T(scales[static_cast<std::size_t>(i)]);
    };
    for (Eigen::Index i = 0; i < z.size(); ++i) scale = std::max<T>(scale, abs(residual[i]) * at(row_scales, i));
    if (scale == 0) return true;
    for (Eigen::Index i = 0; i < z.size(); ++i) correction[i] = static_cast<double>(residual[i] / scale);
    rough->solve(correction.data());
    for (Eigen::Index i = 0; i < z.size(); ++i) {
      const T by = scale * correction[i];
      z[i] += by;
      change = std::max<T>(change, abs(by) / at(column_scales, i));
      size = std::max<T>(size, abs(z[i]) / at(column_scales, i));
    }
    if (!(change <= T(1e-7) * before)) return false;
    if (change <= T(negligible) * size) return true;
    before = change;
    subtract_product();
  }
  return false;
}

template <class T>
void InertiaFactors<T>::refine() {
  subtract_product();
  factors.solve(residual.data());
  z += residual;
}

template <class T>
void InertiaFactors<T>::solve(Vec<T>& f, Vec<T>& e) {
  put(unknowns.numbers, f, e, z);
  if constexpr (refines) {
    right = z;
    if (!is_rough || !refine_roughly()) {
      z = right;
      if (is_rough && !factor_values()) z.setConstant(std::numeric_limits<T>::quiet_NaN());
      factors.solve(z.data());
      refine();
    }
  } else {
    factors.solve(z.data());
  }
  take(unknowns.numbers, z, f, e);
}

#define PLUMB_INSTANTIATE(T)                                                               \
  template void fill_blocks(const Assembly<T>&, const Instant<T>&, const Needs&,           \
                            Blocks<T, Eigen::Dynamic, Eigen::Dynamic>&, Mat<T>&, Mat<T>&); \
  template Topology topology_of(const Assembly<T>&);                                       \
  template Unknowns unknowns_of(const Assembly<T>&, int, int);                             \
  template class MultibodyFactors<T, T>;                                                   \
  template class MultibodyFactors<T, std::complex<T>>;                                     \
  template class InertiaFactors<T>;
PLUMB_EACH_SCALAR(PLUMB_INSTANTIATE)
#undef PLUMB_INSTANTIATE

}  // namespace plumb::mbs
