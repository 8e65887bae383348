#pragma once
// The pairs of the static binding are made here.

#include <memory>

#include "harness/run/runner_on.hpp"
#include "harness/run/static_pairs.hpp"

namespace plumb {

/// Returns the run of M on a system.
template <class M, class S>
TypedRunner<double> static_runner(const S& fresh, const ResolvedCell& cell, const RunSetup<double>& setup,
                                  const auto&... coefficients) {
  const auto make = [options = MethodOptions{cell.options(), cell.newton()}, coefficients...](S& system) {
    return std::make_unique<M>(system, options, coefficients...);
  };
  return runner_on(fresh, make, setup);
}

}  // namespace plumb
