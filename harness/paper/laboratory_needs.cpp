// The work that quantities need: runs, readings of samples, analyses, and the digits of references.

#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <set>

#include "contract/stop.hpp"
#include "harness/judge/motion_of_cell.hpp"
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

Missing Laboratory::missing(const Needs& needs) {
  Missing out;
  // Motions come first, because they determine the digits that must be certified.
  for (const auto* q : needs.uncertainties) add_motions(out, *q);
  if (!out.empty()) return out;
  std::set<std::string> parts;
  for (const auto* q : needs.values) {
    stopping_point();
    add_value(out, *q, parts);
  }
  for (const auto* q : needs.uncertainties) add_digits(out, *q);
  if (options.store && !out.tasks.empty()) options.store->begin_writing();  // fails now, not after the first task
  if (out.empty())
    for (const auto* q : needs.uncertainties) uncertainty(*q);
  return out;
}

/// Adds the work for a value, without the cells and keys in `parts`, and adds its own cells or its key to `parts`.
void Laboratory::add_value(Missing& out, const Quantity& q, std::set<std::string>& parts) {
  if (is_analysis(q.kind) || (Reading::reads(q.kind) && !is_final_output(q))) {
    const auto part = q.key();
    if (other_values.contains(part) || load_from_store(part) || !parts.insert(part).second) return;
    if (is_analysis(q.kind))
      out.tasks.push_back(analysis(q));
    else
      out.runs.push_back(reading(q));
    return;
  }
  for (const auto& cell : q.cells) {
    const auto& id = cell.id();
    if (!result(cell) && parts.insert(id).second)
      out.runs.push_back({.cell = cell, .ended = [this, id](const RunResult& run) { results.emplace(id, run); }});
  }
}

void Laboratory::add_motions(Missing& out, const Quantity& q) {
  if (known_uncertainty(q)) return;
  for (const auto& cell : q.cells)
    if (const auto of = cell_of_motion(cell, q.name); !has_motion(of)) out.tasks.push_back(motion_task(of));
}

void Laboratory::add_digits(Missing& out, const Quantity& q) {
  if (known_uncertainty(q)) return;
  for (const auto* cell : to_be_certified(q))
    if (!has_horizon(*cell)) out.tasks.push_back(digits_task(*cell));
}

NeededTask Laboratory::analysis(const Quantity& q) {
  return {.task = {.seconds = expected_seconds_of_analysis(q),
                   .work = [this, q](TaskState&) -> Finish {
                     return [this, part = q.key(), value = analysed(q)] {
                       keep(part, value);
                       return true;
                     };
                   },
                   .title = q.method.text()},
          .name = q.key()};
}

NeededRun Laboratory::reading(const Quantity& q) {
  struct Read {
    Reading reading;
    bool any_sample = false;
  };
  const auto read = std::make_shared<Read>(Read{Reading(q)});
  return {.cell = q.cells.front(),
          .ended =
              [this, q, read](const RunResult& run) {
                keep(q.key(), read_from(read->reading, q, run, read->any_sample), run.status);
              },
          .sample =
              [read](const Sample<quad>& sample) {
                read->any_sample = true;
                read->reading.add(sample);
              },
          .name = q.key()};
}

void Laboratory::reach(const std::vector<Goal>& goals) {
  if (stopped_by.stopped()) return;
  auto pool = options.pool();
  pool.noun = "task";
  stopped_by =
      plumb::reach(goals, {.pool = pool, .store = options.store, .kept = &results, .isolation = options.isolation});
}

void Laboratory::measure(const std::vector<const Quantity*>& quantities) {
  reach({{.missing = [&] { return missing({quantities}); }}});
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
