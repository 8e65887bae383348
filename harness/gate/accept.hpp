#pragma once
// This is the only way to change a baseline. Measured items take the place of accepted ones, with a reason. A log keeps
// who did it, when, why, and what was there before.

#include <filesystem>
#include <string>
#include <vector>

#include "harness/gate/check.hpp"

namespace plumb {

/// Says who acts, and where: the name of the user's account, of the machine, and the commit of this build.
struct Actor {
  std::string who, machine, commit, build;
};
Actor this_actor();

/// Returns the time in UTC, "2026-05-01T12:00:00Z".
std::string time_now();

struct Refused {
  Item item;
  std::string why;
};

struct Acceptance {
  std::size_t added = 0, changed = 0, removed = 0, same = 0;
  std::vector<Refused> refused = {};
};

/// Puts the chosen measured items into the baseline, and removes those that a whole matrix no longer has. Writes a line
/// of the log, and then what has changed. It refuses items that did not run or whose run failed, items with an error
/// that is no further than ten times above the uncertainty of its reference, and references without digits. Refused
/// items keep what they have in the baseline. Items that say what the baseline says, in the same surroundings to the
/// last bit, stay as they are, in the surroundings in which they were made. Throws UsageError without a reason, or if a
/// file of the baseline was edited by hand and `over_edits` is not set.
Acceptance accept(Baseline& baseline, const std::vector<Item>& measured, const CheckSettings& settings,
                  const std::string& reason, bool over_edits = false);

/// Returns the lines of the log, the oldest first: {"when", "who", "machine", "commit", "reason", "over_edits": [..],
/// "added": {area: n}, "removed": [..], "changed": [{"area", "id", "request", "value", "old", "new"}]}. Throws
/// UsageError at a line that is not of this form.
std::vector<Json> acceptance_log(const std::filesystem::path& folder);

}  // namespace plumb
