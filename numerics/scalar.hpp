#pragma once
// The three working precisions, the arithmetic of double-doubles, and the vector shapes built on them.
//
// Eigen vectors have a fixed size if a system's dimension is a compile-time constant, and a dynamic size otherwise.

#include <Eigen/Core>
#include <algorithm>
#include <limits>
#include <string_view>

#include "numerics/double_double.hpp"
#include "numerics/quad.hpp"

template <>
struct Eigen::NumTraits<plumb::quad> : Eigen::GenericNumTraits<plumb::quad> {
  using Literal = double;
  enum { ReadCost = 1, AddCost = 4, MulCost = 8 };  // relative costs, as for Boost's number
  static int digits10() { return std::numeric_limits<plumb::quad>::digits10; }
  static plumb::quad dummy_precision() { return 1000 * epsilon(); }
};
template <>
struct Eigen::NumTraits<plumb::double_double> : Eigen::GenericNumTraits<plumb::double_double> {
  using Literal = double;
  enum { ReadCost = 1, AddCost = 4, MulCost = 8 };
  static int digits10() { return std::numeric_limits<plumb::double_double>::digits10; }
  static plumb::double_double dummy_precision() { return 1000 * epsilon(); }
};
template <plumb::Arithmetic A, class Operation>
struct Eigen::ScalarBinaryOpTraits<plumb::double_double, A, Operation> {
  using ReturnType = plumb::double_double;
};
template <plumb::Arithmetic A, class Operation>
struct Eigen::ScalarBinaryOpTraits<A, plumb::double_double, Operation> {
  using ReturnType = plumb::double_double;
};
template <plumb::Arithmetic A, class Operation>
struct Eigen::ScalarBinaryOpTraits<plumb::quad, A, Operation> {
  using ReturnType = plumb::quad;
};
template <plumb::Arithmetic A, class Operation>
struct Eigen::ScalarBinaryOpTraits<A, plumb::quad, Operation> {
  using ReturnType = plumb::quad;
};

namespace plumb {

template <class T, int N = Eigen::Dynamic>
using Vec = Eigen::Matrix<T, N, 1>;
template <class T, int R = Eigen::Dynamic, int C = R>
using Mat = Eigen::Matrix<T, R, C>;

// These functions avoid Eigen expressions: each expression type is a class with hundreds of members that must be
// compiled for every scalar and size.

/// Sets all entries of a matrix or vector to 0.
template <class M>
void clear(M& m) {
  std::fill_n(m.data(), m.size(), typename M::Scalar(0));
}
/// Returns a matrix or vector of zeros. `rows` and `columns` are needed only if the type M leaves them dynamic.
template <class M>
M zeros(Eigen::Index rows = M::RowsAtCompileTime, Eigen::Index columns = M::ColsAtCompileTime) {
  M out;
  out.resize(rows, columns);
  clear(out);
  return out;
}
/// Returns the unit matrix. `size` is needed only if the type M leaves it dynamic.
template <class M>
M identity(Eigen::Index size = M::RowsAtCompileTime) {
  M out = zeros<M>(size, size);
  for (Eigen::Index i = 0; i < size; ++i) out(i, i) = typename M::Scalar(1);
  return out;
}

enum class Precision { double_, long_, quad_ };

/// Returns the unit roundoff u = eps/2 of a scalar type.
template <class T>
T unit_roundoff() {
  return std::numeric_limits<T>::epsilon() / 2;
}

/// Returns the name of a scalar type for `--precision`: double, long, quad.
constexpr std::string_view precision_name(Precision p) {
  return p == Precision::double_ ? "double" : p == Precision::long_ ? "long" : "quad";
}

}  // namespace plumb
