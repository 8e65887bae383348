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
#include "harness/schedule/cell_processes.hpp"
#include "harness/schedule/isolation.hpp"
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
  /// none. What ran or was found is kept in `kept` for who asks later; null: the store alone remembers. To be made
  /// while there are no other threads: it starts the process that isolated cells come from.
  CellService(Pool& pool, Store* store, CellResults* kept = nullptr, const IsolationOptions& isolation = {});
  ~CellService();

  Pool& pool() { return pool_; }

  /// What is there of a cell: kept, or in the store by this build, unless that depends on the machine. Without
  /// `kept` it may be called from a task too.
  std::optional<RunResult> known(const ResolvedCell& cell);
  /// How it ended, by the id of the cell, where the store has it. From any thread.
  std::optional<Status> stored(const std::string& cell_id) const;

  /// Notes that a cell will be asked for, so that its reference is begun with the others. Cells that wait for the same
  /// one have the same number; none: they wait for nothing.
  std::optional<std::size_t> need(const ResolvedCell& cell) { return references_.need(cell); }

  /// Asks for a run of a cell, whatever is known of it. `answer` is given the result from a Finish of the pool, or
  /// never, if the pool is stopped before. Who asks before the run has ended shares it; `sink` is told its samples, and
  /// needs another run if it has begun already. What is not of the run's making (memory, an exception) ends as a result
  /// too; an exception of a sink is its own result alone.
  /// A cell that another process runs is waited for, and its result taken unless samples are wanted; `elsewhere` is
  /// called from a Finish when that begins. A run with an `early` answer need not wait for its reference: what it shows
  /// by itself is told by that from a Finish, and `answer` follows when its samples have been compared.
  void ask(const ResolvedCell& cell, Answer answer, SampleSink sink = {}, std::function<void()> elsewhere = {},
           Answer early = {});

  /// Results that other processes have put into the store for cells that were asked for here.
  int from_others() const { return from_others_; }

  /// Begins what was needed and asked for since the last call, when the store may be written to.
  void begin();

 private:
  class SharedRun;
  using Run = std::shared_ptr<SharedRun>;

  Task task_of(const Run& run);
  CellClaim claim(SharedRun& run) const;
  bool keeps_samples(const SharedRun& run) const;
  RunResult result(SharedRun& run, TaskState& state, Trajectory* kept = nullptr);
  Finish run_whole(const Run& run, TaskState& state);
  Finish run_early(const Run& run, TaskState& state);
  Task comparison_of(const Run& run, const std::shared_ptr<const Trajectory>& samples, const RunResult& result);
  void compare(RunResult& result, const SharedRun& run, const Trajectory& samples, const StopRequest& stop) const;
  void ended(const SharedRun& run, const RunResult& result);
  void close(const SharedRun& run, const RunResult& result);
  Finish take_over(const Run& run);
  void wait_for_others();
  Finish look_at_others(const std::vector<Run>& runs);

  Pool& pool_;
  Store* store_;
  CellResults* kept_;
  IsolationOptions isolation_;
  std::uint64_t memory_limit_;
  CellProcesses processes_;
  ReferenceTasks references_;
  std::map<std::string, Run> open_;  // by cell id: runs that have not ended
  std::vector<Run> new_;             // of them those that have no task yet
  std::vector<Run> elsewhere_;       // of them those that other processes run
  double bytes_kept_ = 0;            // of samples that wait for references
  bool waits_ = false;               // a task looks at those
  int from_others_ = 0;
};

}  // namespace plumb
