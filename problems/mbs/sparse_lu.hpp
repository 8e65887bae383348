#pragma once
// Sparse LU factorisation with free pivoting: KLU in double, Eigen's SparseLU in quad for all other scalars.
//
// Pivots are chosen anew for every matrix, so solutions do not depend on earlier factorisations. Every factorisation
// allocates memory.
//
// Source: Davis & Palamadai Natarajan 2010, Algorithm 907: KLU, ACM TOMS 37(3), 36.

#include <complex>
#include <memory>
#include <vector>

#include "numerics/scalar.hpp"
#include "problems/mbs/elimination_plan.hpp"

namespace plumb {

/// Whether KLU supports this scalar: double only, real or complex.
template <class Scalar>
inline constexpr bool klu_supports = std::is_same_v<Scalar, double> || std::is_same_v<Scalar, std::complex<double>>;

/// Whether SparseLu is compiled for this scalar: double, long double and quad, real and complex.
template <class Scalar>
inline constexpr bool has_sparse_lu =
    klu_supports<Scalar> || std::is_same_v<Scalar, long double> || std::is_same_v<Scalar, std::complex<long double>> ||
    std::is_same_v<Scalar, quad> || std::is_same_v<Scalar, std::complex<quad>>;

/// The sparsity pattern of a square matrix, by columns (CSC): column j has entries in the rows
/// rows[starts[j]] .. rows[starts[j + 1] − 1].
struct SparsePattern {
  std::vector<int> starts, rows;
  std::vector<int> places;  // for each added entry, in order: its index in the array of values

  SparsePattern(int size, const EntryList& entries);
  int size() const { return static_cast<int>(starts.size()) - 1; }
};

template <class Scalar>
class SparseLu {
 public:
  SparseLu(int size, const EntryList& entries);
  /// Copies the matrix without its factors: factor() must be called before solve().
  SparseLu(const SparseLu& other);
  SparseLu(SparseLu&&) noexcept;
  SparseLu& operator=(SparseLu other) noexcept;
  ~SparseLu();

  /// The array of values, to which the caller must add all entries before factor(): the k-th addition at index
  /// places()[k].
  std::vector<Scalar>& values() { return entries; }
  const std::vector<int>& places() const { return pattern.places; }
  /// Factorises the values. Returns false if the matrix is singular.
  bool factor();
  /// Solves in place. Precondition: the last factor() succeeded.
  void solve(Scalar* z);

 private:
  using Real = typename Eigen::NumTraits<Scalar>::Real;
  struct Handle;

  void scale();
  template <class IndexOf>
  void scale_by(IndexOf index, std::vector<double>& scales);
  static void multiply(Scalar* z, const std::vector<double>& scales);

  SparsePattern pattern;
  std::vector<Scalar> entries;
  std::vector<double> row_scales, column_scales;  // scaling factors; empty: 1
  std::unique_ptr<Handle> handle;
};

extern template class SparseLu<double>;
extern template class SparseLu<long double>;
extern template class SparseLu<quad>;
extern template class SparseLu<std::complex<double>>;
extern template class SparseLu<std::complex<long double>>;
extern template class SparseLu<std::complex<quad>>;

}  // namespace plumb
