// Faults of stored results: rows that belong to another cell or build.

#include "harness/run/build_info.hpp"
#include "harness/selftest/fault.hpp"
#include "harness/selftest/flawed_system.hpp"
#include "harness/store/store.hpp"

namespace plumb {
namespace {

ResolvedCell with_step(const std::string& step) { return cell_of("pendulum", "index3", "radau-iia", step, "0.32"); }

/// Stores the run of the cell `kept` under the id of `cell`, as if `build` had stored it, and returns the result that
/// this build finds for `cell`.
std::vector<Item> found_in_store(const ResolvedCell& cell, const ResolvedCell& kept, std::string_view build) {
  Store store;
  store.put(cell.text(), build, erased_run(kept));
  const auto found = store.find(cell.id(), build_info().fingerprint);
  return {item_of_run(cell, found ? found->result : erased_run(cell))};
}

}  // namespace

std::vector<Fault> store_faults() {
  const auto cell = with_step("2e-2");
  return {
      {"stale-row", "store", "the row of a cell contains the result of another step size",
       [=](bool wrong) { return found_in_store(cell, wrong ? with_step("1e-2") : cell, build_info().fingerprint); }},
      {"row-of-another-build", "store", "the result of another step size, stored by another build",
       [=](bool wrong) {
         return found_in_store(cell, wrong ? with_step("1e-2") : cell,
                               wrong ? "another build" : build_info().fingerprint);
       },
       "results of another build are not used"},
  };
}

}  // namespace plumb
