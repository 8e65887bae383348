#pragma once
// Sparse LU factorisation by KLU of SuiteSparse: analysed once, then factorised again and again on the same pattern.
//
// Source: Davis & Palamadai Natarajan 2010, Algorithm 907: KLU, ACM TOMS 37(3), 36.

#include <complex>
#include <memory>
#include <vector>

namespace plumb {

/// A square matrix by columns: the rows of column j are rows[starts[j]] .. rows[starts[j + 1] − 1].
struct SparsePattern {
  std::vector<int> starts, rows;
  int size() const { return static_cast<int>(starts.size()) - 1; }
};

/// Scalar: double or std::complex<double>. A copy has the same pattern and no factors yet.
template <class Scalar>
class Klu {
 public:
  /// Throws std::invalid_argument if that is no pattern of a square matrix.
  explicit Klu(SparsePattern pattern);
  Klu(const Klu& other);
  Klu(Klu&&) noexcept;
  Klu& operator=(Klu other) noexcept;
  ~Klu();

  /// In the order of the pattern's rows; filled by the caller.
  Scalar* values() { return entries.data(); }
  /// Keeps the order of the pivots while they stay large enough, else chooses it anew, which allocates. False:
  /// singular.
  bool factor();
  /// In place. Precondition: the last factor() succeeded.
  void solve(Scalar* z);
  /// How often the order of the pivots was chosen.
  long pivotings() const { return chosen; }

 private:
  struct Handle;
  bool choose_pivots();

  SparsePattern pattern;
  std::vector<Scalar> entries;
  std::unique_ptr<Handle> handle;
  double first_ratio = 0;  // of the smallest to the largest pivot, when their order was chosen
  long chosen = 0;
};

extern template class Klu<double>;
extern template class Klu<std::complex<double>>;

}  // namespace plumb
