#pragma once
// Environment of a result: machine, build and time. Every result contains it.

#include <optional>

#include "text/json.hpp"

namespace plumb {

/// Returns {"compiler", "flags", "build_type", "commit", "fingerprint", "cpu", "system", "libm", "libraries": {name:
/// version}}. Unavailable values are null. The object lives as long as the process.
const Json& environment();

/// Returns the environment with the present "date" (UTC, ISO 8601, to the second) and "load".
Json current_environment();

/// Returns the mean number of threads that needed a core during the last minute; none if the system does not provide
/// it.
std::optional<double> load_of_machine();

}  // namespace plumb
