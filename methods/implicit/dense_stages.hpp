#pragma once
// The Newton matrix of coupled stages of a small system, with one linearisation for each stage or one for all.

#include <optional>
#include <vector>

#include "methods/implicit/coupled_matrix.hpp"

namespace plumb {

template <class S, int stages>
class DenseStages {
 public:
  using T = typename S::Scalar;
  using Weights = Mat<T, stages>;

  DenseStages(S& system, const Weights& weights, bool one_linearisation)
      : s(system),
        alpha(weights),
        beta(weights * weights),
        blocks(one_linearisation ? 1 : static_cast<std::size_t>(weights.rows()),
               BlocksOf<S>(system.sizes().v, system.sizes().lambda)),
        matrix(shape_of(system), static_cast<int>(weights.rows())) {
    if (system.vector_space() || one_linearisation) return;
    derivatives.assign(blocks.size(), ChartBlocksOf<S>(system.sizes().v));
    charts.emplace(system.sizes().v, static_cast<int>(weights.rows()));
  }

  /// Factorises with one linearisation for all stages. Returns false if the matrix is singular.
  bool factor(const T& t, const T& h, const typename S::State& x) {
    s.blocks(t, x, blocks[0]);
    return matrix.factor(h, alpha, beta, [&](int) -> const BlocksOf<S>& { return blocks[0]; });
  }

  /// Sets the linearisation of stage i. It must be called for every stage before factor(h).
  void linearise(int i, const T& t, const typename S::State& x, const typename S::Q& centre, const typename S::V& theta,
                 const typename S::V& rate) {
    s.blocks(t, x, blocks[index(i)]);
    if (charts) s.chart_blocks(centre, theta, rate, derivatives[index(i)]);
  }
  bool factor(const T& h) {
    const auto of_stage = [&](int i) -> const BlocksOf<S>& { return blocks[index(i)]; };
    if (!charts) return matrix.factor(h, alpha, beta, of_stage);
    const auto chart = [&](int i) -> const ChartBlocksOf<S>& { return derivatives[index(i)]; };
    return charts->take(h, alpha, chart) && matrix.factor(h, alpha, beta, of_stage, &*charts);
  }

  template <class Units>
  void scale(const Units& units) {
    matrix.scale(units);
  }

  /// Turns residuals into increments, in place. Precondition: the last factor() succeeded.
  void solve(StageIncrement<S, stages>& z) { matrix.solve(z); }

 private:
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }

  S& s;
  Weights alpha, beta;
  std::vector<BlocksOf<S>> blocks;
  std::vector<ChartBlocksOf<S>> derivatives;
  std::optional<StageCharts<T>> charts;
  CoupledMatrix<S, stages> matrix;
};

}  // namespace plumb
