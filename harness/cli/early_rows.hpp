#pragma once
// Rows of cells that have run and wait for their references: nobody waits for errors to see whether a run went well.

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

  /// Cells have to outlive it.
  EarlyRows(const Cells& cells, Clock::time_point begin) : cells_(cells), shown_at_(begin) {}

  void add(std::size_t place, const RunResult& result);
  /// Its errors are there.
  void remove(std::size_t place) { results_.erase(place); }
  std::size_t size() const { return results_.size(); }
  /// Null: the cell has not run, or its errors are there.
  const RunResult* of(std::size_t place) const;

  /// Once a second has passed, and again after ten: a table on stderr of what was not shown before, if there is any.
  void show(StatusLine& line);

 private:
  const Cells& cells_;
  Clock::time_point shown_at_;
  std::chrono::seconds pause_{1};
  std::map<std::size_t, RunResult> results_;  // by place
  std::set<std::size_t> new_;                 // places that were not shown
};

}  // namespace plumb
