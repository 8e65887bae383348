#pragma once
// The matrices of a mechanism, factorised as sparse ones (blend_assembly.hpp), or dense.

#include <optional>

#include "problems/adapters/dense_factors.hpp"
#include "problems/mbs/blend_assembly.hpp"
#include "problems/mbs/entry_factors.hpp"
#include "problems/mbs/sparse_factors.hpp"
#include "problems/mbs/topology.hpp"

namespace plumb::mbs {

/// Dense blocks. Those by q have their N; what is not needed stays as it is.
template <class T>
void fill_blocks(const Assembly<T>& parts, const Instant<T>& now, const Needs& needs,
                 Blocks<T, Eigen::Dynamic, Eigen::Dynamic>& out, Mat<T>& rows, Mat<T>& positions);
extern template void fill_blocks(const Assembly<double>&, const Instant<double>&, const Needs&,
                                 Blocks<double, Eigen::Dynamic, Eigen::Dynamic>&, Mat<double>&, Mat<double>&);
extern template void fill_blocks(const Assembly<long double>&, const Instant<long double>&, const Needs&,
                                 Blocks<long double, Eigen::Dynamic, Eigen::Dynamic>&, Mat<long double>&,
                                 Mat<long double>&);
extern template void fill_blocks(const Assembly<quad>&, const Instant<quad>&, const Needs&,
                                 Blocks<quad, Eigen::Dynamic, Eigen::Dynamic>&, Mat<quad>&, Mat<quad>&);

/// Of the joints.
template <class T>
Topology topology_of(const Assembly<T>& parts);
extern template Topology topology_of(const Assembly<double>&);
extern template Topology topology_of(const Assembly<long double>&);
extern template Topology topology_of(const Assembly<quad>&);

/// Unknowns of a sparse matrix: those of bodies with their joints, behind them those of joints that close loops.
struct Unknowns {
  Numbering numbers;
  std::vector<PivotBlock> blocks;
};
/// `per_body` of a body, `per_row` of a row of Φ.
template <class T>
Unknowns unknowns_of(const Assembly<T>& parts, int per_body, int per_row);

/// Of any blend.
template <class T, class Entry>
class MultibodyFactors {
 public:
  MultibodyFactors(const Assembly<T>& parts, LinearSolver solver, bool can_stabilise);

  /// False: singular.
  bool factor(const Assembly<T>& parts, const Instant<T>& now, const Blend<Entry>& b);
  void solve(Vec<Entry>& w, Vec<Entry>& e);
  void solve(Vec<Entry>& w, Vec<Entry>& e, Vec<Entry>& mu);

 private:
  struct Dense {
    DenseFactors<Entry, Eigen::Dynamic, Eigen::Dynamic> factors;
    Blocks<T, Eigen::Dynamic, Eigen::Dynamic> blocks;
    Mat<T> rows, positions;
  };
  template <int body>
  struct Sparse {
    Numbering numbers;
    SparseFactors<Entry, body> factors;
  };
  bool factor_dense(const Assembly<T>& parts, const Instant<T>& now, const Blend<Entry>& b);
  void solve_sections(Vec<Entry>& w) const;
  template <int body>
  static Sparse<body> sparse(const Assembly<T>& parts, LinearSolver solver, bool is_stabilised);

  std::optional<Dense> dense;
  std::optional<Sparse<6>> plain;
  std::optional<Sparse<12>> stabilised;
  Vec<Entry> z;
  Entry of_sections = Entry(1);  // the pivot of each of their velocities, with which nothing else is coupled
};

/// Of [M Gᵀ; G 0]. In quad, where references ask for all digits, solutions are refined: those of factors in double,
/// which cost next to nothing beside a residual, until nothing changes; where these are too rough, those of factors in
/// quad, once.
template <class T>
class InertiaFactors {
 public:
  InertiaFactors(const Assembly<T>& parts, LinearSolver solver);

  /// At the states. False: singular.
  bool factor(const Assembly<T>& parts, const std::vector<BodyState<T>>& states, const T& t);
  /// (w, λ) in place of (f, e). Precondition: the last factor() succeeded.
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
  std::optional<EntryFactors> rough;  // of the same matrix
  bool is_rough = false;              // was it factorised in double alone?
  std::vector<T> values;              // of the entries
  Vec<T> z, right, residual;
  Vec<double> correction;
};

extern template class InertiaFactors<double>;
extern template class InertiaFactors<long double>;
extern template class InertiaFactors<quad>;

}  // namespace plumb::mbs
