// Faults in the evaluation of a run after its end: metrics, counters, states, statuses. Faults of stored results: rows
// that belong to another cell or build.

#include <cmath>
#include <numbers>
#include <stdexcept>

#include "harness/run/build_info.hpp"
#include "harness/selftest/fault.hpp"
#include "harness/selftest/flawed_method.hpp"
#include "harness/selftest/flawed_system.hpp"
#include "harness/store/store.hpp"

namespace plumb {
namespace {

using SpoiledResult = std::function<void(RunResult&)>;

std::optional<double>& metric(RunResult& run, const std::string& name) {
  const auto found = run.metrics.find(name);
  if (found == run.metrics.end()) throw std::logic_error("no metric " + name);
  return found->second;
}

ResolvedCell constrained() { return cell_of("two-link", "index3", "radau-iia", "2e-2", "0.32"); }

Fault of_result(const std::string& name, const std::string& description, const SpoiledResult& spoil,
                const std::string& slips_because = {}) {
  return {name, "measurement", description,
          [spoil](bool wrong) {
            return item_of(constrained(), [&](const auto& cell) {
              auto run = erased_run(cell);
              if (wrong) spoil(run);
              return run;
            });
          },
          slips_because};
}

Fault drift_too_large() {
  const auto cell = cell_of("two-link", "index2", "radau-iia", "2e-2", "0.32");
  return {"drift-three-times", "measurement", "the drift of positions is multiplied by three", [cell](bool wrong) {
            auto run = erased_run(cell);
            if (wrong) *metric(run, "drift.position") *= 3;
            return std::vector{item_of_run(cell, run)};
          }};
}

/// Returns a fault by which a run that the method cannot finish is reported as finished.
Fault hidden_failure() {
  const auto cell = cell_of("two-link", "index3", "bdf2", "0.16", "0.32");
  return {"hidden-failure", "measurement", "a failed step is treated as a successful one",
          [cell](bool wrong) {
            auto text = cell.text();
            text.newton_max = 1;
            const auto hasty = resolve(text);
            const auto run = wrong ? run_with(hasty, StepFlaws{.no_failure = true}) : run_with(hasty, StepFlaws{});
            return std::vector{item_of_run(cell, run)};
          },
          "a run that ends better than before is reported as an improvement"};
}

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

std::vector<Fault> measurement_faults() {
  return {
      of_result("metric-of-another-class", "errors of velocities are reported as errors of positions",
                [](RunResult& run) { metric(run, "rms.q") = metric(run, "rms.v"); }),
      of_result("mean-over-too-many", "a root mean square over four times as many samples",
                [](RunResult& run) { *metric(run, "rms.q") *= 2; }),
      of_result("mean-over-one-more", "a root mean square over one sample more",
                [](RunResult& run) { *metric(run, "rms.q") *= std::sqrt(16. / 17); }),
      of_result("missing-metric", "an error is not reported", [](RunResult& run) { metric(run, "rms.q").reset(); }),
      of_result("not-a-number", "a velocity that is NaN",
                [](RunResult& run) { run.final_state.v[0] = std::numeric_limits<double>::quiet_NaN(); }),
      of_result("swapped-components", "two coordinates are swapped",
                [](RunResult& run) { std::swap(run.final_state.q[0], run.final_state.q[1]); }),
      of_result("multiplier-sign", "a multiplier has the wrong sign",
                [](RunResult& run) { run.final_state.lambda[0] = -run.final_state.lambda[0]; }),
      of_result("degrees", "an output in degrees instead of radians",
                [](RunResult& run) {
                  for (auto& [name, value] : run.final_state.outputs) value *= 180 / std::numbers::pi;
                }),
      of_result("iterations-counted-twice", "Newton's iterations are counted twice",
                [](RunResult& run) { *run.counters.newton_iterations *= 2; }),
      drift_too_large(),
      hidden_failure(),
  };
}

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
