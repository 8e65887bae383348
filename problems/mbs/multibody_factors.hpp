#pragma once
// Factorises the matrices of a mechanism as sparse matrices (blend_assembly.hpp) or as dense matrices.

#include <optional>

#include "problems/adapters/dense_factors.hpp"
#include "problems/mbs/blend_assembly.hpp"
#include "problems/mbs/entry_factors.hpp"
#include "problems/mbs/natural_scales.hpp"
#include "problems/mbs/sparse_factors.hpp"
#include "problems/mbs/topology.hpp"

namespace plumb::mbs {

/// Computes the dense blocks in `needs`, and leaves all others unchanged. Derivatives with respect to q include the
/// factor N (chart_tangent.hpp).
template <class T>
void fill_blocks(const Assembly<T>& parts, const Instant<T>& instant, const Needs& needs,
                 Blocks<T, Eigen::Dynamic, Eigen::Dynamic>& out, Mat<T>& rows, Mat<T>& positions);
extern template void fill_blocks(const Assembly<double>&, const Instant<double>&, const Needs&,
                                 Blocks<double, Eigen::Dynamic, Eigen::Dynamic>&, Mat<double>&, Mat<double>&);
extern template void fill_blocks(const Assembly<long double>&, const Instant<long double>&, const Needs&,
                                 Blocks<long double, Eigen::Dynamic, Eigen::Dynamic>&, Mat<long double>&,
                                 Mat<long double>&);
extern template void fill_blocks(const Assembly<quad>&, const Instant<quad>&, const Needs&,
                                 Blocks<quad, Eigen::Dynamic, Eigen::Dynamic>&, Mat<quad>&, Mat<quad>&);

/// Returns the spanning tree of the joints.
template <class T>
Topology topology_of(const Assembly<T>& parts);
extern template Topology topology_of(const Assembly<double>&);
extern template Topology topology_of(const Assembly<long double>&);
extern template Topology topology_of(const Assembly<quad>&);

/// The unknowns of a sparse matrix: first bodies with their joints, then joints that close loops.
struct Unknowns {
  Numbering numbers;
  std::vector<PivotBlock> blocks;
};
/// Numbers the unknowns: `per_body` for each body, and `per_row` for each row of Φ.
template <class T>
Unknowns unknowns_of(const Assembly<T>& parts, int per_body, int per_row);

/// Assembles and factorises the matrix of any blend (contract/system.hpp: a weighted sum of M, D, K and G).
template <class T, class Entry>
class MultibodyFactors {
 public:
  MultibodyFactors(const Assembly<T>& parts, LinearSolver solver, bool can_stabilise);

  /// Returns false if the matrix is singular.
  bool factor(const Assembly<T>& parts, const Instant<T>& instant, const Blend<Entry>& b);
  void solve(Vec<Entry>& w, Vec<Entry>& e);
  void solve(Vec<Entry>& w, Vec<Entry>& e, Vec<Entry>& mu);

 private:
  struct Dense {
    DenseFactors<Entry, Eigen::Dynamic, Eigen::Dynamic> factors;
    Blocks<T, Eigen::Dynamic, Eigen::Dynamic> blocks;
    Mat<T> rows, positions;
    bool is_scaled = false;  // whether the last matrix is scaled
    bool momenta = false;
  };
  template <int body>
  struct Sparse {
    Numbering numbers;
    SparseFactors<Entry, body> factors;
  };
  bool factor_dense(const Assembly<T>& parts, const Instant<T>& instant, const Blend<Entry>& b);
  void scale_blocks();
  template <class Row, class Constraint>
  static void scale_vectors(Row row, Constraint constraint, Vec<Entry>& w, Vec<Entry>& e);
  void solve_sections(Vec<Entry>& w) const;
  template <int body>
  static Sparse<body> sparse(const Assembly<T>& parts, LinearSolver solver, bool is_stabilised);

  NaturalScales scales;
  std::vector<double> row_scales, column_scales;  // scaling factors of the last sparse matrix; empty: 1
  std::optional<Dense> dense;
  std::optional<Sparse<6>> plain;
  std::optional<Sparse<12>> stabilised;
  Vec<Entry> z;
  Entry of_sections = Entry(1);  // diagonal entry of the velocities of sections, which have no other entries
};

/// The factorised matrix [M Gᵀ; G 0]. In quad, where references need full precision, solutions are improved by
/// iterative refinement. The matrix is factorised in double, which costs little compared with a residual in quad, and
/// refinement stops when the solution no longer changes. If double is not accurate enough, the matrix is factorised in
/// quad, and the solution is refined once.
template <class T>
class InertiaFactors {
 public:
  InertiaFactors(const Assembly<T>& parts, LinearSolver solver);

  /// Factorises the matrix at these states. Returns false if it is singular.
  bool factor(const Assembly<T>& parts, const std::vector<BodyState<T>>& states, const T& t);
  /// Overwrites (f, e) with the solution (w, λ). Precondition: the last factor() succeeded.
  void solve(Vec<T>& f, Vec<T>& e);

 private:
  static constexpr bool refines = std::is_same_v<T, quad>;
  bool factor_values();
  void subtract_product();
  bool refine_roughly();
  void refine();

  Unknowns unknowns;
  EntryList entries;
  SparseFactors<T, 6> factors;
  std::optional<EntryFactors> rough;              // factors of the same matrix in double
  bool is_rough = false;                          // true: only the factors in double are computed
  std::vector<T> values;                          // values of the entries
  std::vector<double> row_scales, column_scales;  // scaling factors of `unknowns`
  Vec<T> z, right, residual;
  Vec<double> correction;
};

extern template class InertiaFactors<double>;
extern template class InertiaFactors<long double>;
extern template class InertiaFactors<quad>;

}  // namespace plumb::mbs
