#pragma once
// Short cells of the static binding, for tests.

#include "harness/run/run_cell.hpp"
#include "harness/run/static_pairs.hpp"

namespace plumb {

/// Returns the request for a short run of a pair.
inline CellRequest short_request(const StaticPair& pair) {
  CellRequest out;
  out.problem.name = pair.problem->name;
  if (out.problem.name == "pendulum") out.problem.parameters = {{"angle", "-0.7"}, {"rate", "1.5"}};
  out.formulation.name = pair.formulation->name;
  out.method.name = pair.method->info.name;
  const bool is_fast = out.problem.name == "squeezer";
  out.step = is_fast ? "1e-5" : "1e-3";
  out.settings = {{"t_end", is_fast ? "1e-3" : "1"}, {"samples", "10"}};
  return out;
}

}  // namespace plumb
