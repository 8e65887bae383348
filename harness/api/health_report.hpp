#pragma once
// The verb `doctor`: the fitness of this machine and this build, and the health of a store.

#include <string>
#include <vector>

#include "harness/store/health.hpp"
#include "text/exit_codes.hpp"
#include "text/json.hpp"
#include "text/table.hpp"

namespace plumb {

struct HealthReport {
  Table table;
  Json data;  // the object of `plumb doctor --json`
  Exit exit = Exit::ok;
};

/// Examines the machine, the build, the papers and the timing noise, which takes seconds, and the store with this path
/// (empty: none). The exit code is machine_unfit if times are not meaningful, internal if the store is damaged.
HealthReport health_report(const std::string& store);

/// Examines a store only. Throws StoreError.
HealthReport health_report_of_store(const std::string& path);

/// Returns a sentence about a repair of the store with this path.
std::string repair_text(const Repair& done, const std::string& path);

}  // namespace plumb
