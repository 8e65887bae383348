#pragma once
// The verb `history`: the values of a metric in past checks.

#include <cstddef>
#include <string>
#include <vector>

#include "harness/gate/choice.hpp"
#include "harness/gate/history.hpp"
#include "text/json.hpp"
#include "text/table.hpp"

namespace plumb {

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
