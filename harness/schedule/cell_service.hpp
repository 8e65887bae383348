#pragma once
// Runs the cells that the clients of one pool request. A cell whose result is stored is not run again. A cell with
// several requests runs once, after its reference is computed.

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/schedule/cell_processes.hpp"
#include "harness/schedule/engine.hpp"
#include "harness/schedule/reference_tasks.hpp"

namespace plumb {

/// Except for `known`, call the functions before the pool runs, or from a Finish of a task (pool.hpp). They throw
/// StoreError. If a task meets the error, the pool throws it. Results committed before remain stored.
class CellService {
 public:
  /// All arguments must outlive this object, and this object must outlive the run of the pool. Runs are committed to
  /// the store as they end; null: they are not stored. `kept` receives all results for later requests; null: results
  /// are only in the store.
  CellService(Pool& pool, Store* store, CellResults* kept = nullptr, const IsolationOptions& isolation = {});
  ~CellService();

  /// Returns the result of a cell from `kept`, or from the store if this build stored it and it does not depend on the
  /// machine. If `kept` is null, a task may call this too.
  std::optional<RunResult> known(const ResolvedCell& cell);

  /// Requests a run of a cell, even if a result exists. `ended` receives the result from a Finish of the pool; it is
  /// never called if the pool is stopped before. Requests before the end of the run share it. `sample` requires another
  /// run if the run has already begun. A failure outside of the method (memory, an exception) is a result, too. An
  /// exception of `sample` changes only the result of its own request.
  ///
  /// If another process runs the cell, this process waits for it and uses its result, unless samples are requested.
  /// `elsewhere` is then called from a Finish when the wait begins. With `early`, the run need not wait for its
  /// reference: `early` receives the result without errors from a Finish, and `ended` follows when the samples have
  /// been compared with the reference.
  void request(NeededRun needed);

  /// Requests the reference of a cell. `computed` is called from a Finish when it has been computed, even if that failed;
  /// the cell then fails in the same way.
  void request_reference(const ResolvedCell& cell, std::function<void()> computed);

  /// Returns the number of runs that this process has executed.
  std::size_t ran() const { return ran_; }
  /// Returns the number of results for requested cells that other processes have stored.
  std::size_t from_others() const { return from_others_; }

  /// Adds tasks to the pool for all references and runs requested since the last call. It first checks that the store
  /// is writable.
  void begin();

 private:
  class SharedRun;
  using Run = std::shared_ptr<SharedRun>;

  Task task_of(const Run& run);
  CellClaim claim(SharedRun& run) const;
  bool stores_samples(const SharedRun& run) const;
  RunResult result(SharedRun& run, TaskState& state, Trajectory* kept = nullptr);
  Finish run_whole(const Run& run, TaskState& state);
  Finish run_early(const Run& run, TaskState& state);
  Task comparison_of(const Run& run, const std::shared_ptr<const Trajectory>& samples, const RunResult& result);
  void compare(RunResult& result, const SharedRun& run, const Trajectory& samples, const StopRequest& stop) const;
  void ended(const SharedRun& run, const RunResult& result);
  void close(const SharedRun& run, const RunResult& result);
  Finish take_over(const Run& run);
  void poll_other_processes();
  Finish poll_other_runs(const std::vector<Run>& runs);

  Pool& pool_;
  Store* store_;
  CellResults* kept_;
  IsolationOptions isolation_;
  std::uint64_t memory_limit_;
  CellProcesses processes_;
  ReferenceTasks references_;
  std::map<std::string, Run> open_;  // unfinished runs, by cell id
  std::vector<Run> new_;             // runs of `open_` without a task
  std::vector<std::pair<std::optional<std::size_t>, std::function<void()>>> new_references_;  // requested references
  std::vector<Run> elsewhere_;  // runs of `open_` that other processes execute
  double sample_bytes_ = 0;     // memory of the samples that wait for references [bytes]
  bool waits_ = false;          // whether a task polls the runs of other processes
  std::size_t ran_ = 0, from_others_ = 0;
};

}  // namespace plumb
