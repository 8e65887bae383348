#pragma once
// References that cells need, as tasks of their own, with a cost, a progress and a timeout that are theirs. One that
// cannot be computed ends as well: the cells that need it will meet that again, and say so.

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
  /// The pool has to outlive it.
  explicit ReferenceTasks(Pool& pool) : pool_(pool) {}

  /// The number of the reference that the cell needs, a motion up to its horizon; the same for cells that share it.
  /// None: nothing has to be computed.
  std::optional<std::size_t> need(const ResolvedCell& cell);

  /// When they are computed: before all cells, as these wait for them, or after them.
  enum class Order { first, last };

  /// Adds a task for each reference that was needed since the last call. One motion is computed by one task after the
  /// other, to the nearest horizon first: cells that need no more of it begin then. Before the pool runs, or from a
  /// Finish.
  void begin(Order order = Order::first);

  /// What a cell that needs this reference has to wait for; it has begun.
  Pool::TaskId task(std::size_t reference) const { return references_[reference].task; }

  /// Whether its timeout has ended it. From any thread, once its task has ended.
  bool gave_up(std::size_t reference) const { return *references_[reference].gave_up; }

 private:
  struct Reference {
    std::optional<ResolvedCell> cell;  // one that needs it, until it has begun
    double horizon;                    // s
    Pool::TaskId task = 0;
    std::shared_ptr<std::atomic<bool>> gave_up = std::make_shared<std::atomic<bool>>(false);
  };
  /// By horizon, their places in `references_`; those up to `begun_to` have tasks.
  struct Motion {
    std::map<double, std::size_t> by_horizon = {};
    double known_to = 0;  // s, without a task
    double begun_to = 0;  // s
  };
  void begin(Motion& motion, Order order);

  Pool& pool_;
  std::deque<Reference> references_;       // which stay where they are
  std::map<std::string, Motion> motions_;  // by name
  std::vector<Motion*> further_;           // those that are needed further than their tasks take them
};

}  // namespace plumb
