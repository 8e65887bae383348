#pragma once
// Faults that the self-test injects into Plumb, to verify that `plumb check` detects them.

#include <functional>
#include <string>
#include <vector>

#include "harness/gate/baseline.hpp"
#include "harness/gate/choice.hpp"

namespace plumb {

/// An injected fault, and the items measured with and without it, as in the nightly check.
struct Fault {
  std::string name;  // name: "reaction-sign"
  /// Part of the program into which the fault is injected: "equations", "linearisation", "chart", "method",
  /// "iteration", "reference", "measurement", "store" or "matrix" (all runs of the nightly matrix).
  std::string place;
  std::string description;  // description of the fault
  /// Measures the items: with the fault if `wrong` is true, otherwise by the same code without the fault. So side
  /// effects of the injection do not count as detection. Throws StoreError if a store rejects the fault.
  std::function<std::vector<Item>(bool wrong)> measured;
  std::string slips_because = {};  // reason why no check can detect it; empty: a check must detect it
  /// Reads the stored baseline with which the measurement of the fault is compared. If this function is unset, or the
  /// baseline was accepted in other surroundings, a measurement without the fault is the baseline. If this function is
  /// set, `measured` starts a pool of its own, so it must not be called in a task of another pool.
  std::function<Baseline()> accepted = {};
  Choice choice = {};  // part of that baseline to measure
};

/// Returns all faults, grouped by place. The faults of the place "matrix" come last; they run `jobs` cells of the
/// nightly matrix at a time. Names of faults are unique.
std::vector<Fault> faults(int jobs = 1);

std::vector<Fault> equation_faults();
std::vector<Fault> mechanism_faults();
std::vector<Fault> method_faults();
std::vector<Fault> reference_faults();
std::vector<Fault> measurement_faults();
std::vector<Fault> store_faults();
std::vector<Fault> matrix_faults(int jobs);

/// Returns a cell from texts: "pendulum", "index3", "radau-iia(stages=2)", step and end time [s]. All steps are
/// compared with the reference.
ResolvedCell cell_of(const std::string& problem, const std::string& formulation, const std::string& method,
                     const std::string& step, const std::string& t_end);

/// Returns the items of one run.
template <class Run>
std::vector<Item> item_of(const ResolvedCell& cell, const Run& run) {
  return {item_of_run(cell, run(cell))};
}

}  // namespace plumb
