#pragma once
// Models in 50 decimal digits need this of a scalar beside its arithmetic.

#include <Eigen/LU>
#include <numbers>

#include "contract/exact_number.hpp"
#include "numerics/long_matrix.hpp"
#include "numerics/partial_lu.hpp"

namespace plumb {

using wide = Digits50;

template <>
inline wide number_from_text<wide>(std::string_view text) {
  return ExactNumber(text).in<wide>();
}

template <>
class LargePartialLu<wide> {
 public:
  Mat<wide> matrix;

  explicit LargePartialLu(int size) : matrix(size, size) {}
  bool factor() {
    lu.compute(matrix);
    return true;
  }
  void solve(const Vec<wide>& right, Vec<wide>& z) const { z = lu.solve(right); }

 private:
  Eigen::PartialPivLU<Mat<wide>> lu;
};

}  // namespace plumb

template <>
inline const plumb::wide std::numbers::pi_v<plumb::wide> = plumb::wide::pi();
