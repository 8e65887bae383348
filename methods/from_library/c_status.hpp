#pragma once
// The results of calls across the C interface: plumb_status on its side, Status with a reason on ours.

#include <string_view>

#include "contract/status.hpp"

namespace plumb {

/// The plumb_status for a failure of the system or of an iteration.
int code_of(Status status);

/// The result for a plumb_status, without a reason; any other number is a crash.
StepResult result_of(int code);

/// A copy of a reason that lives as long as the program, because results refer to it; it is empty for null. It is cut
/// after 200 characters and is ASCII, as tables and JSON show it; the number of copies is limited, to limit memory.
std::string_view kept(const char* reason);

}  // namespace plumb
