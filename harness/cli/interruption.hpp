#pragma once
// While an Interruption lives, Ctrl-C and SIGTERM set a flag that the program can read.

#include <functional>

namespace plumb {

/// All objects that exist at the same time, in the main thread, share one flag. So an outer object preserves a signal
/// that arrives between two inner objects. The second signal ends the program immediately, as without a handler. The
/// destructor of the last object restores the former handlers.
class Interruption {
 public:
  Interruption();
  ~Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;
  bool requested() const;
};

/// Returns a function that returns whether Ctrl-C or SIGTERM was received since this call. Its copies share an
/// Interruption, which lives until the last of them is destroyed.
std::function<bool()> ctrl_c();

}  // namespace plumb
