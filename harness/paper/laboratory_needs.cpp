// A laboratory computes its quantities in one pool: every cell and every analysis is a task, and runs once.

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <utility>

#include "contract/stop.hpp"
#include "harness/paper/analysed.hpp"
#include "harness/paper/criterion.hpp"
#include "harness/paper/laboratory.hpp"
#include "harness/paper/reading.hpp"
#include "harness/paper/reference_digits.hpp"
#include "harness/run/build_info.hpp"
#include "harness/run/lost_reference.hpp"
#include "text/json.hpp"

namespace plumb {
namespace {

bool is_analysis(QuantityKind kind) { return source_of(kind) == QuantitySource::analysis; }

Json to_json(const Measured& m) {
  const bool is_infinite = m.number && std::isinf(*m.number);
  Json out = {{"number", is_infinite ? Json("infinite") : number_or_null(m.number)}, {"note", m.note}};
  if (m.lost_at) out["reference_until"] = *m.lost_at;
  return out;
}

Measured measured_from_json(const Json& json) {
  const auto& number = json.at("number");
  Measured out{{}, json.at("note").get<std::string>()};
  if (number.is_string())
    out.number = unbounded;
  else if (!number.is_null())
    out.number = number.get<double>();
  if (json.contains("reference_until")) out.lost_at = json.at("reference_until").get<double>();
  return out;
}

Measured read_from(const Reading& reading, const Quantity& q, const RunResult& run, bool any_sample) {
  const bool blew_up = lost_numbers(run.status) && any_sample;
  if (run.status != Status::ok && !blew_up) return {{}, fmt::format("{} {}", name(run.status), run.reason)};
  if (const auto at = reading.lost_at())
    return {.number = {}, .note = fmt::format("the reference is {}", lost_text(*at)), .lost_at = at};
  Measured out{reading.value(run).value_or(unbounded), {}};
  if (q.kind == QuantityKind::deviation_time && std::isinf(*out.number))
    out.note = fmt::format("not within {} s", q.cells.front().text().t_end);
  return out;
}

}  // namespace

/// One call of `serve`. Requests wait for parts: a part is a cell, a quantity or an uncertainty that must be computed.
class Laboratory::Session {
 public:
  Session(Laboratory& laboratory, std::vector<Request>& wanted, const std::function<void(CellService&)>& also)
      : lab(laboratory),
        requests(wanted),
        others(also),
        open(wanted.size(), 0),
        pool(laboratory.pool_options()),
        cells(pool, laboratory.options.store, &laboratory.results) {
    pool.add({.work = [this](TaskState&) -> Finish { return [this] { return request_all(); }; },
              .title = "the store",
              .is_prerequisite = true});
  }

  PoolOutcome run() { return pool.run(); }

 private:
  // The first task of the pool. A request with all parts in the store is ready immediately, and judging it may take
  // long. No run begins before all requests are registered, so that each cell runs only once.
  bool request_all() {
    if (others) others(cells);
    for (std::size_t i = 0; i < requests.size(); ++i) {
      stopping_point();
      request_parts(i);
    }
    begin_requested();
    return true;
  }

  // Processes the needs of request i until it must wait for a part or has no more needs.
  void request_parts(std::size_t i) {
    while (open[i] == 0) {
      request_parts(i, requests[i].needs);
      if (open[i] != 0) return;
      requests[i].needs = requests[i].ready();
      if (requests[i].needs.empty()) return;
    }
  }

  void request_parts(std::size_t request, const Needs& needs) {
    for (const auto* q : needs.values) {
      stopping_point();
      request_parts(request, *q);
    }
    for (const auto* q : needs.uncertainties) request_uncertainty(request, *q);
  }

  void request_uncertainty(std::size_t request, const Quantity& q) {
    if (!lab.known_uncertainty(q) && wait(request, part_of_uncertainty(q))) estimates.push_back(&q);
  }

  void request_parts(std::size_t request, const Quantity& q) {
    if (is_analysis(q.kind) || (Reading::reads(q.kind) && !is_final_output(q))) {
      const auto part = q.key();
      if (lab.other_values.contains(part) || lab.load_from_store(part) || !wait(request, part)) return;
      if (is_analysis(q.kind))
        analyses.push_back(&q);
      else
        request_reading(q);
      return;
    }
    for (const auto& cell : q.cells) {
      const auto& part = cell.id();
      if (!cells.known(cell) && wait(request, part))
        cells.request(cell, [this, part](const RunResult&) { ended(part); });
    }
  }

