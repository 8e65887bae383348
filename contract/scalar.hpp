#pragma once
// The three working precisions and the vector shapes built on them.
//
// `quad` is IEEE binary128 (113 bits, about 34 digits). Eigen vectors are fixed-size where a system
// knows its dimension at compile time and dynamic where it does not.

#include <boost/multiprecision/eigen.hpp>
#include <boost/multiprecision/float128.hpp>

#include <Eigen/Core>
#include <limits>
#include <string_view>

namespace plumb {

using quad = boost::multiprecision::float128;

template <class T, int N = Eigen::Dynamic>
using Vec = Eigen::Matrix<T, N, 1>;
template <class T, int R = Eigen::Dynamic, int C = R>
using Mat = Eigen::Matrix<T, R, C>;

enum class Precision { double_, long_, quad_ };

/// Unit roundoff u = eps/2 of a scalar type.
template <class T>
T unit_roundoff() {
  return std::numeric_limits<T>::epsilon() / 2;
}

/// Name of a scalar type as `--precision` takes it: double, long, quad.
constexpr std::string_view precision_name(Precision p) {
  return p == Precision::double_ ? "double" : p == Precision::long_ ? "long" : "quad";
}

}  // namespace plumb
