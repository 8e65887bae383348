#include "harness/schedule/cell_service.hpp"

#include <algorithm>
#include <chrono>
#include <deque>
#include <exception>
#include <mutex>
#include <new>
#include <thread>
#include <utility>

#include "contract/stop.hpp"
#include "harness/cell/method_file.hpp"
#include "harness/run/build_info.hpp"
#include "harness/run/comparison.hpp"
#include "harness/run/needed_reference.hpp"
#include "harness/schedule/cost.hpp"

namespace plumb {
namespace {

void leave_out_errors(RunResult& result) {
  result.reference_in_time = false;
  result.note += result.note.empty() ? "" : "; ";
  result.note += "no errors: the reference was not computed within the time limit of a cell";
}

}  // namespace

/// One run of a cell for several requests. The functions of a request may add further requests.
class CellService::SharedRun {
 public:
  SharedRun(ResolvedCell of, std::optional<std::size_t> needed) : cell(std::move(of)), reference(needed) {}

  /// Adds a request. Returns false if the run has begun and the request needs samples.
  bool join(NeededRun& needed) {
    const std::lock_guard lock(guard_);
    if (needed.sample && has_begun_) return false;
    auto& request = requests_.emplace_back(Request{std::move(needed)});
    if (request.needed.sample) readers_.push_back(&request);
    return true;
  }

  /// Marks the run as begun: no request for samples can join any more. Returns whether any request needs samples.
  bool begin() {
    const std::lock_guard lock(guard_);
    has_begun_ = true;
    return !readers_.empty();
  }

  /// Returns a sink that serves all requests; empty if none needs samples.
  SampleSink sink() {
    if (readers_.empty()) return {};
    return [this](const Sample<quad>& sample) {
      for (auto* reader : readers_) reader->receive(sample);
    };
  }

  bool needs_early_result() const {
    return std::ranges::any_of(requests_, [](const Request& request) { return request.needed.early != nullptr; });
  }

  void notify_run_elsewhere() const {
    for_each_present([](const Request& request) {
      if (request.needed.elsewhere) request.needed.elsewhere();
    });
  }

  void answer_early(const RunResult& result) const {
    for_each_present([&](const Request& request) {
      if (request.needed.early) request.needed.early(result);
    });
  }

  void deliver(const RunResult& result) const {
    for_each_present([&](const Request& request) {
      if (request.needed.ended) request.needed.ended(request.failure ? crashed(*request.failure) : result);
    });
  }

  const ResolvedCell cell;
  const std::optional<std::size_t> reference;
  double sample_bytes = 0;  // memory of samples stored until the reference exists [bytes]; 0: the run waits instead

 private:
  struct Request {
    NeededRun needed;
    std::optional<std::string> failure = {};  // message of an exception of its sink, which receives no more samples

    void receive(const Sample<quad>& sample) {
      if (failure) return;
      try {
        needed.sample(sample);
      } catch (const std::bad_alloc&) {  // the run cannot continue either
        throw;
      } catch (const std::exception& e) {
        failure = e.what();
      }
    }
  };

  /// Calls `answer` with each request, but not with requests that it adds.
  template <class Answer>
  void for_each_present(Answer answer) const {
    for (std::size_t i = 0, count = requests_.size(); i < count; ++i) answer(requests_[i]);
  }

