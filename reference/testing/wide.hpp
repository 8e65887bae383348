#pragma once
// Functions of a 50-digit scalar that models require in addition to arithmetic.

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

inline wide tanh(const wide& x) {
  static const wide e("2.71828182845904523536028747135266249775724709369995957496697");
  const wide power = pow(e, wide(2 * abs(x))), size = 1 - 2 / (power + 1);
  return x < 0 ? -size : size;
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
