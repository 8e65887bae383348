#pragma once
// The contents of a robot file that Plumb ignores.

#include <set>
#include <string>

namespace plumb {

/// Descriptions of ignored contents, as in messages: `acting` would change the motion in other programs, `idle` has no
/// effect on it, and `unknown` are names that the format does not define.
struct UnusedContents {
  std::set<std::string, std::less<>> acting = {}, idle = {}, unknown = {};

  /// Returns "WORDS (affecting the motion); WORDS (without effect on the motion); unknown: NAMES". Empty if no
  /// contents are left out.
  std::string text() const;
  /// Removes from `idle` all descriptions that are also in `acting`.
  void merge();
};

}  // namespace plumb
