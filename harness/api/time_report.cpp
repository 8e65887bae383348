#include "harness/api/time_study.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "harness/api/cell_table.hpp"
#include "harness/cell/setting.hpp"
#include "harness/run/environment.hpp"
#include "harness/run/metric_column.hpp"
#include "text/number_text.hpp"

namespace plumb {
namespace {

using Places = std::vector<std::size_t>;

/// Returns the indices of the ranked cells, sorted by rank and time, then of the others in the given order.
Places in_order(const TimingSession& session) {
  Places out(session.cells.size());
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = i;
  const auto key = [&](std::size_t i) {
    const auto& cell = session.cells[i];
    if (cell.rank == 0) return std::tuple(true, std::int64_t{0}, 0.);
    return std::tuple(false, cell.rank, *cell.result.timing.seconds);
  };
  std::stable_sort(out.begin(), out.end(), [&](std::size_t a, std::size_t b) { return key(a) < key(b); });
  return out;
}

std::string title(const ResolvedCell& cell) {
  return fmt::format("{} {} h={}", cell.formulation().name, short_method(cell), normalized_number(cell.text().step));
}

std::string percent(double part) { return significant(100 * part, 2) + " %"; }

std::string text_of(const Json& fact) { return fact.is_string() ? fact.get<std::string>() : "unknown processor"; }

std::string surroundings(const TimingSession& session) {
  auto out = text_of(environment()["cpu"]);
  out += session.core ? fmt::format(", core {}", *session.core) : ", on any core";
  if (session.load) out += fmt::format(", load {:.1f}", *session.load);
  out += session.is_static ? ", static binding" : ", erased binding";
  return out;
}

std::string about_noise(const TimingSession& session) {
  if (!session.fastest) return "no cell was timed";
  if (!session.noise)
    return "too few samples for a confidence interval, so no cell is ranked faster; increase --budget";
  return fmt::format("noise {}: repeated timings of one run may differ by this; a smaller difference is a tie",
                     percent(*session.noise));
}

/// Returns a note if the machine was disturbed during the timing: a median exceeds the least time of its cell by more
/// than 10 %. Else returns "".
std::string about_disturbance(const TimingSession& session) {
  constexpr double little = 1.1;
  double most = 1;
  for (const auto& cell : session.cells)
    if (cell.rank != 0) most = std::max(most, *cell.result.timing.seconds / *cell.result.timing.least);
  if (most <= little) return {};
  return fmt::format("the machine was disturbed: medians exceed the minimum times by up to {}", percent(most - 1));
}

/// Returns the comparison of a cell with the fastest cell: "fastest", "slower", "tie", ...
std::string verdict_of(const TimingSession& session, std::size_t place) {
  if (session.fastest == place) return "fastest";
  return std::string(name(session.compared(place, *session.fastest).standing));
}

/// Returns the lower or the upper bound of the confidence interval of a median ratio.
Entry end_of(const Ratio& ratio, double MedianInterval::*which, int digits) {
  return Entry::number(ratio.of_repeats ? std::optional((*ratio.of_repeats).*which) : std::nullopt, digits);
}

/// Returns a table with the names and the step of each cell.
Table names_of(const TimingSession& session, const Places& places) {
  auto names = CellTable::of_names();
  for (const auto i : places) names.add(session.cells[i].cell, {});
  auto out = names.table();
  out.columns.push_back({"step", Align::right, "s"});
  for (std::size_t k = 0; k < places.size(); ++k)
    out.rows[k].emplace_back(normalized_number(session.cells[places[k]].cell.text().step));
  return out;
}

/// Adds names, step and settings of a cell to a row, in the order of `identity_columns`.
void add_identity(Row& row, const Cell& cell) {
  row.emplace_back(with_parameters(cell.problem, cell.problem_parameters));
  row.emplace_back(cell.formulation);
  row.emplace_back(with_parameters(cell.method, cell.method_parameters));
  row.push_back(Entry::number(number_from_text<double>(cell.step)));
  for (const auto& setting : settings())
    if (setting.json) row.push_back(Entry::of(setting.json(cell)));
}

void add_times(Row& row, const Timing& timing) {
  for (const auto* time : {&timing.seconds, &timing.least, &timing.low, &timing.high, &timing.nanoseconds_per_step})
    row.push_back(Entry::number(*time));
  row.push_back(Entry::count(timing.repeats));
}

Row data_row(const TimingSession& session, std::size_t place, const AccuracyBound& bound) {
  const auto& cell = session.cells[place];
  Row row = {Entry::count(cell.rank == 0 ? std::nullopt : std::optional(cell.rank))};
  add_identity(row, cell.cell.text());
  row.push_back(Entry::number(metric_of(cell.result, bound.metric)));
  const bool is_ranked = cell.rank != 0;
  add_times(row, is_ranked ? cell.result.timing : Timing{});
  if (is_ranked) {
    const auto ratio = session.compared(place, *session.fastest).ratio;
    row.insert(row.end(), {Entry::number(ratio.of_rounds.median), end_of(ratio, &MedianInterval::low, 3),
                           end_of(ratio, &MedianInterval::high, 3)});
  } else {
    row.insert(row.end(), 3, Entry());
  }
  row.insert(row.end(), {is_ranked ? Entry(verdict_of(session, place)) : Entry("not ranked"),
                         is_ranked ? Entry() : Entry(cell.refusal), Entry::number(session.noise),
                         Entry(text_of(environment()["cpu"]))});
  return row;
}

Json ratio_json(const Ratio& ratio) {
  const auto& rounds = ratio.of_rounds;
  const auto end = [&](double MedianInterval::*which) {
    return ratio.of_repeats ? Json((*ratio.of_repeats).*which) : Json(nullptr);
  };
  return {{"leasts", ratio.of_leasts},
          {"rounds",
           {{"median", rounds.median}, {"low", end(&MedianInterval::low)}, {"high", end(&MedianInterval::high)}}}};
}

Json cell_json(const TimingSession& session, std::size_t place) {
  const auto& cell = session.cells[place];
  const bool is_ranked = cell.rank != 0;
  Json out = run_json(cell.cell.text(), cell.result);
  out.erase("environment");
  out.erase("final");
  out["timing"].erase("samples");  // avoids a second copy of the samples
  if (!is_ranked) out["timing"] = nullptr;
  out["rank"] = is_ranked ? Json(cell.rank) : Json(nullptr);
  out["verdict"] = is_ranked ? verdict_of(session, place) : "not ranked";
  out["refusal"] = is_ranked ? Json(nullptr) : Json(cell.refusal);
  out["ratio"] = is_ranked ? ratio_json(session.compared(place, *session.fastest).ratio) : Json(nullptr);
  out["samples"] = cell.samples;
  return out;
}

Json session_json(const TimingSession& session, const AccuracyBound& bound) {
  Json cells = Json::array();
  for (const auto i : in_order(session)) cells.push_back(cell_json(session, i));
  return {{"accuracy", {{"metric", bound.metric}, {"most", bound.most}}},
          {"noise", number_or_null(session.noise)},
          {"twin_of", session.cells[session.copy_of].cell.id()},
          {"twins", session.copy_ratio ? ratio_json(*session.copy_ratio) : Json(nullptr)},
          {"core", session.core ? Json(*session.core) : Json(nullptr)},
          {"load", number_or_null(session.load)},
          {"binding", session.is_static ? "static" : "erased"},
          {"cells", cells},
          {"environment", environment()}};
}

}  // namespace

Table timing_lines(const TimingSession& session, const AccuracyBound& bound) {
  auto places = in_order(session);
  Table notes;
  notes.notes.push_back(about_noise(session));
  if (const auto text = about_disturbance(session); !text.empty()) notes.notes.push_back(text);
  for (const auto i : places)
    if (session.cells[i].rank == 0)
      notes.notes.push_back(fmt::format("not ranked: {}: {}", title(session.cells[i].cell), session.cells[i].refusal));
  std::erase_if(places, [&](std::size_t i) { return session.cells[i].rank == 0; });
  auto table = names_of(session, places);
  table.columns.insert(table.columns.begin(), {"rank", Align::right});
  const std::vector<Column> measured = {{bound.metric, Align::right}, {"seconds", Align::right, "s"},
                                        {"low", Align::right, "s"},   {"high", Align::right, "s"},
                                        {"least", Align::right, "s"}, {"ns/step", Align::right, "ns"},
                                        {"ratio", Align::right},      {"low", Align::right},
                                        {"high", Align::right},       {"verdict"}};
  table.columns.insert(table.columns.end(), measured.begin(), measured.end());
  for (std::size_t k = 0; k < places.size(); ++k) {
    const auto& cell = session.cells[places[k]];
    const auto& t = cell.result.timing;
    const auto ratio = session.compared(places[k], *session.fastest).ratio;
    auto& row = table.rows[k];
    row.insert(row.begin(), Entry::count(cell.rank));
    row.insert(row.end(), {Entry::number(metric_of(cell.result, bound.metric)), Entry::number(t.seconds, 4),
                           Entry::number(t.low, 4), Entry::number(t.high, 4), Entry::number(t.least, 4),
                           Entry::number(t.nanoseconds_per_step, 4), Entry::number(ratio.of_rounds.median, 4),
                           end_of(ratio, &MedianInterval::low, 4), end_of(ratio, &MedianInterval::high, 4),
                           Entry(verdict_of(session, places[k]))});
  }
  if (session.fastest) table.caption += (table.caption.empty() ? "" : "; ") + surroundings(session);
  table.notes = std::move(notes.notes);
  return table;
}

Table timing_table(const std::vector<TimingSession>& sessions, const AccuracyBound& bound) {
  Table table{.columns = {{"rank", Align::right, "-"}}, .rows = {}};
  const auto identity = identity_columns(true);
  table.columns.insert(table.columns.end(), identity.begin(), identity.end());
  const auto& first = sessions.front().cells.front().cell;
  const std::vector<Column> measured = {{bound.metric, Align::right, metric_unit(Subject(first), bound.metric)},
                                        {"seconds", Align::right, "s"},
                                        {"seconds_least", Align::right, "s"},
                                        {"seconds_low", Align::right, "s"},
                                        {"seconds_high", Align::right, "s"},
                                        {"nanoseconds_per_step", Align::right, "ns"},
                                        {"repeats", Align::right, "-"},
                                        {"ratio", Align::right, "-"},
                                        {"ratio_low", Align::right, "-"},
                                        {"ratio_high", Align::right, "-"},
                                        {"verdict"},
                                        {"reason"},
                                        {"noise", Align::right, "-"},
                                        {"cpu"}};
  table.columns.insert(table.columns.end(), measured.begin(), measured.end());
  for (const auto& session : sessions)
    for (const auto i : in_order(session)) table.rows.push_back(data_row(session, i, bound));
  return table;
}

Json timing_json(const std::vector<TimingSession>& sessions, const AccuracyBound& bound) {
  Json out = Json::array();
  for (const auto& session : sessions) out.push_back(session_json(session, bound));
  return out;
}

Exit exit_of(const std::vector<TimingSession>& sessions) {
  bool is_quiet = true;
  for (const auto& session : sessions) {
    if (!session.fastest || !session.noise) return Exit::nothing_measured;
    is_quiet = is_quiet && *session.noise <= tolerated_noise;
  }
  return is_quiet ? Exit::ok : Exit::machine_unfit;
}

}  // namespace plumb
