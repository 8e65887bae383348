#pragma once
// Cells for all who work in one pool: what the store has is not run, and what several ask for is run once, after its
// reference.

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "harness/run/run_cell.hpp"
#include "harness/schedule/pool.hpp"
#include "harness/schedule/reference_tasks.hpp"
#include "harness/store/store.hpp"

namespace plumb {

/// By the id of their cell.
using CellResults = std::map<std::string, RunResult>;

/// Everything but `known` is called before the pool runs, or from one of its Finishes. Throws StoreError, through the
/// pool where a task meets it; what was committed before stays.
class CellService {
 public:
  /// What becomes of a result.
  using Answer = std::function<void(const RunResult&)>;

  /// All of them have to outlive it, and it the run of the pool. Runs are committed to the store as they end; null: to
  /// none. What ran or was found is kept in `kept` for who asks later; null: the store alone remembers.
  CellService(Pool& pool, Store* store, CellResults* kept = nullptr);
  ~CellService();

  Pool& pool() { return pool_; }

  /// What is there of a cell: kept, or in the store by this build, unless that depends on the machine. Without `kept`
  /// it may be called from a task too.
  std::optional<RunResult> known(const ResolvedCell& cell);
  /// Whether the store has it, by the id of the cell. From any thread.
  bool has_stored(const std::string& cell_id) const;

  /// Notes that a cell will be asked for, so that its reference is begun with the others. Cells that wait for the same
  /// one have the same number; none: they wait for nothing.
  std::optional<std::size_t> need(const ResolvedCell& cell) { return references_.need(cell); }

  /// Asks for a run of a cell, whatever is known of it. `answer` is given the result from a Finish of the pool, or
  /// never, if the pool is stopped before. Who asks before the run has ended shares it; `sink` is told its samples, and
  /// needs another run if it has begun already. What is not of the run's making (memory, an exception) ends as a result
  /// too; an exception of a sink is its own result alone.
  void ask(const ResolvedCell& cell, Answer answer, SampleSink sink = {});

  /// Begins what was needed and asked for since the last call, when the store may be written to.
  void begin();

 private:
  class SharedRun;
  Task task_of(const std::shared_ptr<SharedRun>& run);
  void ended(const SharedRun& run, const RunResult& result);

  Pool& pool_;
  Store* store_;
  CellResults* kept_;
  ReferenceTasks references_;
  std::map<std::string, std::shared_ptr<SharedRun>> open_;  // by cell id: runs that have not ended
  std::vector<std::shared_ptr<SharedRun>> new_;             // of them those that have no task yet
};

}  // namespace plumb
