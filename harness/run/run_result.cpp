#include "harness/run/run_result.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "contract/parameters.hpp"
#include "harness/cell/setting.hpp"
#include "harness/run/uncertain_metric.hpp"
#include "text/number_text.hpp"

namespace plumb {
namespace {

Json count_or_null(const std::optional<std::int64_t>& count) { return count ? Json(*count) : Json(nullptr); }

std::optional<std::int64_t> optional_count(const Json& json) {
  if (json.is_null()) return std::nullopt;
  if (!json.is_number_integer()) throw FormatError("expected a whole number or null, found " + json.dump());
  return json.get<std::int64_t>();
}

template <class T, class Visit>
void for_each_time(T& timing, Visit visit) {
  visit("seconds", timing.seconds);
  visit("nanoseconds_per_step", timing.nanoseconds_per_step);
  visit("seconds_least", timing.least);
  visit("seconds_low", timing.low);
  visit("seconds_high", timing.high);
  visit("noise", timing.noise);
}

Json counters_json(const Counters& counters) {
  Json out = Json::object();
  for_each_counter(counters, [&](const char* name, const auto& count) { out[name] = count_or_null(count); });
  return out;
}

Json timing_json(const Timing& timing) {
  Json out = Json::object();
  for_each_time(timing, [&](const char* name, const auto& time) { out[name] = number_or_null(time); });
  out["repeats"] = count_or_null(timing.repeats);
  if (timing.unwatched_steps) out["unwatched_steps"] = *timing.unwatched_steps;
  if (!timing.samples.empty()) out["samples"] = timing.samples;
  return out;
}

template <class Values>
Json named_numbers(const Values& values) {
  Json out = Json::object();
  for (const auto& [name, value] : values) out[name] = number_or_null(value);
  return out;
}

Json final_json(const FinalState& state) {
  const auto list = [&](const std::vector<double>& x) {
    return state.note.empty() ? numbers_or_null(x) : Json(nullptr);
  };
  Json out = {{"t", number_or_null(state.t)}, {"q", list(state.q)}, {"v", list(state.v)}};
  if (!state.a.empty()) out["a"] = list(state.a);
  out["lambda"] = list(state.lambda);
  out["outputs"] = named_numbers(state.outputs);
  if (!state.bits.empty()) out["bits"] = state.bits;
  if (!state.note.empty()) out["note"] = state.note;
  return out;
}

Json work_json(const Work<double>& work) {
  return {{"work", number_or_null(work.done)}, {"work_uncertainty", number_or_null(work.uncertainty)}};
}
Json energy_json(const RunResult& result) {
  auto out = work_json(*result.work);
  auto& below = out["below_uncertainty"] = Json::array();
  for (const std::string metric : {"energy.max", "energy.end"})
    if (is_below_uncertainty(result, metric)) below.push_back(metric);
  return out;
}
Work<double> work_from_json(const Json& json) {
  return {number_or_nan(json.at("work")), number_or_nan(json.at("work_uncertainty"))};
}

Json inner_steps_json(const InnerSteps& of) {
  return {{"taken", of.taken}, {"shortened", of.cut}, {"crowded_intervals", of.crowded}};
}
InnerSteps inner_steps_from_json(const Json& json) {
  return {json.at("taken").get<std::int64_t>(), json.at("shortened").get<std::int64_t>(),
          json.at("crowded_intervals").get<std::int64_t>()};
}

std::vector<double> numbers_from_json(const Json& json) {
  std::vector<double> out;
  if (json.is_null()) return out;
  for (const auto& x : json.get_ref<const Json::array_t&>()) out.push_back(number_or_nan(x));
  return out;
}

const Json::object_t& members(const Json& json) { return json.get_ref<const Json::object_t&>(); }

FinalState final_from_json(const Json& json) {
  FinalState state;
  state.t = number_or_nan(json.at("t"));
  state.q = numbers_from_json(json.at("q"));
  state.v = numbers_from_json(json.at("v"));
  if (json.contains("a")) state.a = numbers_from_json(json.at("a"));
  state.lambda = numbers_from_json(json.at("lambda"));
  for (const auto& [name, value] : members(json.at("outputs"))) state.outputs[name] = number_or_nan(value);
  if (json.contains("bits")) json.at("bits").get_to(state.bits);
  if (json.contains("note")) json.at("note").get_to(state.note);
  return state;
}

// Messages of solvers may contain any bytes. A reason must not make the whole row unprintable.
std::string valid_utf8(const std::string& text) {
  return nlohmann::json::parse(nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

}  // namespace

Timing one_timing(const Timing::Measured& seconds, std::int64_t steps) {
  Timing out{.seconds = seconds};
  if (!seconds) return out;
  out.repeats = 1;
  if (steps > 0) out.nanoseconds_per_step = 1e9 * *seconds / static_cast<double>(steps);
  return out;
}

Status status_from_name(std::string_view text) {
  std::vector<std::string_view> known;
  for (const auto& row : statuses) {
    if (row.name == text) return row.status;
    known.push_back(row.name);
  }
  throw FormatError(fmt::format("unknown status '{}'; known: {}", text, fmt::join(known, ", ")));
}

Json to_json(const RunResult& result) {
  Json out = {{"status", name(result.status)}, {"reason", valid_utf8(result.reason)}};
  if (!result.note.empty()) out["note"] = valid_utf8(result.note);
  out["t_reached"] = number_or_null(result.t_reached);
  if (result.reference_until) out["reference_until"] = *result.reference_until;
  out["metrics"] = named_numbers(result.metrics);
  if (!result.reference_uncertainty.empty()) out["reference_uncertainty"] = named_numbers(result.reference_uncertainty);
  if (result.work) out["energy"] = energy_json(result);
  if (result.inner_steps.taken > 0) out["inner_steps"] = inner_steps_json(result.inner_steps);
  out["counters"] = counters_json(result.counters);
  if (!result.linear_algebra.empty()) out["linear_algebra"] = result.linear_algebra;
  out["timing"] = timing_json(result.timing);
  out["final"] = final_json(result.final_state);
  out["environment"] = result.environment;
  return out;
}

Json run_json(const Cell& cell, const RunResult& result) {
  const auto named = [](const auto& name, const auto& parameters) {
    return with_parameters(name, normalized_parameters(parameters));
  };
  Json out = {{"id", id(cell)},
              {"problem", named(cell.problem, cell.problem_parameters)},
              {"formulation", named(cell.formulation, cell.formulation_parameters)},
              {"method", named(cell.method, cell.method_parameters)},
              {"step", number_from_text<double>(cell.step)},
              {"t_end", number_from_text<double>(cell.t_end)}};
  for (const auto& setting : settings()) {
    if (out.contains(setting.name)) continue;
    auto value = setting.json(cell);  // numbers as texts, as in the text of a cell
    if (setting.is_list_of_numbers && value.is_string()) value = number_from_text<double>(value.get<std::string>());
    out["settings"][std::string(setting.name)] = std::move(value);
  }
  out.update(to_json(result));
  return out;
}

RunResult run_result_from_json(const Json& json) try {
  RunResult result;
  result.status = status_from_name(json.at("status").get<std::string>());
  json.at("reason").get_to(result.reason);
  if (json.contains("note")) json.at("note").get_to(result.note);
  result.t_reached = number_or_nan(json.at("t_reached"));
  if (json.contains("reference_until")) result.reference_until = json.at("reference_until").get<double>();
  for (const auto& [name, value] : members(json.at("metrics"))) result.metrics[name] = optional_number(value);
  if (json.contains("reference_uncertainty"))
    for (const auto& [name, value] : members(json.at("reference_uncertainty")))
      result.reference_uncertainty[name] = number_or_nan(value);
  if (json.contains("energy")) result.work = work_from_json(json.at("energy"));
  if (json.contains("inner_steps")) result.inner_steps = inner_steps_from_json(json.at("inner_steps"));
  const Json& counters = json.at("counters");
  for_each_counter(result.counters, [&](const char* name, auto& count) {
    count = optional_count(counters.value(name, Json(nullptr)));  // missing in results of earlier builds
  });
  if (json.contains("linear_algebra")) json.at("linear_algebra").get_to(result.linear_algebra);
  const Json& timing = json.at("timing");
  for_each_time(result.timing, [&](const char* name, auto& time) {
    time = optional_number(timing.value(name, Json(nullptr)));  // missing in results of earlier builds
  });
  result.timing.repeats = optional_count(timing.at("repeats"));
  result.timing.unwatched_steps = optional_count(timing.value("unwatched_steps", Json(nullptr)));
  if (timing.contains("samples")) timing.at("samples").get_to(result.timing.samples);
  result.final_state = final_from_json(json.at("final"));
  result.environment = json.at("environment");
  return result;
} catch (const Json::exception& e) {
  throw FormatError(fmt::format("not a run result: {}", plain_message(e)));
}

}  // namespace plumb
