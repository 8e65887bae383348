#include "harness/gate/measure.hpp"

#include <algorithm>
#include <chrono>
#include <functional>
#include <iterator>
#include <map>

#include "harness/gate/derived_items.hpp"
#include "harness/gate/paper_items.hpp"
#include "harness/schedule/engine.hpp"

namespace plumb {
namespace {

/// The measurement of a matrix, one area after the other. After a stop, the items that were not measured have no
/// results.
class Measuring {
 public:
  Measuring(const NightlyMatrix& of, const MatrixOptions& by) : matrix(of), options(by) {}

  Measurement run() {
    add_runs();
    add_orders();
    add_references();
    add_analyses();
    add_papers();
    add_times();
    return std::move(out);
  }

 private:
  bool is_stopped() const { return out.interrupted || out.timed_out; }

  /// Records a stop of an area's measurement, and a stop request between two areas.
  void stopped_by(const PoolOutcome& outcome = {}) {
    out.interrupted = out.interrupted || outcome.interrupted || (options.interrupted && options.interrupted());
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - options.begin;
    out.timed_out =
        out.timed_out || outcome.timed_out || (options.global_timeout && took.count() > *options.global_timeout);
  }

  /// Runs all cells, including the cells of order studies; `add_orders` then loads these from the store.
  void add_runs() {
    auto cells = matrix.cells;
    for (const auto& study : matrix.studies) cells.insert(cells.end(), study.begin(), study.end());
    if (cells.empty()) return;
    for (const auto& cell : matrix.cells) out.items.push_back(item_of_run(cell, {}));
    auto running = options;
    running.finished = [&](std::size_t place, const RunResult& result) {
      if (place < matrix.cells.size()) out.items[place] = item_of_run(matrix.cells[place], result);
    };
    const auto outcome = run_matrix(Cells(std::move(cells)), running);
    stopped_by({outcome.interrupted, outcome.timed_out});
  }

  void add_orders() {
    auto quiet = options;
    quiet.progress = {};
    for (const auto& study : matrix.studies) {
      std::optional<OrderMeasurement> found;
      if (!is_stopped()) found = measured_order(study, quiet, classes_of_order(study.front()));
      if (found && found->stop.stopped()) found.reset();
      if (!found) stopped_by();
      out.items.push_back(item_of_order(study, found));
    }
  }

  void add_references() {
    add_by_tasks(matrix.references, "reference", item_of_reference, measured_reference,
                 [](const ResolvedCell& cell) { return cell.problem().name; });
  }

  void add_analyses() {
    add_by_tasks(matrix.methods, "method", item_of_method, analysed_method,
                 [](const Spec& method) { return method.text(); });
  }

  /// Adds an item for each element of the list: first `named(element)`, then made(element) from a separate task.
  template <class T, class Named, class Made, class Titled>
  void add_by_tasks(const std::vector<T>& list, const char* noun, const Named& named, const Made& made,
                    const Titled& titled) {
    const auto first = out.items.size();
    for (const auto& one : list) out.items.push_back(named(one));
    if (is_stopped() || list.empty()) return;
    std::vector<Task> tasks;
    for (std::size_t i = 0; i < list.size(); ++i)
      tasks.push_back({.seconds = 1,
                       .work = [&, i](TaskState&) -> Finish {
                         return [this, at = first + i, item = made(list[i])] {
                           out.items[at] = item;
                           return true;
                         };
                       },
                       .title = std::string(titled(list[i]))});
    stopped_by(reach({goal_of(std::move(tasks))}, {.pool = pool_of(noun)}));
  }

  PoolOptions pool_of(const char* noun) const {
    auto of_options = options.pool();
    of_options.noun = noun;
    of_options.task_timeout.reset();
    return of_options;
  }

  void add_papers() {
    if (is_stopped() || matrix.papers.empty()) return;
    auto found = measured_papers(matrix.papers, options);
    std::ranges::move(found.items, std::back_inserter(out.items));
    stopped_by({.interrupted = found.interrupted});
  }

  void add_times() {
    if (is_stopped() || matrix.timed.empty()) return;
    auto alone = options;
    alone.jobs = 1;  // simultaneous runs would disturb the times
    const auto runs = run_matrix(Cells(matrix.timed), alone);
    stopped_by({runs.interrupted, runs.timed_out});
    if (is_stopped()) return;
    std::vector<Item> items;
    const auto work = [&](TaskState&) { items = calibrated_times(matrix.timed, runs.results); };
    stopped_by(do_task({.seconds = 1, .title = "times"}, work, pool_of("calibration")));
    std::ranges::move(items, std::back_inserter(out.items));
  }

  const NightlyMatrix& matrix;
  const MatrixOptions& options;
  Measurement out = {};
};

}  // namespace

Measurement measured(const NightlyMatrix& matrix, const MatrixOptions& options) {
  return Measuring(matrix, options).run();
}

}  // namespace plumb
