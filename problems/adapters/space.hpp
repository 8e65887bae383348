#pragma once
// The configuration space of a model. A model without a member type `Space` has n coordinates with q' = v. Otherwise
// the model derives from `Space`, which has the members of VectorSpace. `Space` may have apply_tangents(point, K),
// which computes K ← K N in a chart without a dense N and returns false if N is singular.

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

/// Replaces a ChartTangent if the space has no charts.
struct NoChart {
  explicit NoChart(int) {}
};

}  // namespace plumb
