#pragma once
// The verbs `check`, `baseline` and `history`: the nightly matrix, measured and compared with the accepted values, and
// the values of a metric in past checks.

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "harness/api/conduct.hpp"
#include "harness/gate/accept.hpp"
#include "harness/gate/choice.hpp"
#include "harness/gate/history.hpp"
#include "harness/gate/report.hpp"
#include "text/json.hpp"
#include "text/table.hpp"

namespace plumb {

/// Names that choose items of the nightly matrix, as given by the user: lists of areas and of selectors.
struct ChosenNames {
  std::vector<std::string> areas = {}, problems = {}, formulations = {}, methods = {};

  /// Returns the choice. Throws UsageError on an area that does not exist.
  Choice choice() const;
};

struct NightlyRequest {
  ChosenNames names = {};
  std::string folder = {};  // folder of the matrix and its baselines; empty: the default folder
  bool quick = false;       // whether only the quick subset is measured
};

/// Returns the folder of the baselines. Throws UsageError if there is none.
std::filesystem::path baselines_in(const std::string& folder);

struct NightlyMeasurement {
  NightlyRequest request = {};
  Baseline baseline = {};
  std::vector<Item> items = {};  // the measured items
  SteadyClock::time_point begin = SteadyClock::now();
  Ending ending = {};
};

/// Measures the chosen part of the matrix. Throws UsageError if a chosen name occurs neither in the matrix nor (unless
/// the request is quick) in the baseline.
NightlyMeasurement measured_nightly(const NightlyRequest& request, const Conduct& conduct);

struct NightlyCheck {
  CheckOutcome outcome = {};  // the comparison with the baseline
  double seconds = 0;         // duration of the measurement and the comparison [s]
};
/// Compares complete measurements with the baseline. `bits` compares the last bits too.
NightlyCheck checked_nightly(const NightlyMeasurement& measured, bool bits);

/// Adds the check to a history. Throws StoreError.
void add_to_history(const std::filesystem::path& file, const NightlyMeasurement& measured, const NightlyCheck& check);

/// Stores complete measurements as the new baseline. `over_edits` allows changes of files that were edited by hand.
/// Throws UsageError.
Acceptance accepted_nightly(NightlyMeasurement& measured, const std::string& reason, bool over_edits);

/// Returns {"added", "changed", "removed", "as_before", "refused": [..]}.
Json acceptance_json(const Acceptance& acceptance);
/// Returns a line for each refused item, and one with the numbers of items.
std::string acceptance_text(const Acceptance& acceptance, const std::filesystem::path& folder);

struct ShownBaseline {
  Table table = {};                     // a row for each accepted value
  std::vector<std::string> notes = {};  // the files that were edited by hand
};
ShownBaseline shown_baseline(const std::string& folder, const ChosenNames& names);

/// Returns the lines of acceptance_log() as text.
std::string acceptance_log_text(const std::vector<Json>& lines);

struct HistoryRequest {
  std::string file = {};  // file of the history; empty: the default file
  std::string metric = {};
  Choice choice = {};  // items whose values are wanted
};

struct FoundHistory {
  std::vector<MetricHistory> values = {};  // the values of each item
  bool has_checks = false;                 // whether the history contains any check
  std::string reason = {};                 // reason why there are no values; empty: there are some
};

/// Reads the values. Throws UsageError, also for a metric that the history does not have, and StoreError.
FoundHistory found_history(const HistoryRequest& request);

/// Returns the text for people: a table and a small plot for each of the first `most` items.
std::string history_text(const std::vector<MetricHistory>& values, std::size_t most);
/// Returns a table with a row for each change of a value.
Table history_table(const std::vector<MetricHistory>& values);
/// Returns an array with one object for each item.
Json history_json(const std::vector<MetricHistory>& values);

}  // namespace plumb
