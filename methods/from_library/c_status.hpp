#pragma once
// How calls across the C interface end: plumb_status on its side, Status with a reason on ours.

#include <string_view>

#include "contract/status.hpp"

namespace plumb {

/// The plumb_status of a failure of the system or of an iteration.
int code_of(Status status);

/// What a plumb_status says, without a reason; what is none is a crash.
StepResult result_of(int code);

/// A reason as a text that lives as long as the program, which is what results refer to; of null, empty. It is cut
/// after 200 characters and of ASCII, as tables and JSON show it; there are no more of them than memory should hold.
std::string_view kept(const char* reason);

}  // namespace plumb
