#pragma once
// `accept` is the only way to change a baseline. Measured items replace the accepted ones, with a reason. A log records
// the author, the time, the reason and the old values.

#include <filesystem>
#include <string>
#include <vector>

#include "harness/gate/check.hpp"

namespace plumb {

/// Author of an acceptance.
struct Actor {
  std::string who, machine, commit, build;  // `who`: user account; `machine`: host name; `build`: fingerprint
};
/// Returns the user, machine and build of this process.
Actor this_actor();

/// Returns the current time in UTC, "2026-05-01T12:00:00Z".
std::string current_time();

/// An item that was not accepted, and the reason.
struct Refused {
  Item item;
  std::string why;
};

/// Numbers of items that were added, changed, removed and left unchanged, and the rejected items.
struct Acceptance {
  std::size_t added = 0, changed = 0, removed = 0, same = 0;
  std::vector<Refused> refused = {};
};

/// Stores the measured items that `settings.choice` selects in the baseline. If the whole nightly matrix was measured
/// (`settings.whole`), removes chosen items that it no longer contains. Writes a line of the log first, then the
/// changed files. Rejects items that did not run or whose run failed, items with an error of less than ten times the
/// uncertainty of its reference, and references without a certified digit in their values; the baseline keeps their old
/// results. Unchanged items keep their recorded surroundings; bits are compared only in the same surroundings. Throws
/// UsageError if the reason is blank, or if a file of the baseline was edited by hand and `over_edits` is not set.
Acceptance accept(Baseline& baseline, const std::vector<Item>& measured, const CheckSettings& settings,
                  const std::string& reason, bool over_edits = false);

/// Returns the lines of the log, the oldest first: {"when", "who", "machine", "commit", "build", "reason",
/// "over_edits": [..], "added": {area: n}, "removed": [..], "changed": [{"area", "id", "request", "value", "old",
/// "new"}]}. Throws UsageError if a line has another form.
std::vector<Json> acceptance_log(const std::filesystem::path& folder);

}  // namespace plumb
