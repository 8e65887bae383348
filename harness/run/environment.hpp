#pragma once
// Where and when a number was made: what stands beside every result.

#include <optional>

#include "text/json.hpp"

namespace plumb {

/// {"compiler", "flags", "build_type", "commit", "fingerprint", "cpu", "system", "libm", "libraries": {name: version}};
/// what cannot be found out is null. The same object for the whole life of the process.
const Json& environment();

/// The same with "date" (UTC, ISO 8601, to the second) and "load", as they are now.
Json environment_now();

/// How many threads wanted a core, on the average of the last minute; none: the system does not tell.
std::optional<double> load_of_machine();

}  // namespace plumb
