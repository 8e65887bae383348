#pragma once
// The history stores the measurements of every check, so that the check in which a value changed can be found later. It
// is an SQLite file of its own, because it is kept longer than stores of results.
//
//   checks    time, author, machine, commit, build, whether it was the quick subset, exit code
//   metrics   an item (item.hpp) and the name of one of its values
//   spans     a value of a metric, and the first and last check with it: a constant value is one row
//
// The environment variable PLUMB_HISTORY contains the path of the file; the default is plumb/history.db in
// XDG_STATE_HOME or ~/.local/state. With PLUMB_HISTORY=off there is no history. A check waits up to 30 s for other
// writers.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "harness/gate/accept.hpp"

namespace plumb {

/// Returns the numbers and words of an item's result (not its lists) with their names in the history. Metrics,
/// counters, outputs and properties keep their names; all others have names like "order.q", "verdict.q", "digits.v" or
/// "status".
std::vector<std::pair<std::string, Json>> named_values(const Item& item);

/// A check in the history. `exit` is its exit code.
struct RecordedCheck {
  std::int64_t number = 0;  // consecutive number, assigned by the history
  std::string when, who, machine, commit, build;
  bool quick = false;  // whether only the quick subset was measured
  int exit = 0;
};

/// A value, the first and last check with it, and the number of checks.
struct Span {
  Json value;
  RecordedCheck first, last;
  std::int64_t checks = 0;
};

/// All values of one metric.
struct MetricHistory {
  Item item;  // names of the item, without its result
  std::string name;
  std::vector<Span> spans;  // successive values, the oldest first
};

class History {
 public:
  /// Creates the file and its folder if they are missing. Throws StoreError, also if the file is damaged.
  explicit History(const std::filesystem::path& file);
  ~History();

  /// Appends a check and its measurements, in one transaction. Throws StoreError.
  void add(const RecordedCheck& check, const std::vector<Item>& measured);
  /// Returns the history of the value with this name for each chosen item, sorted by item.
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

/// Returns a plot with characters, for a terminal. It has one column for each span, the oldest on the left; only the
/// newest 60 spans are plotted. The vertical axis is logarithmic if all values are positive, else linear. Returns "" if
/// there are fewer than two numbers.
std::string plot_of(const MetricHistory& metric);

}  // namespace plumb