  std::mutex guard_;  // guards `has_begun_` and `readers_` until the run has begun
  bool has_begun_ = false;
  std::vector<Request*> readers_;  // requests that need samples
  std::deque<Request> requests_;   // a deque, because its elements keep their addresses
};

CellService::CellService(Pool& pool, Store* store, CellResults* kept, const IsolationOptions& isolation)
    : pool_(pool),
      store_(store),
      kept_(kept),
      isolation_(isolation),
      memory_limit_(isolation.limit()),
      references_(pool) {}
CellService::~CellService() = default;

std::optional<RunResult> CellService::known(const ResolvedCell& cell) {
  if (kept_)
    if (const auto found = kept_->find(cell.id()); found != kept_->end()) return found->second;
  auto stored = store_ ? store_->find(cell.id(), build_info().fingerprint) : std::nullopt;
  if (!stored || depends_on_the_machine(stored->result.status)) return {};
  if (kept_) kept_->emplace(cell.id(), stored->result);
  return std::move(stored->result);
}

void CellService::request(NeededRun needed) {
  auto& run = open_[needed.cell.id()];
  if (run && run->join(needed)) return;
  run = std::make_shared<SharedRun>(needed.cell, references_.need(needed.cell));
  run->join(needed);
  new_.push_back(run);
}

void CellService::request_reference(const ResolvedCell& cell, std::function<void()> computed) {
  new_references_.emplace_back(references_.need(cell), std::move(computed));
}

void CellService::begin() {
  if (store_ && !new_.empty()) store_->begin_writing();  // fails now, not after the first run
  const auto is_early = [](const Run& run) { return run->needs_early_result(); };
  references_.begin(std::ranges::any_of(new_, is_early) ? ReferenceTasks::Order::last : ReferenceTasks::Order::first);
  for (auto& [reference, computed] : std::exchange(new_references_, {})) {
    const auto finish = [computed = std::move(computed)] {
      computed();
      return true;
    };
    pool_.add({.work = [finish](TaskState&) -> Finish { return finish; }, .is_prerequisite = true},
              reference ? std::vector{references_.task(*reference)} : std::vector<Pool::TaskId>{});
  }
  for (const auto& run : std::exchange(new_, {})) {
    std::vector<Pool::TaskId> after;
    if (stores_samples(*run)) sample_bytes_ += run->sample_bytes = 2 * bytes_of_states(run->cell);  // samples in quad
    if (run->reference && run->sample_bytes == 0) after.push_back(references_.task(*run->reference));
    pool_.add(task_of(run), after);
  }
}

/// Returns whether the samples of a run are stored until its reference is computed. Samples of isolated runs are not
/// stored, because this process compares them when it receives them.
bool CellService::stores_samples(const SharedRun& run) const {
  constexpr double most_bytes = 256e6;
  return run.reference && run.needs_early_result() && !isolation_.all && !needs_isolation(run.cell, memory_limit_) &&
         sample_bytes_ + 2 * bytes_of_states(run.cell) <= most_bytes;
}

Task CellService::task_of(const Run& run) {
  const auto work = [this, run](TaskState& state) -> Finish {
    switch (claim(*run)) {
      case CellClaim::done: return take_over(run);
      case CellClaim::others:
        return [this, run] {
          elsewhere_.push_back(run);
          run->notify_run_elsewhere();
          poll_other_processes();
          return true;
        };
      case CellClaim::ours: break;
    }
    return run->sample_bytes > 0 ? run_early(run, state) : run_whole(run, state);
  };
  return {.seconds = weight(run->cell),
          .bytes = room(run->cell),
          .steps = run->cell.steps(),
          .work = work,
          .title = run->cell.problem().name};
}

/// Claims the run for this process. If another process has already stored the result, but samples are requested, this
/// process repeats the run.
CellClaim CellService::claim(SharedRun& run) const {
  if (!store_ || !is_stored_method(run.cell.text().method)) return CellClaim::ours;
  const bool again = run.begin();
  const auto claim = store_->claim(run.cell.id(), build_info().fingerprint);
  return again && claim == CellClaim::done ? CellClaim::ours : claim;
}

Finish CellService::run_whole(const Run& run, TaskState& state) {
  const auto result = std::make_shared<const RunResult>(this->result(*run, state));
  if (result->status == Status::interrupted) return {};
  return [this, run, result] {
    ended(*run, *result);
    return result->status == Status::ok;
  };
}

Finish CellService::run_early(const Run& run, TaskState& state) {
  const auto samples = std::make_shared<Trajectory>();
  const auto result = std::make_shared<RunResult>(this->result(*run, state, samples.get()));
  if (result->status == Status::interrupted) return {};
  return [this, run, samples, result] {
    run->answer_early(*result);
    pool_.add(comparison_of(run, samples, *result), {references_.task(*run->reference)});
    return result->status == Status::ok;
  };
}

Task CellService::comparison_of(const Run& run, const std::shared_ptr<const Trajectory>& samples,
                                const RunResult& of_run) {
  const auto work = [this, run, samples, of_run](TaskState& state) -> Finish {
    const auto result = std::make_shared<RunResult>(of_run);
    compare(*result, *run, *samples, state.stop);
    if (result->status == Status::interrupted) return {};
    return [this, run, result] {
      ended(*run, *result);
      return true;
    };
  };
  return {.work = work, .title = run->cell.problem().name, .is_prerequisite = true};
}

void CellService::compare(RunResult& result, const SharedRun& run, const Trajectory& samples,
                          const StopRequest& stop) const try {
  if (references_.gave_up(*run.reference)) return leave_out_errors(result);
  Comparison comparison(run.cell, stop);
  for (const auto& sample : samples.samples) comparison.add(sample);
  add_errors(result, run.cell, comparison, stop);
} catch (const std::exception& e) {
  result = crashed(e.what());
}

/// Returns the result with all data of the run. With `kept`, the samples are stored there and not compared.
RunResult CellService::result(SharedRun& run, TaskState& state, Trajectory* kept) {
  run.begin();
  try {
    const auto sink = run.sink();
    if (kept) {
      const auto keep = [kept, &sink](const Sample<quad>& sample) {
        kept->samples.push_back(sample);
        if (sink) sink(sample);
      };
      return run_without_reference(run.cell, state.stop, {.sample = keep, .steps_completed = &state.steps_completed});
    }
    const bool is_given_up = run.reference && references_.gave_up(*run.reference);
    const auto cell = is_given_up ? run.cell.without_reference() : run.cell;
    const bool alone = needs_isolation(cell, memory_limit_);
    auto out = alone || (isolation_.all && !is_local_to_process(cell))
                   ? processes_.run(cell, {memory_limit_, isolation_.grace, alone}, state, sink)
                   : run_cell(cell, state.stop, {.sample = sink, .steps_completed = &state.steps_completed});
    if (is_given_up) leave_out_errors(out);
    return out;
  } catch (const std::bad_alloc&) {
    auto out = crashed("the stored states do not fit into memory");
    out.status = Status::out_of_memory;
    return out;
  } catch (const std::exception& e) {
    return crashed(e.what());
  }
}

void CellService::ended(const SharedRun& run, const RunResult& result) {
  ++ran_;
  const bool stores = store_ && is_stored_method(run.cell.text().method);
  if (stores && result.reference_in_time) store_->put(run.cell.text(), build_info().fingerprint, result);
  if (stores && !result.reference_in_time) store_->release(run.cell.id(), build_info().fingerprint);
  close(run, result);
}

void CellService::close(const SharedRun& run, const RunResult& result) {
  sample_bytes_ -= run.sample_bytes;
  const auto& id = run.cell.id();
  if (const auto open = open_.find(id); open != open_.end() && open->second.get() == &run) open_.erase(open);
  if (kept_) kept_->insert_or_assign(id, result);
  run.deliver(result);
}

Finish CellService::take_over(const Run& run) {
  auto stored = store_->find(run->cell.id(), build_info().fingerprint);
  if (!stored) throw StoreError("cell " + run->cell.id() + " has vanished from the store");
  const auto result = std::make_shared<const RunResult>(std::move(stored->result));
  return [this, run, result] {
    ++from_others_;
    close(*run, *result);
    return result->status == Status::ok;
  };
}

void CellService::poll_other_processes() {
  if (waits_ || elsewhere_.empty()) return;
  waits_ = true;
  pool_.add({.work = [this, runs = elsewhere_](TaskState&) { return poll_other_runs(runs); },
             .title = "another process",
             .comes_last = true});
}

/// Waits for 0.1 s. Then takes over the runs that other processes have stored, and restarts the runs whose process has
/// ended without a result.
Finish CellService::poll_other_runs(const std::vector<Run>& runs) {
  constexpr int moments = 10;
  report_progress("waiting for", 0, static_cast<double>(runs.size()), "cells");
  for (int i = 0; i < moments; ++i) {
    stopping_point();
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  std::vector<Finish> taken;
  std::vector<Run> ours, others;
  for (const auto& run : runs) {
    stopping_point();
    switch (claim(*run)) {
      case CellClaim::done: taken.push_back(take_over(run)); break;
      case CellClaim::ours: ours.push_back(run); break;
      case CellClaim::others: others.push_back(run); break;
    }
  }
  return [this, taken, ours, left = others, polled = runs.size()] {
    auto still = left;
    still.insert(still.end(), elsewhere_.begin() + static_cast<std::ptrdiff_t>(polled), elsewhere_.end());
    elsewhere_ = std::move(still);
    waits_ = false;
    for (const auto& run : ours) pool_.add(task_of(run));
    for (const auto& take : taken) take();
    poll_other_processes();
    return true;
  };
}

}  // namespace plumb
