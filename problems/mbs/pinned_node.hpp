#pragma once
// A node of a tree's matrix (tree_matrix.hpp) whose joint pins as many directions t of the body as it has multipliers
// and leaves the rest r free, factorised without a search for pivots:
//
//   [ B_tt  B_tr  C_t ]                C_t diagonal, R_t lower triangular, no zero on their diagonals
//   [ B_rt  B_rr  C_r ]
//   [ R_t   R_r   0   ]                S = B_rr − B_rt X − C_r Y,  X = R_t⁻¹ R_r,  Y = C_t⁻¹ (B_tr − B_tt X)
//
// A planar revolute joint that pins the origin of a body is one: C_t = 1, and R_t is 1 times the weight of the rows.

#include "numerics/lu.hpp"
#include "problems/mbs/tree_matrix.hpp"

namespace plumb {

template <class Scalar, int body, int joint>
class PinnedNode {
 public:
  static constexpr int width = body + joint, rest = body - joint;
  using Real = typename Eigen::NumTraits<Scalar>::Real;
  Mat<Scalar, width> matrix = identity<Mat<Scalar, width>>();  // filled by the caller, then factorised in place

  /// False: S is singular or lost in the rounding of its summands, or a diagonal of C_t or R_t is not of use.
  bool factor() {
    for (int i = 0; i < joint; ++i) {
      reaction[i] = reciprocal(matrix(i, body + i));
      row[i] = reciprocal(matrix(body + i, i));
    }
    for (int j = joint; j < body; ++j) {
      pin(&matrix(body, j));
      for (int l = 0; l < joint; ++l)
        for (int i = 0; i < joint; ++i) matrix(i, j) -= product(matrix(i, l), matrix(body + l, j));
      for (int i = 0; i < joint; ++i) matrix(i, j) = product(matrix(i, j), reaction[i]);
    }
    return factor_rest();
  }

  /// In place.
  template <class Z>
  void solve(Z& z) const {
    pin(&z[body]);
    for (int l = 0; l < joint; ++l)
      for (int i = 0; i < joint; ++i) z[i] -= product<Scalar>(matrix(i, l), z[body + l]);
    for (int i = 0; i < joint; ++i) z[i] = product<Scalar>(z[i], reaction[i]);
    Vec<Scalar, rest> r;
    for (int i = 0; i < rest; ++i) {
      r[i] = z[joint + i];
      for (int l = 0; l < joint; ++l)
        r[i] -= product<Scalar>(matrix(joint + i, l), z[body + l]) + product<Scalar>(matrix(joint + i, body + l), z[l]);
    }
    divide(r);
    for (int i = 0; i < joint; ++i) {
      Scalar t = z[body + i], multiplier = z[i];
      for (int j = 0; j < rest; ++j) {
        t -= product(matrix(body + i, joint + j), r[j]);
        multiplier -= product(matrix(i, joint + j), r[j]);
      }
      z[i] = t;
      z[body + i] = multiplier;
    }
    for (int i = 0; i < rest; ++i) z[joint + i] = r[i];
  }

 private:
  // x ← R_t⁻¹ x
  void pin(Scalar* x) const {
    for (int i = 0; i < joint; ++i) {
      for (int l = 0; l < i; ++l) x[i] -= product(matrix(body + i, l), x[l]);
      x[i] = product(x[i], row[i]);
    }
  }

  // |x|, or a number at most √2 times as large.
  static Real magnitude(const Scalar& x) {
    using std::abs;
    if constexpr (Eigen::NumTraits<Scalar>::IsComplex)
      return abs(x.real()) + abs(x.imag());
    else
      return abs(x);
  }

  bool factor_rest() {
    using std::isfinite;
    Real largest = 0;
    for (int j = 0; j < rest; ++j)
      for (int i = 0; i < rest; ++i) {
        Scalar sum = matrix(joint + i, joint + j);
        Real summands = magnitude(sum);
        for (int l = 0; l < joint; ++l) {
          const Scalar part = product(matrix(joint + i, l), matrix(body + l, joint + j)) +
                              product(matrix(joint + i, body + l), matrix(l, joint + j));
          sum -= part;
          summands += magnitude(part);
        }
        schur.matrix(i, j) = sum;
        if (!(summands <= largest)) largest = summands;
      }
    const Real lost = 4 * unit_roundoff<Real>() * largest;
    if constexpr (rest == 1) {
      const Scalar pivot = schur.matrix(0, 0);
      inverse = reciprocal(pivot);
      return isfinite(largest) && magnitude(pivot) > lost;
    } else {
      if (!schur.factor()) return false;
      for (int i = 0; i < rest; ++i)
        if (!(magnitude(schur.matrix(i, i)) > lost)) return false;
      return true;
    }
  }

  // r ← S⁻¹ r
  void divide(Vec<Scalar, rest>& r) const {
    if constexpr (rest == 1)
      r[0] = product(r[0], inverse);
    else
      schur.solve(r);
  }

  Vec<Scalar, joint> reaction, row;  // reciprocals of the diagonals of C_t and R_t
  Lu<Scalar, rest> schur{rest};      // S
  Scalar inverse = Scalar(1);        // of S where it is a number
};

}  // namespace plumb
