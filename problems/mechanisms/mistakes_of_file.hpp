#pragma once
// Collects all mistakes of a file, one line for each.

#include <vector>

#include "text/exit_codes.hpp"

namespace plumb {

class MistakesOfFile {
 public:
  /// Calls `read`, and stores the UsageError if it throws one.
  template <class Read>
  void note(Read read) {
    try {
      read();
    } catch (const UsageError& e) {
      all_.push_back(e);
    }
  }
  bool empty() const { return all_.empty(); }
  /// Throws if there are mistakes: the first mistake, followed by a line for each other mistake up to a limit.
  void refuse() const;

 private:
  std::vector<UsageError> all_;
};

}  // namespace plumb
