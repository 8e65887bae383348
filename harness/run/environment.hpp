#pragma once
// The environment says where and when a number was made. It stands beside every result.

#include <optional>

#include "text/json.hpp"

namespace plumb {

/// Returns {"compiler", "flags", "build_type", "commit", "fingerprint", "cpu", "system", "libm", "libraries": {name:
/// version}}. A value that cannot be found out is null. The object stays the same for the whole life of the process.
const Json& environment();

/// Returns the environment with "date" (UTC, ISO 8601, to the second) and "load", as they are now.
Json environment_now();

/// Returns how many threads wanted a core on average during the last minute; none if the system does not tell.
std::optional<double> load_of_machine();

}  // namespace plumb
