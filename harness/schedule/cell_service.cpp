#include "harness/schedule/cell_service.hpp"

#include <exception>
#include <mutex>
#include <new>
#include <utility>

#include "harness/run/build_info.hpp"
#include "harness/run/environment.hpp"
#include "harness/schedule/cost.hpp"

namespace plumb {
namespace {

RunResult crashed(const std::string& reason) {
  RunResult out;
  out.status = Status::crashed;
  out.reason = reason;
  out.environment = environment();
  return out;
}

/// A sink that another one's run is not to suffer from.
struct Reader {
  SampleSink sink;
  std::optional<std::string> failure = {};

  void hear(const Sample<quad>& sample) {
    if (failure) return;
    try {
      sink(sample);
    } catch (const std::bad_alloc&) {  // the run's as well
      throw;
    } catch (const std::exception& e) {
      failure = e.what();
    }
  }
};

}  // namespace

/// One run of a cell, with all who asked for it.
class CellService::SharedRun {
 public:
  SharedRun(ResolvedCell of, std::optional<std::size_t> needed) : cell(std::move(of)), reference(needed) {}

  /// False: it has begun, and whoever wants samples is too late.
  bool join(Answer answer, SampleSink sink) {
    std::shared_ptr<Reader> reader;
    if (sink) {
      const std::lock_guard lock(guard);
      if (begun) return false;
      reader = readers.emplace_back(std::make_shared<Reader>(Reader{std::move(sink)}));
    }
    askers.push_back({std::move(answer), std::move(reader)});
    return true;
  }

  RunResult result(TaskState& state) {
    {
      const std::lock_guard lock(guard);
      begun = true;
    }
    SampleSink sink;
    if (!readers.empty())
      sink = [this](const Sample<quad>& sample) {
        for (const auto& reader : readers) reader->hear(sample);
      };
    try {
      return run_cell(cell, state.stop, sink, Binding::fastest, &state.steps_completed);
    } catch (const std::exception& e) {
      return crashed(e.what());
    }
  }

  void answer(const RunResult& result) const {
    for (const auto& [answer, reader] : askers) answer(reader && reader->failure ? crashed(*reader->failure) : result);
  }

  const ResolvedCell cell;
  const std::optional<std::size_t> reference;

 private:
  struct Asker {
    Answer answer;
    std::shared_ptr<Reader> reader;  // null: the result is enough
  };
  std::mutex guard;  // of the next two, until it has begun
  bool begun = false;
  std::vector<std::shared_ptr<Reader>> readers;
  std::vector<Asker> askers;
};

CellService::CellService(Pool& pool, Store* store, CellResults* kept)
    : pool_(pool), store_(store), kept_(kept), references_(pool) {}
CellService::~CellService() = default;

std::optional<RunResult> CellService::known(const ResolvedCell& cell) {
  if (kept_)
    if (const auto found = kept_->find(cell.id()); found != kept_->end()) return found->second;
  if (!store_) return {};
  auto stored = store_->find(cell.id(), build_info().fingerprint);
  if (!stored || depends_on_the_machine(stored->result.status)) return {};
  if (kept_) kept_->emplace(cell.id(), stored->result);
  return std::move(stored->result);
}

bool CellService::has_stored(const std::string& cell_id) const {
  const auto status = store_ ? store_->status(cell_id, build_info().fingerprint) : std::nullopt;
  return status && !depends_on_the_machine(*status);
}

void CellService::ask(const ResolvedCell& cell, Answer answer, SampleSink sink) {
  auto& run = open_[cell.id()];
  if (run && run->join(answer, sink)) return;
  run = std::make_shared<SharedRun>(cell, need(cell));
  run->join(std::move(answer), std::move(sink));
  new_.push_back(run);
}

void CellService::begin() {
  if (store_ && !new_.empty()) store_->begin_writing();  // refused now, and not when the first run has ended
  references_.begin();
  for (const auto& run : std::exchange(new_, {})) {
    std::vector<Pool::TaskId> after;
    if (run->reference) after.push_back(references_.task(*run->reference));
    pool_.add(task_of(run), after);
  }
}

Task CellService::task_of(const std::shared_ptr<SharedRun>& run) {
  const auto work = [this, run](TaskState& state) -> Finish {
    const auto result = std::make_shared<const RunResult>(run->result(state));
    if (result->status == Status::interrupted) return {};
    return [this, run, result] {
      ended(*run, *result);
      return result->status == Status::ok;
    };
  };
  return {.seconds = weight(run->cell), .steps = run->cell.steps(), .work = work, .title = run->cell.problem().name};
}

void CellService::ended(const SharedRun& run, const RunResult& result) {
  const auto& id = run.cell.id();
  if (const auto open = open_.find(id); open != open_.end() && open->second.get() == &run) open_.erase(open);
  if (store_) store_->put(run.cell.text(), build_info().fingerprint, result);
  if (kept_) kept_->insert_or_assign(id, result);
  run.answer(result);
}

}  // namespace plumb
