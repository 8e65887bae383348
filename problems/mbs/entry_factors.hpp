#pragma once
// Factors in double of a matrix with entries in quad, for solutions that are refined
// (multibody_factors.hpp).

#include <span>
#include <vector>

#include "numerics/quad.hpp"
#include "problems/mbs/sparse_factors.hpp"

namespace plumb::mbs {

class EntryFactors {
 public:
  EntryFactors(LinearSolver solver, std::vector<PivotBlock> blocks, EntryList entries);

  /// Sets the scales of rows and columns: see SparseFactors::scale.
  void scale(const std::vector<double>& rows, const std::vector<double>& columns) { factors.scale(rows, columns); }

  /// Factorises the sum of the entries: values[k] is the value at the position of the k-th entry. Returns false if the
  /// matrix is singular.
  bool factor(std::span<const quad> values);
  /// Solves in place. Precondition: the last factor() succeeded.
  void solve(double* z);

 private:
  SparseFactors<double, 6> factors;
};

}  // namespace plumb::mbs
