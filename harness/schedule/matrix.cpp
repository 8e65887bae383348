#include "harness/schedule/matrix.hpp"

#include <exception>
#include <map>
#include <memory>
#include <utility>

#include "harness/run/build_info.hpp"
#include "harness/run/environment.hpp"
#include "harness/schedule/cost.hpp"

namespace plumb {
namespace {

// Only its order and its sum are used.
double weight(const ResolvedCell& cell) {
  try {
    return expected_seconds(cell);
  } catch (const std::exception&) {  // the run will say what is wrong with it
    return 0;
  }
}

RunResult result_of(const ResolvedCell& cell, TaskState& state, const SampleSink& sink) {
  try {
    return run_cell(cell, state.stop, sink, Binding::fastest, &state.steps_completed);
  } catch (const std::exception& e) {
    RunResult result;
    result.status = Status::crashed;
    result.reason = e.what();
    result.environment = environment();
    return result;
  }
}

}  // namespace

bool depends_on_the_machine(Status status) {
  return status == Status::timeout || status == Status::interrupted || status == Status::crashed ||
         status == Status::out_of_memory;
}

Task cell_task(const ResolvedCell& cell, SampleSink sink, std::function<void(const RunResult&)> done) {
  const auto work = [&cell, sink = std::move(sink), done = std::move(done)](TaskState& state) -> Finish {
    const auto result = std::make_shared<const RunResult>(result_of(cell, state, sink));
    if (result->status == Status::interrupted) return {};
    return [result, done] {
      done(*result);
      return result->status == Status::ok;
    };
  };
  return {.seconds = weight(cell), .steps = cell.steps(), .work = work};
}

std::optional<RunResult> stored_result(const Store& store, const ResolvedCell& cell) {
  auto stored = store.find(cell.id(), build_info().fingerprint);
  if (!stored || depends_on_the_machine(stored->result.status)) return {};
  return std::move(stored->result);
}

MatrixOutcome run_matrix(const std::vector<ResolvedCell>& cells, const MatrixOptions& options) {
  MatrixOutcome out;
  out.results.resize(cells.size());
  std::map<std::string_view, std::vector<std::size_t>> places;
  for (std::size_t i = 0; i < cells.size(); ++i) places[cells[i].id()].push_back(i);

  Pool pool(options.pool());
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const auto& cell = cells[i];
    const auto& here = places.at(cell.id());
    if (here.front() != i) continue;
    const auto keep = [&out, &here](const RunResult& result) {
      for (const auto place : here) out.results[place] = result;
    };
    if (options.store && !options.trajectory)
      if (const auto stored = stored_result(*options.store, cell)) {
        keep(*stored);
        ++out.from_store;
        continue;
      }
    const auto trajectory = options.trajectory ? std::make_shared<Trajectory>() : nullptr;
    pool.add(cell_task(cell, trajectory ? trajectory->sink() : SampleSink{},
                       [&options, &cell, keep, trajectory](const RunResult& result) {
                         keep(result);
                         if (trajectory) options.trajectory(cell, result, std::exchange(*trajectory, {}));
                         if (options.store) options.store->put(cell.text(), build_info().fingerprint, result);
                       }));
  }
  const auto outcome = pool.run();
  out.interrupted = outcome.interrupted;
  out.timed_out = outcome.timed_out;
  return out;
}

}  // namespace plumb
