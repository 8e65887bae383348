#pragma once
// How the program ends, and the exception that a user's mistake becomes.

#include <stdexcept>
#include <string>

namespace plumb {

/// Exit codes of every verb. Codes 4 and 5 say that nothing was proved, so they never look like 0 or 1.
enum class Exit : int {
  ok = 0,                 // all fine and all verdicts pass
  verdict_failed = 1,     // a verdict failed
  usage = 2,              // usage or specification error
  internal = 3,           // internal or I/O error
  nothing_measured = 4,   // nothing was measured or the matrix is incomplete
  machine_unfit = 5,      // the machine is unfit for timing verdicts
  reference_limited = 6,  // reference-limited where accuracy was asserted
  timeout = 124,          // global timeout
  interrupted = 130,
};

/// A mistake in what the user wrote (exit 2). The message is one line and says what is allowed.
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace plumb
