#pragma once
// All who work in one pool get their cells here. What the store has is not run; what several ask for is run once, after
// its reference.

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

/// Results by the id of their cell.
using CellResults = std::map<std::string, RunResult>;

/// Call everything but `known` before the pool runs, or from one of its Finishes. Throws StoreError, through the pool
/// if a task meets it; what was committed before stays.
class CellService {
 public:
  /// Receives a result.
  using Answer = std::function<void(const RunResult&)>;

  /// All arguments have to outlive this object, and this object the run of the pool. Runs are committed to the store as
  /// they end; null: they are not stored. What ran or was found is kept in `kept` for later requests; null: only the
  /// store remembers. Make this object while there are no other threads, because it starts the process that isolated
  /// cells come from.
  CellService(Pool& pool, Store* store, CellResults* kept = nullptr, const IsolationOptions& isolation = {});
  ~CellService();

  Pool& pool() { return pool_; }

  /// Returns what is known of a cell: kept, or stored by this build, unless the result depends on the machine. Without
  /// `kept` a task may call it too.
  std::optional<RunResult> known(const ResolvedCell& cell);
  /// Returns how the cell of this id ended, if the store has it. Usable from any thread.
  std::optional<Status> stored(const std::string& cell_id) const;

  /// Notes that a cell will be asked for, so that its reference begins with the others. Cells that wait for the same
  /// reference get the same number. None: the cell waits for nothing.
  std::optional<std::size_t> need(const ResolvedCell& cell) { return references_.need(cell); }

  /// Asks for a run of a cell, whatever is known of it. `answer` receives the result from a Finish of the pool, or
  /// never if the pool is stopped before. Those who ask before the run has ended share it. `sink` receives its samples,
  /// which takes another run if this one has begun already. A failure that is not of the run's making (memory, an
  /// exception) ends as a result too; an exception of a sink changes only the result of the one who gave it.
  ///
  /// If another process runs the cell, it is waited for, and its result is taken unless samples are wanted. `elsewhere`
  /// is called from a Finish when that begins. A run with an `early` answer need not wait for its reference: `early`
  /// receives what the run shows by itself from a Finish, and `answer` follows when the samples have been compared.
  void ask(const ResolvedCell& cell, Answer answer, SampleSink sink = {}, std::function<void()> elsewhere = {},
           Answer early = {});

  /// Counts the results that other processes have stored for cells that were asked for here.
  int from_others() const { return from_others_; }

  /// Begins what was needed and asked for since the last call. It first makes sure that the store can be written to.
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
  std::map<std::string, Run> open_;  // runs that have not ended, by cell id
  std::vector<Run> new_;             // those of them that have no task yet
  std::vector<Run> elsewhere_;       // those of them that other processes run
  double bytes_kept_ = 0;            // bytes of samples that wait for references
  bool waits_ = false;               // a task looks at the runs elsewhere
  int from_others_ = 0;
};

}  // namespace plumb
