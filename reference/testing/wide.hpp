#pragma once
// Models in 50 decimal digits: what they need of a scalar beside its arithmetic.

#include <Eigen/LU>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <boost/multiprecision/eigen.hpp>
#include <numbers>

#include "contract/exact_number.hpp"
#include "numerics/partial_lu.hpp"
#include "numerics/wide.hpp"

namespace plumb {

namespace mp = boost::multiprecision;
/// Without expression templates, as which Eigen and the models' `auto` would take sums of it.
using wide = mp::number<mp::cpp_bin_float_50::backend_type, mp::et_off>;

template <>
inline wide number_from_text<wide>(std::string_view text) {
  return wide(ExactNumber(text).in<mp::cpp_bin_float_50>());
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
inline const plumb::wide std::numbers::pi_v<plumb::wide> = boost::math::constants::pi<plumb::wide>();
