#pragma once
// `accept` is the only way to change a baseline. Measured items replace the accepted ones, with a reason. A log records
// the author, the time, the reason and the old values.

#include <filesystem>
#include <string>
#include <vector>

#include "harness/gate/check.hpp"

namespace plumb {

/// Author of an acceptance: user account, machine, and commit of this build.
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

/// Stores the chosen measured items in the baseline, and removes items that are no longer in a whole matrix. Writes a
/// line of the log first, then the changed files. Rejects items that did not run or whose run failed, items with an
/// error less than ten times the uncertainty of its reference, and references without digits. Rejected items keep their
/// state in the baseline. Unchanged items keep their surroundings; bits are compared only in the same surroundings.
/// Throws UsageError without a reason, or if a file of the baseline was edited by hand and `over_edits` is not set.
Acceptance accept(Baseline& baseline, const std::vector<Item>& measured, const CheckSettings& settings,
                  const std::string& reason, bool over_edits = false);

/// Returns the lines of the log, the oldest first: {"when", "who", "machine", "commit", "build", "reason",
/// "over_edits": [..], "added": {area: n}, "removed": [..], "changed": [{"area", "id", "request", "value", "old",
/// "new"}]}. Throws UsageError at a line of another form.
std::vector<Json> acceptance_log(const std::filesystem::path& folder);

}  // namespace plumb
