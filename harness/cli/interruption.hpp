#pragma once
// As long as an Interruption lives, the program can ask whether Ctrl-C or SIGTERM has come.

#include <csignal>
#include <functional>

namespace plumb {

/// All objects that live at the same time, in the main thread, share one state: a signal between two of them is
/// remembered by the one around both. The second signal ends the program at once, as if there were no handler.
class Interruption {
 public:
  Interruption();
  ~Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;
  bool requested() const;

 private:
  struct sigaction before_int_ = {}, before_term_ = {};  // handlers before the outermost object
};

/// Returns a function that tells whether Ctrl-C or SIGTERM has come since this call. Its copies share an Interruption,
/// which lives as long as any of them.
std::function<bool()> ctrl_c();

}  // namespace plumb
