#pragma once
// All mistakes of a file at once, a line each.

#include <vector>

#include "text/exit_codes.hpp"

namespace plumb {

class MistakesOfFile {
 public:
  /// Calls it, and keeps the UsageError that it throws.
  template <class Read>
  void note(Read read) {
    try {
      read();
    } catch (const UsageError& e) {
      all_.push_back(e);
    }
  }
  bool empty() const { return all_.empty(); }
  /// Throws what was kept, if anything was: of the first one, with a line for each of the others, most of them.
  void refuse() const;

 private:
  std::vector<UsageError> all_;
};

}  // namespace plumb
