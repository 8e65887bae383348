#pragma once
// The factorisation of a matrix that is a sum of many small matrices at fixed positions. The default is block
// elimination. A sparse LU with free pivoting is used if a pivot block is singular, or if the user selects it; a dense
// LU is used only if the user selects it.
//
// Every assembly must add its entries in the same order: once to a list of rows and columns (EntryList), afterwards to
// the array of values. Assembly costs one addition per entry.

#include <limits>
#include <new>
#include <optional>
#include <string_view>

#include "numerics/lu.hpp"
#include "problems/mbs/block_elimination.hpp"
#include "problems/mbs/sparse_lu.hpp"

namespace plumb {

enum class LinearSolver { tree, klu, dense };

/// The name of the solver for Scalar if `choice` is selected: "tree", "klu" or "dense".
template <class Scalar>
constexpr std::string_view solver_name(LinearSolver choice) {
  if (choice == LinearSolver::dense) return "dense";
  return choice == LinearSolver::klu && klu_supports<Scalar> ? "klu" : "tree";
}

/// Adds the entries of an assembly to an array of values, the k-th entry at index places[k]. All factorisations use
/// this type.
template <class Entry>
class EntrySums {
 public:
  /// Sets all `size` values to 0.
  EntrySums(Entry* first, std::size_t size, const int* places) : values(first), next(places) {
    std::fill_n(first, size, Entry(0));
  }
  void add(int, int, const Entry& x) { values[*next++] += x; }
  /// Adds scale · block, with six rows and columns; the columns of `block` are `stride` apart. Every factorisation
  /// stores the six entries of a column contiguously.
  template <class T>
  void add_six(int, int, const Entry& scale, const T* block, int stride) {
    for (int j = 0; j < 6; ++j, next += 6, block += stride) {
      Entry* const column = values + *next;
      Entry sums[6];  // all sums before the first store, two at a time
      for (int i = 0; i < 6; ++i) sums[i] = column[i] + scale * block[i];
      for (int i = 0; i < 6; ++i) column[i] = sums[i];
    }
  }

 private:
  Entry* values;
  const int* next;
};

/// `body` and `joint` are the sizes defined in BlockElimination.
template <class Entry, int body, int joint = Eigen::Dynamic>
class SparseFactors {
 public:
  /// KLU supports some scalars only (klu_supports); for other scalars `klu` falls back to `tree`.
  SparseFactors(LinearSolver solver, std::vector<PivotBlock> pivots, EntryList list)
      : blocks(std::move(pivots)), entries(std::move(list)) {
    if (solver == LinearSolver::dense)
      make_dense();
    else if (solver == LinearSolver::klu && klu_supports<Entry>)
      make_free_pivots();
    else
      elimination.emplace(EliminationPlan(blocks, entries));
  }

  /// Sets the scales of rows and columns, powers of two, for all later factorisations. Solutions refer to the unscaled
  /// matrices.
  void scale(const std::vector<double>& rows, const std::vector<double>& columns) {
    row_scales = rows;
    column_scales = columns;
  }

  /// Factorises the matrix whose entries assemble(EntrySums<Entry>&) adds. `assemble` is called a second time if a
  /// pivot block or the dense matrix is singular. Returns false if the matrix is singular.
  template <class Assemble>
  bool factor(Assemble assemble) {
    const auto sum = [&](Entry* values, std::size_t size, const int* places) {
      EntrySums<Entry> sums(values, size, places);
      assemble(sums);
      if (!row_scales.empty()) scale_values(values, size, places);
    };
    if (dense)
      return dense->factor(
          [&] { sum(dense->matrix.data(), static_cast<std::size_t>(dense->matrix.size()), dense_places.data()); });
    if (elimination) {
      sum(elimination->values().data(), elimination->values().size(), elimination->places().data());
      eliminated = elimination->factor();
      if (eliminated) return true;
      make_free_pivots();
    }
    if constexpr (has_sparse_lu<Entry>) {
      sum(free_pivots->values().data(), free_pivots->values().size(), free_pivots->places().data());
      return free_pivots->factor();
    }
    return false;
  }
  /// Solves in place. Precondition: the last factor() succeeded.
  void solve(Entry* z) {
    scale_vector(row_scales, z);
    solve_scaled(z);
    scale_vector(column_scales, z);
  }

 private:
  using Real = typename Eigen::NumTraits<Entry>::Real;

  static void scale_vector(const std::vector<double>& scales, Entry* z) {
    for (std::size_t i = 0; i < scales.size(); ++i) z[i] *= Real(scales[i]);
  }
  // Scales each value once, although several entries may have been added to it.
  void scale_values(Entry* values, std::size_t size, const int* places) {
    is_scaled.assign(size, 0);
    for (std::size_t i = 0; i < entries.places.size(); ++i) {
      const auto value = static_cast<std::size_t>(places[i]);
      const auto& [row, column] = entries.places[i];
      if (!is_scaled[value])
        values[value] *=
            Real(row_scales[static_cast<std::size_t>(row)] * column_scales[static_cast<std::size_t>(column)]);
      is_scaled[value] = 1;
    }
  }
  void solve_scaled(Entry* z) {
    if (dense) {
      Eigen::Map<Vec<Entry>> all(z, dense->matrix.rows());
      dense->solve(all);
    } else if (eliminated) {
      elimination->solve(z);
    } else if constexpr (has_sparse_lu<Entry>) {
      free_pivots->solve(z);
    }
  }

  int unknowns() const {
    int sum = 0;
    for (const auto& block : blocks) sum += block.body + block.joint;
    return sum;
  }
  void make_free_pivots() {
    if constexpr (has_sparse_lu<Entry>)
      if (!free_pivots) free_pivots.emplace(unknowns(), entries);
  }
  void make_dense() {
    const int n = unknowns();
    if (n > std::numeric_limits<int>::max() / std::max(n, 1)) throw std::bad_alloc();  // indices are int
    dense.emplace(n);
    for (const auto& [row, column] : entries.places) dense_places.push_back(row + n * column);
  }

  std::vector<PivotBlock> blocks;
  EntryList entries;
  std::optional<BlockElimination<Entry, body, joint>> elimination;
  std::optional<std::conditional_t<has_sparse_lu<Entry>, SparseLu<Entry>, bool>> free_pivots;
  std::optional<Lu<Entry>> dense;
  std::vector<int> dense_places;
  std::vector<double> row_scales, column_scales;  // scaling factors; empty: 1
  std::vector<char> is_scaled;                    // workspace of scale_values(): one flag for each value
  bool eliminated = false;
};

}  // namespace plumb
