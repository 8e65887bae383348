#pragma once
// The catalogue's problems in 50 digits, for tests of their references. The equations are those of the models, but
// starts and embeddings are written down again.

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

/// Everything at one time, in the coordinates of a formulation. λ is empty if a closed form does not tell it.
struct WideQuantities {
  Vec<wide> q, v, a, lambda, outputs;
};

/// A formulation of a problem.
struct WideFormulation {
  std::string name;
  std::function<WideState(const wide& t, const WideState& carried)> embed;
  std::function<void(const wide& t, WideQuantities&)> complete;  // a, lambda and outputs out of q and v
};

/// `carried` are the coordinates that are integrated: those of the first formulation. If `exact` is set, nothing is
/// integrated.
struct WideProblem {
  WideState start;
  std::vector<WideFormulation> formulations;
  /// Gives q' and v' from the carried coordinates q and v.
  std::function<void(const wide& t, const WideState& x, Vec<wide>& dq, Vec<wide>& dv)> rates = {};
  std::function<WideState(const wide& t)> exact = {};
};

WideProblem wide_four_link();
WideProblem wide_spatial_slider_crank();

/// Returns whether the problem exists in 50 digits. The kernel's equations are compiled in three precisions, so that
/// mechanisms exist only if their equations are written down beside it.
bool has_wide_problem(const std::string& name);
/// Returns the problem by name; the data have to be complete.
WideProblem wide_problem(const std::string& name, const Parameters& data);

}  // namespace plumb::testing
