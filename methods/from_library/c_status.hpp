#pragma once
// Converts the results of calls across the C interface: plumb_status in the interface, Status with a reason in Plumb.

#include <string_view>

#include "contract/status.hpp"

namespace plumb {

/// The plumb_status for a failure of the system or of an iteration.
int code_of(Status status);

/// The result for a plumb_status, without a reason; Status::crashed for any other number.
StepResult result_of(int code);

/// Returns a copy of a reason that remains valid until the program ends, because results refer to it; empty for null.
/// The copy has at most 200 characters, all of them ASCII, for tables and JSON. The number of copies is limited, to
/// limit memory.
std::string_view kept(const char* reason);

}  // namespace plumb
