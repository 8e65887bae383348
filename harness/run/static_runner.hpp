#pragma once
// Creates runners for the static binding (static_pairs.hpp).

#include <memory>

#include "harness/run/runner_on.hpp"
#include "harness/run/static_pairs.hpp"

namespace plumb {

/// Returns a runner for the method M on a copy of the system `fresh`.
template <class M, class S>
TypedRunner<double> static_runner(const S& fresh, const ResolvedCell& cell, const RunSetup<double>& setup,
                                  const auto&... coefficients) {
  const auto make = [options = MethodOptions{cell.options(), cell.newton()}, coefficients...](S& system) {
    return std::make_unique<M>(system, options, coefficients...);
  };
  return runner_on(fresh, make, setup);
}

}  // namespace plumb
