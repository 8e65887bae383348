#pragma once
// Ctrl-C and SIGTERM as a question that can be asked, for as long as an Interruption lives.

#include <csignal>
#include <functional>

namespace plumb {

/// Those that live at the same time, all of the main thread, are asked one question: a signal between two of them is
/// remembered by the one around both. The second signal ends the program at once, as if there were no handler.
class Interruption {
 public:
  Interruption();
  ~Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;
  bool requested() const;

 private:
  struct sigaction before_int_ = {}, before_term_ = {};  // of the outermost
};

/// Whether Ctrl-C or SIGTERM has come since this call, for who may be interrupted: an Interruption that lives as long
/// as any copy of it.
std::function<bool()> ctrl_c();

}  // namespace plumb