  /// Makes the request wait for the part. Returns whether no other request waited for it before.
  bool wait(std::size_t request, const std::string& part) {
    auto& list = waiting[part];
    list.push_back(request);
    ++open[request];
    return list.size() == 1;
  }

  void request_reading(const Quantity& q) {
    struct Read {
      Reading reading;
      bool any_sample = false;
    };
    const auto read = std::make_shared<Read>(Read{Reading(q)});
    const auto ended_run = [this, &q, read](const RunResult& run) {
      lab.keep(q.key(), read_from(read->reading, q, run, read->any_sample), run.status);
      ended(q.key());
    };
    cells.request(q.cells.front(), ended_run, [read](const Sample<quad>& sample) {
      read->any_sample = true;
      read->reading.add(sample);
    });
  }

  void begin_requested() {
    cells.begin();
    if (lab.options.store && !analyses.empty()) lab.options.store->begin_writing();
    for (const auto* q : std::exchange(analyses, {})) pool.add(task_of(*q));
    for (const auto* q : std::exchange(estimates, {})) begin_estimate(*q);
  }

  /// Computes the motions first, because they determine which digits must be certified.
  void begin_estimate(const Quantity& q) {
    std::vector<Pool::TaskId> motions;
    for (const auto& cell : q.cells) motions.push_back(motion_task(pool, cell_of_motion(cell, q.name)));
    add_after(motions, [this, &q] { certify(q); });
  }

  void certify(const Quantity& q) {
    std::vector<Pool::TaskId> certified;
    for (const auto* cell : lab.to_be_certified(q)) certified.push_back(digits_task(pool, *cell));
    add_after(certified, [this, &q] {
      lab.uncertainty(q);
      ended(part_of_uncertainty(q));
    });
  }

  /// Adds a task that calls `then` after other tasks and computes nothing itself.
  void add_after(const std::vector<Pool::TaskId>& others_end, std::function<void()> then) {
    const auto finish = [then = std::move(then)] {
      then();
      return true;
    };
    pool.add({.work = [finish](TaskState&) -> Finish { return finish; }, .is_prerequisite = true}, others_end);
  }

  Task task_of(const Quantity& q) {
    return {.seconds = expected_seconds_of_analysis(q),
            .work = [this, &q](TaskState&) -> Finish {
              const auto value = analysed(q);
              return [this, &q, value] {
                lab.keep(q.key(), value);
                ended(q.key());
                return true;
              };
            },
            .title = q.method.text()};
  }

  void ended(const std::string& part) {
    std::vector<std::size_t> satisfied;
    for (const auto request : std::exchange(waiting[part], {}))
      if (--open[request] == 0) satisfied.push_back(request);
    for (const auto request : satisfied) next(request);
    begin_requested();
  }

  void next(std::size_t request) {
    requests[request].needs = requests[request].ready();
    if (!requests[request].needs.empty()) request_parts(request);
  }

  Laboratory& lab;
  std::vector<Request>& requests;
  const std::function<void(CellService&)>& others;
  std::vector<std::size_t> open;                            // number of parts that each request waits for
  std::map<std::string, std::vector<std::size_t>> waiting;  // requests that wait for each part, by its key
  std::vector<const Quantity*> analyses, estimates;         // linear analyses and uncertainties that have not begun
  Pool pool;
  CellService cells;
};

PoolOptions Laboratory::pool_options() const {
  auto out = options.pool();
  out.noun = "task";
  return out;
}

void Laboratory::serve(std::vector<Request> requests, const std::function<void(CellService&)>& others) {
  if (stopped_by.stopped()) return;
  stopped_by = Session(*this, requests, others).run();
}

void Laboratory::measure(const std::vector<const Quantity*>& quantities) {
  serve({Request{{quantities}, [] { return Needs{}; }}});
}

bool Laboratory::load_from_store(const std::string& part) {
  if (!options.store) return false;
  const auto text = options.store->derived(part, build_info().fingerprint);
  if (text) other_values.emplace(part, measured_from_json(Json::parse(*text)));
  return text.has_value();
}

void Laboratory::keep(const std::string& part, const Measured& value, Status status) {
  other_values.insert_or_assign(part, value);
  if (options.store && !depends_on_the_machine(status))
    options.store->put_derived(part, build_info().fingerprint, to_json(value).dump());
}

}  // namespace plumb
