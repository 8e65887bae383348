#pragma once
// What may be wrong in a program that measures integrators, put in on purpose.

#include <functional>
#include <string>
#include <vector>

#include "harness/gate/baseline.hpp"
#include "harness/gate/choice.hpp"

namespace plumb {

/// One thing that is wrong, and how it comes to be seen: items as the nightly check measures them.
struct Fault {
  std::string name;  // "reaction-sign"
  std::string
      place;  // "equations", "linearisation", "chart", "method", "iteration", "reference", "measurement", "store", "matrix"
  std::string says;  // what is wrong, for people
  /// Measures with the fault, or the same way around without: what the way itself does is then no catch. Throws
  /// StoreError where a store refuses.
  std::function<std::vector<Item>(bool wrong)> measured;
  std::string slips_because = {};  // none: a check has to see it
  /// The baseline that it is judged by, where that was accepted in the surroundings of here; else, or unset, what is
  /// measured without the fault. A fault with one measures in a pool of its own, so not in a task of another one.
  std::function<Baseline()> accepted = {};
  Choice choice = {};  // what of that baseline is measured
};

/// All faults, place by place, those of the matrix last. Their names differ. Of the matrix so many cells are run at a
/// time.
std::vector<Fault> faults(int jobs = 1);

std::vector<Fault> equation_faults();
std::vector<Fault> mechanism_faults();
std::vector<Fault> method_faults();
std::vector<Fault> reference_faults();
std::vector<Fault> measurement_faults();
std::vector<Fault> store_faults();
std::vector<Fault> matrix_faults(int jobs);

/// A cell out of texts: "pendulum", "index3", "radau-iia(stages=2)", step and horizon [s]. All steps are compared.
ResolvedCell cell_of(const std::string& problem, const std::string& formulation, const std::string& method,
                     const std::string& step, const std::string& t_end);

/// The items of one run.
template <class Run>
std::vector<Item> item_of(const ResolvedCell& cell, const Run& run) {
  return {item_of_run(cell, run(cell))};
}

}  // namespace plumb
