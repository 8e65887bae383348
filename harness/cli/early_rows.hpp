#pragma once
// Rows of cells that have run, but wait for the reference of their errors. They are printed so that users see failed
// runs early.

#include <chrono>
#include <cstddef>
#include <map>

#include "harness/api/requested_cells.hpp"
#include "harness/api/run_data.hpp"
#include "harness/cli/console.hpp"

namespace plumb {

class EarlyRows {
 public:
  using Clock = std::chrono::steady_clock;

  /// The cells must outlive this object.
  EarlyRows(const Cells& cells, Clock::time_point begin) : cells_(cells), shown_at_(begin) {}

  /// Adds the result, without errors, of the cell with index `place`.
  void add(std::size_t place, const RunResult& result) { new_.insert_or_assign(place, result); }
  /// Must be called when the errors of the cell have been computed.
  void remove(std::size_t place) { new_.erase(place); }

  /// Must be called regularly. Prints a table of the rows that were not printed before on stderr: first after 1 s, then
  /// at intervals of at least 10 s.
  void show(StatusLine& line);

 private:
  const Cells& cells_;
  Clock::time_point shown_at_;
  std::chrono::seconds pause_{1};
  std::map<std::size_t, RunResult> new_;  // results that are not printed yet, by index of the cell
};

}  // namespace plumb
