#pragma once
// These things may be wrong in a program that measures integrators. They are put in on purpose.

#include <functional>
#include <string>
#include <vector>

#include "harness/gate/baseline.hpp"
#include "harness/gate/choice.hpp"

namespace plumb {

/// One thing that is wrong, and how it comes to be seen, in items as the nightly check measures them.
struct Fault {
  std::string name;  // "reaction-sign"
  /// "equations", "linearisation", "chart", "method", "iteration", "reference", "measurement", "store" or "matrix".
  std::string place;
  std::string says;  // says for readers what is wrong
  /// Measures with the fault, or in the same way without it, so that nothing done by the way itself counts as seen.
  /// Throws StoreError if a store refuses.
  std::function<std::vector<Item>(bool wrong)> measured;
  std::string slips_because = {};  // says why no check can see it; empty: a check has to see it
  /// Returns the baseline that the fault is judged by, if that was accepted in these surroundings; otherwise, or if
  /// unset, it is judged by a measurement without the fault. A fault with a baseline measures in a pool of its own, so
  /// it must not run in a task of another pool.
  std::function<Baseline()> accepted = {};
  Choice choice = {};  // what of that baseline is measured
};

/// Returns all faults, place by place, those of the matrix last. Their names differ. The faults of the matrix run so
/// many cells at a time.
std::vector<Fault> faults(int jobs = 1);

std::vector<Fault> equation_faults();
std::vector<Fault> mechanism_faults();
std::vector<Fault> method_faults();
std::vector<Fault> reference_faults();
std::vector<Fault> measurement_faults();
std::vector<Fault> store_faults();
std::vector<Fault> matrix_faults(int jobs);

/// Returns a cell made of texts: "pendulum", "index3", "radau-iia(stages=2)", step and horizon [s]. All steps are
/// compared.
ResolvedCell cell_of(const std::string& problem, const std::string& formulation, const std::string& method,
                     const std::string& step, const std::string& t_end);

/// Returns the items of one run.
template <class Run>
std::vector<Item> item_of(const ResolvedCell& cell, const Run& run) {
  return {item_of_run(cell, run(cell))};
}

}  // namespace plumb
