#pragma once
// Quantities that need more than the metrics of a run: its samples, or the method's own algebra.

#include <string>
#include <vector>

#include "harness/paper/laboratory.hpp"
#include "harness/run/run.hpp"
#include "harness/store/store.hpp"

namespace plumb {

/// What `property` may be.
const std::vector<std::string>& property_names();

/// Values that come from samples are kept in the store as metrics of their run, named by what they ask.
Measured measured_beyond_run(const Quantity& quantity, Store* store, const StopRequest& stop);

}  // namespace plumb
