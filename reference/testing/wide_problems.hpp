#pragma once
// Problems of the catalogue in 50 digits, for tests of their references. They use the equations of the models, but
// initial values and embeddings are implemented independently.

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "contract/parameters.hpp"
#include "reference/testing/wide.hpp"

namespace plumb::testing {

struct WideState {
  Vec<wide> q, v;
};

/// All quantities at one time, in the coordinates of a formulation. λ is empty if the closed form does not contain it.
struct WideQuantities {
  Vec<wide> q, v, a, lambda, outputs;
};

/// A formulation of a problem.
struct WideFormulation {
  std::string name;
  std::function<WideState(const wide& t, const WideState& carried)> embed;
  std::function<void(const wide& t, WideQuantities&)> complete;  // computes a, lambda and outputs from q and v
};

/// A problem. Its motion is integrated in the coordinates of the first formulation ("carried"). If `exact` is set, the
/// motion is this closed form instead.
struct WideProblem {
  WideState start;
  std::vector<WideFormulation> formulations;
  /// Computes q' and v' from the carried coordinates q and v.
  std::function<void(const wide& t, const WideState& x, Vec<wide>& dq, Vec<wide>& dv)> rates = {};
  std::function<WideState(const wide& t)> exact = {};
};

WideProblem wide_four_link();
WideProblem wide_spatial_slider_crank();

/// Returns whether the problem exists in 50 digits. The kernel's equations are compiled in three precisions only, so a
/// mechanism exists if its equations have an independent implementation.
bool has_wide_problem(const std::string& name);
/// Returns the problem with this name. The data must be complete.
WideProblem wide_problem(const std::string& name, const Parameters& data);

}  // namespace plumb::testing
