#pragma once
// A matrix of quads that is multiplied with many vectors. The entries of matrix and vector are stored as integers of
// 120 bits, so a product of two entries needs three integer multiplications; a product in quad is a function call with
// tens of operations.
//
//   x = (h + l 2^-60) u,   |h| < 2^60,   u a power of 2 for each row, and one for the vector
//   Σ m x = Σ (h_m h_x + (h_m l_x + l_m h_x) 2^-60) u_m u_x
//
// The sums are exact. The omitted terms are below 2^-114 of the largest entries of row and vector for each term, and
// the result is rounded once.

#include <cstdint>
#include <span>
#include <vector>

#include "numerics/scalar.hpp"

namespace plumb {

class QuadMatrix {
 public:
  /// With more columns, a sum could overflow its 127 bits.
  static constexpr Eigen::Index most_columns = 60;

  /// Preconditions: m has at most `most_columns` columns, and its entries are finite.
  explicit QuadMatrix(const Mat<quad>& m);

  /// Computes `out` = m `in`; NaN if an entry of `in` is not finite. The spans must not overlap.
  void multiply(std::span<const quad> in, std::span<quad> out) const;

 private:
  struct Entry {
    std::int64_t high, low;
  };
  static int exponent_of_largest(std::span<const quad> x);
  static Entry entry(const quad& x, int exponent);

  std::size_t columns_;
  std::vector<Entry> entries_;  // entries, row by row
  std::vector<int> exponents_;  // exponent of each row: |x| < 2^exponent
};

}  // namespace plumb
