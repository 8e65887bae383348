#pragma once
// The factors of Newton matrices of adapters that add derivatives to the matrix of another system.

#include "contract/erasure.hpp"
#include "problems/adapters/dense_factors.hpp"

namespace plumb {

/// `whole` if the matrix contains the derivatives of the adapter, otherwise `plain`, the factors of the other system.
template <class Entry>
struct PlainOrWholeFactors {
  Opaque plain;
  DenseFactors<Entry, Eigen::Dynamic, Eigen::Dynamic> whole;
  bool is_whole = false;
};

}  // namespace plumb
