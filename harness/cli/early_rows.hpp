#pragma once
// These rows show cells that have run and wait for their references, so that users see failed runs early.

#include <chrono>
#include <cstddef>
#include <map>
#include <set>

#include "harness/cell/cells.hpp"
#include "harness/cli/console.hpp"
#include "harness/run/run_result.hpp"

namespace plumb {

class EarlyRows {
 public:
  using Clock = std::chrono::steady_clock;

  /// The cells must outlive this object.
  EarlyRows(const Cells& cells, Clock::time_point begin) : cells_(cells), shown_at_(begin) {}

  void add(std::size_t place, const RunResult& result);
  /// Must be called when the errors of the cell have been computed.
  void remove(std::size_t place) { results_.erase(place); }
  std::size_t size() const { return results_.size(); }
  /// Returns null if the cell has not run, or if its errors have been computed.
  const RunResult* of(std::size_t place) const;

  /// After one second, and then after every ten, prints on stderr a table of the rows that were not shown before, if
  /// there are any.
  void show(StatusLine& line);

 private:
  const Cells& cells_;
  Clock::time_point shown_at_;
  std::chrono::seconds pause_{1};
  std::map<std::size_t, RunResult> results_;  // results by index of the cell
  std::set<std::size_t> new_;                 // indices of results that are not printed yet
};

}  // namespace plumb
