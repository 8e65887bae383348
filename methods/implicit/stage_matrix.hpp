#pragma once
// The Newton matrix of the stages, in one of three representations. A single stage is solved by a factorisation of the
// system. Several coupled stages are solved by their dense matrix or, after the transformation to eigenvectors, by one
// factorisation of the system for each eigenvalue. Systems without dense blocks are always transformed.

#include <optional>

#include "methods/implicit/dense_stages.hpp"
#include "methods/implicit/newton_mode.hpp"
#include "methods/implicit/one_stage_matrix.hpp"
#include "methods/implicit/transformed_matrix.hpp"

namespace plumb {

/// Exactly one of the three members has a value. Members that cannot have one are excluded at compile time.
template <class S, int stages>
struct StageMatrix {
  using Weights = Mat<typename S::Scalar, stages>;
  static constexpr bool one_by_one = stages == 1;
  static constexpr bool may_be_dense = !one_by_one && OffersBlocks<S>;

  StageMatrix(S& system, NewtonMode mode, const Weights& weights) {
    if constexpr (one_by_one) {
      single.emplace(system);
    } else {
      if constexpr (may_be_dense)
        if (mode != NewtonMode::transformed && offers_blocks(system))
          dense.emplace(system, weights, mode == NewtonMode::simplified);
      if (!dense) transformed.emplace(system, weights);
    }
  }

  /// Returns false if the weights must be block-diagonalised and this is impossible.
  bool available() const {
    if constexpr (!one_by_one) return !transformed || transformed->available();
    return true;
  }

  /// Sets the units in which dense matrices are factorised; other matrices are scaled by the system.
  template <class Units>
  void scale(const Units& units) {
    if constexpr (may_be_dense)
      if (dense) dense->scale(units);
  }

  /// Turns residuals into increments, in place. Precondition: the last factorisation succeeded.
  void solve(StageIncrement<S, stages>& z, Counters& counters) {
    if constexpr (one_by_one) {
      single->solve(z);
    } else {
      if constexpr (may_be_dense)
        if (dense) {
          ++*counters.linear_solves;
          return dense->solve(z);
        }
      transformed->solve(z);
    }
  }

 private:
  struct Nothing {};
  template <bool used, class Matrix>
  using Maybe = std::conditional_t<used, std::optional<Matrix>, std::optional<Nothing>>;

 public:
  Maybe<one_by_one, OneStageMatrix<S>> single;
  Maybe<!one_by_one, TransformedMatrix<S, stages>> transformed;
  Maybe<may_be_dense, DenseStages<S, stages>> dense;
};

}  // namespace plumb
