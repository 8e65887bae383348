#pragma once
// The contents of a robot's file that a motion ignores.

#include <set>
#include <string>

namespace plumb {

/// In the words of messages: contents on which the motion depends in other programs, contents without an effect, and
/// names that belong to no format.
struct UnusedContents {
  std::set<std::string, std::less<>> acting = {}, idle = {}, unknown = {};

  /// Returns "WORDS, which would change the motion; without effect on the motion: WORDS; unknown: NAMES". Empty if no
  /// contents are left out.
  std::string text() const;
  /// Contents without an effect that share their words with acting ones belong to these.
  void put_together();
};

}  // namespace plumb
