#pragma once
// Real Schur form A = U T Uᵀ of a small matrix: reflections to Hessenberg form, then the double shifts of Francis.
//
// In the order of operations of Eigen's RealSchur, and so with its bits: its templates take fifteen seconds to compile
// for every scalar, and these loops one.

#include "numerics/scalar.hpp"

namespace plumb {

template <class T>
class Schur {
 public:
  /// `with_basis`: U is wanted. `iterations`: at most so many for each row.
  Schur(const Mat<T>& a, bool with_basis, Eigen::Index iterations = 40);

  bool converged = true;
  Mat<T> t, u;  // T: blocks of one row, or of two with a pair of complex eigenvalues, on the diagonal; zeros below

 private:
  using Index = Eigen::Index;
  struct Shift {
    T last, before, product;  // entries of the last block: the diagonal, and the product beside it
  };

  void reduce_to_hessenberg();
  void iterate(Index iterations);
  Index first_of_block(Index last, const T& negligible) const;
  void split_pair(Index last);
  Shift shift(Index last, Index iteration);
  Index start_of_step(Index first, Index last, const Shift& by, T (&v)[3]) const;
  void step(Index first, Index begin, Index last, T (&v)[3]);
  void reflect(Index k, Index count, Index rows, const T* essential, const T& tau);

  Index n;
  bool with_u;
  T shifted = 0;  // sum of exceptional shifts
};

extern template class Schur<double>;
extern template class Schur<long double>;
extern template class Schur<quad>;

}  // namespace plumb
