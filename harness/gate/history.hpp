#pragma once
// The history stores the measurements of every check, so that the first occurrence of a value can be found later. It is
// a separate SQLite file outside of all stores, because it lives longer than the results.
//
//   checks    time, author, machine, commit, build, whether it was the quick subset, exit code
//   metrics   an item and the name of one of its values
//   spans     the value of a metric from one check to another: a constant value is one row, for any number of nights
//
// The path of the file is in PLUMB_HISTORY; the default is plumb/history.db in XDG_STATE_HOME or ~/.local/state. With
// PLUMB_HISTORY=off there is no history. A check waits for other writers.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "harness/gate/accept.hpp"

namespace plumb {

/// Returns values of one item by their names in the history. They are numbers and words, not lists. Metrics, counters,
/// outputs and properties keep their names; all others have names like "order.q", "verdict.q", "digits.v" or "status".
std::vector<std::pair<std::string, Json>> named_values(const Item& item);

struct RecordedCheck {
  std::int64_t number = 0;
  std::string when, who, machine, commit, build;
  bool quick = false;
  int exit = 0;
};

/// A value, and the range of checks in which it was constant.
struct Span {
  Json value;
  RecordedCheck first, last;
  std::int64_t checks = 0;
};

struct MetricHistory {
  Item item;  // names of the item, without its result
  std::string name;
  std::vector<Span> spans;  // spans with equal values, the oldest first
};

class History {
 public:
  /// Creates the file and its folder if they are missing. Throws StoreError, also if the file is damaged.
  explicit History(const std::filesystem::path& file);
  ~History();

  /// Appends a check and its measurements, in one transaction. Throws StoreError.
  void add(const RecordedCheck& check, const std::vector<Item>& measured);
  /// Returns the values of that name of the chosen items, sorted by item.
  std::vector<MetricHistory> of(const std::string& name, const Choice& choice) const;
  /// Returns all names of values, sorted.
  std::vector<std::string> names() const;

 private:
  void append(const RecordedCheck& check, const std::vector<Item>& measured) const;
  std::vector<MetricHistory> found(const std::string& name, const Choice& choice) const;
  std::vector<std::string> all_names() const;

  struct File;
  std::unique_ptr<File> file_;
};

/// Returns the path of the history in this environment; none if there is no history.
std::optional<std::filesystem::path> history_file(const std::function<const char*(const char*)>& environment);

}  // namespace plumb
