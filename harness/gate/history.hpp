#pragma once
// The history keeps what every check measured, for the day on which somebody asks since when a value is what it is. It
// is an SQLite file of its own, not beside any store, because it lives longer than the results.
//
//   checks    when, who, machine, commit, build, whether it was the quick subset, exit code
//   metrics   an item and the name of one of its values
//   spans     a metric's value from one check to another: a value that stays is one row, however many nights it stays
//
// The file is the one that PLUMB_HISTORY names, else plumb/history.db in XDG_STATE_HOME, else in ~/.local/state. With
// PLUMB_HISTORY=off there is none. A check waits for others that write.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "harness/gate/accept.hpp"

namespace plumb {

/// Returns values of one item by the names of the history. They are numbers and words, not lists. Metrics, counters,
/// outputs and properties have their own names; all others have names like "order.q", "verdict.q", "digits.v" or
/// "status".
std::vector<std::pair<std::string, Json>> named_values(const Item& item);

struct RecordedCheck {
  std::int64_t number = 0;
  std::string when, who, machine, commit, build;
  bool quick = false;
  int exit = 0;
};

/// A value, and the checks that saw it without another value in between.
struct Span {
  Json value;
  RecordedCheck first, last;
  std::int64_t checks = 0;
};

struct MetricHistory {
  Item item;  // its names
  std::string name;
  std::vector<Span> spans;  // the oldest first
};

class History {
 public:
  /// Creates the file and its folder if they are missing. Throws StoreError, which says so if the file is damaged.
  explicit History(const std::filesystem::path& file);
  ~History();

  /// Appends a check and what it measured, in one transaction. Throws StoreError.
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

/// Returns where this environment keeps the history. None: nowhere.
std::optional<std::filesystem::path> history_file(const std::function<const char*(const char*)>& environment);

}  // namespace plumb
