#pragma once
// While an Interruption exists, Ctrl-C and SIGTERM do not end the program, but set a flag.

#include <functional>

namespace plumb {

/// Must be used in the main thread. All objects that exist at the same time share one flag. So an outer object
/// preserves a signal that arrives between the lifetimes of two inner objects. A second signal ends the program
/// immediately. The last destroyed object restores the former signal handlers.
class Interruption {
 public:
  Interruption();
  ~Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;
  bool requested() const;
};

/// Returns a function that returns whether Ctrl-C or SIGTERM was received. The function owns an Interruption, which
/// exists until its last copy is destroyed.
std::function<bool()> ctrl_c();

}  // namespace plumb
