#pragma once
// References are computed in separate tasks, with separate cost, progress and timeout. If a reference cannot be
// computed, its task ends normally; its cells will meet the same error and report it.

#include <atomic>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "harness/cell/resolved_cell.hpp"
#include "harness/schedule/pool.hpp"

namespace plumb {

class ReferenceTasks {
 public:
  /// The pool must outlive this object.
  explicit ReferenceTasks(Pool& pool) : pool_(pool) {}

  /// Returns the index of the reference that the cell needs, a motion up to its horizon. Cells with the same reference
  /// get the same index. nullopt: no computation is necessary.
  std::optional<std::size_t> need(const ResolvedCell& cell);

  /// `first`: references are computed before all cells, because the cells wait for them; `last`: after all cells.
  enum class Order { first, last };

  /// Adds a task for each reference that was needed since the last call. Tasks for one motion follow each other in the
  /// order of their end times, so that a cell need not wait for a longer motion than its own. Call it before the pool
  /// runs or from a Finish.
  void begin(Order order = Order::first);

  /// Returns the task that computes the reference, for cells that wait for it. Precondition: begin() has added it.
  Pool::TaskId task(std::size_t reference) const { return references_[reference].task; }

  /// Returns whether the reference was stopped by its timeout. Callable from any thread after its task has ended.
  bool gave_up(std::size_t reference) const { return *references_[reference].gave_up; }

 private:
  struct Reference {
    std::optional<ResolvedCell> cell;  // a cell that needs the reference; none as soon as its task has begun
    double horizon;                    // end time [s]
    Pool::TaskId task = 0;
    std::shared_ptr<std::atomic<bool>> gave_up = std::make_shared<std::atomic<bool>>(false);
  };
  /// The references to one motion, as indices in `references_` by end time [s]. References up to `requested_until` have tasks.
  struct Motion {
    std::map<double, std::size_t> by_horizon = {};
    double cached_until = 0;     // time up to which the motion was computed before [s]
    double requested_until = 0;  // time up to which tasks have begun [s]
  };
  void begin(Motion& motion, Order order);

  Pool& pool_;
  std::deque<Reference> references_;       // a deque, because its elements keep their addresses
  std::map<std::string, Motion> motions_;  // motions by name
  std::vector<Motion*> further_;           // motions with references that have no task yet
};

}  // namespace plumb
