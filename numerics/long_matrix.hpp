#pragma once
// Matrices of numbers of 50 and 100 decimals.

#include "numerics/long_number.hpp"
#include "numerics/scalar.hpp"

template <int decimals>
struct Eigen::NumTraits<plumb::LongNumber<decimals>> : Eigen::GenericNumTraits<plumb::LongNumber<decimals>> {
  using Literal = double;
  enum { ReadCost = 1, AddCost = 4, MulCost = 8 };  // relative costs, as for Boost's number
  static int digits10() { return decimals; }
  static plumb::LongNumber<decimals> dummy_precision() { return 1000 * plumb::LongNumber<decimals>::epsilon(); }
};
template <int decimals, plumb::Arithmetic A, class Operation>
struct Eigen::ScalarBinaryOpTraits<plumb::LongNumber<decimals>, A, Operation> {
  using ReturnType = plumb::LongNumber<decimals>;
};
template <int decimals, plumb::Arithmetic A, class Operation>
struct Eigen::ScalarBinaryOpTraits<A, plumb::LongNumber<decimals>, Operation> {
  using ReturnType = plumb::LongNumber<decimals>;
};
