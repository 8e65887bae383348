#pragma once
// The only way to change a baseline: measured items take the place of accepted ones, with a reason, and a log keeps who
// did it, when, why, and what was there before.

#include <filesystem>
#include <string>
#include <vector>

#include "harness/gate/check.hpp"

namespace plumb {

/// Who does something, and where: the name of the user's account, of the machine, and the commit of this build.
struct Actor {
  std::string who, machine, commit, build;
};
Actor this_actor();

/// UTC, "2026-05-01T12:00:00Z".
std::string time_now();

struct Refused {
  Item item;
  std::string why;
};

struct Acceptance {
  std::size_t added = 0, changed = 0, removed = 0, same = 0;
  std::vector<Refused> refused = {};
};

/// Puts the measured items into the baseline that are chosen, and takes those out that a whole matrix has no
/// more; writes a line of the log, and then what has changed. Refused are items that did not run or whose run failed,
/// and those with an error that is no further than ten times above what is known of its reference, or a reference
/// without digits: what they have in the baseline stays. Items that say what the baseline says, in the same
/// surroundings to the last bit, stay as they are, in the surroundings in which they were made.
/// Throws UsageError without a reason, or if a file of the baseline was edited by hand and `over_edits` is not set.
Acceptance accept(Baseline& baseline, const std::vector<Item>& measured, const CheckSettings& settings,
                  const std::string& reason, bool over_edits = false);

/// The lines of the log, the oldest first: {"when", "who", "machine", "commit", "reason", "over_edits": [..],
/// "added": {area: n}, "removed": [..], "changed": [{"area", "id", "request", "value", "old", "new"}]}. Throws
/// UsageError at a line that is none of these.
std::vector<Json> acceptance_log(const std::filesystem::path& folder);

}  // namespace plumb
