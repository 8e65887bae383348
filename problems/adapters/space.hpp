#pragma once
// The space that a model's configuration lives in: what its member type `Space` says, which it derives from and which
// offers what VectorSpace does for others; n coordinates with q' = v if it says nothing. Where it offers
// apply_tangents(point, K), K ← K N in a chart (false: N is singular), it is asked instead of a dense N.

#include "contract/vector_space.hpp"

namespace plumb {

template <class Model, int n>
struct SpaceOf {
  using type = VectorSpace<Vec<typename Model::Scalar, n>>;
  static constexpr int coordinates = n;
  static constexpr bool curved = false;
  static type of(const Model&) { return {}; }
};

template <class Model, int n>
requires requires { typename Model::Space; }
struct SpaceOf<Model, n> {
  using type = typename Model::Space;
  static constexpr int coordinates = type::Q::RowsAtCompileTime;
  static constexpr bool curved = true;
  static type of(const Model& model) { return model; }
};

/// Stands in for a ChartTangent where the space has none.
struct NoChart {
  explicit NoChart(int) {}
};

}  // namespace plumb
