#pragma once
// Where a number was made: what stands beside every result.

#include "text/json.hpp"

namespace plumb {

/// {"compiler", "flags", "build_type", "commit", "fingerprint", "cpu", "system", "libm", "libraries": {name: version}};
/// what cannot be found out is null. The same object for the whole life of the process.
const Json& environment();

}  // namespace plumb
