#include "harness/report/site_data.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <span>
#include <unordered_map>

#include "harness/cell/setting.hpp"
#include "harness/report/command_line.hpp"
#include "harness/report/packed_numbers.hpp"
#include "text/number_text.hpp"

namespace plumb {
namespace {

using Word = std::function<std::string(const GatheredRun&)>;

struct WordColumn {
  const char* name;
  Word of;
};

const std::vector<WordColumn>& word_columns() {
  static const std::vector<WordColumn> all = {
      {"problem", [](const GatheredRun& r) { return r.problem; }},
      {"formulation",
       [](const GatheredRun& r) { return with_parameters(r.cell.formulation, r.cell.formulation_parameters); }},
      {"equations", [](const GatheredRun& r) { return r.problem_family; }},
      {"method", [](const GatheredRun& r) { return r.method; }},
      {"precision", [](const GatheredRun& r) { return std::string(precision_name(r.cell.precision)); }},
      {"t_end", [](const GatheredRun& r) { return normalized_number(r.cell.t_end); }},
      {"settings", [](const GatheredRun& r) { return changed_settings(r.cell); }},
      {"status", [](const GatheredRun& r) { return std::string(name(r.status)); }},
      {"reason", [](const GatheredRun& r) { return r.reason; }},
      {"build", [](const GatheredRun& r) { return std::to_string(r.environment); }}};
  return all;
}

/// Returns the different values, sorted, and for each row the index of its value.
Json column_of_words(const std::vector<Json>& all) {
  auto values = all;
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  Json at = Json::array();
  for (const auto& word : all) at.push_back(std::lower_bound(values.begin(), values.end(), word) - values.begin());
  return {{"values", values}, {"of", std::move(at)}};
}

Json words_json(const GatheredRuns& runs, const Word& of) {
  std::vector<Json> all;
  for (const auto& run : runs.runs()) all.emplace_back(of(run));
  return column_of_words(all);
}

Json settings_json(const Cell& cell) {
  Json out = Json::object();
  for (const auto& setting : settings()) out[std::string(setting.name)] = setting.json(cell);
  return out;
}

/// A property of a run that only its details contain.
struct DetailColumn {
  const char* name;
  Json (*of)(const GatheredRun&);
};
const DetailColumn detail_columns[] = {
    {"settings", [](const GatheredRun& r) { return settings_json(r.cell); }},
    {"note", [](const GatheredRun& r) { return Json(r.note); }},
    {"linear_algebra", [](const GatheredRun& r) { return Json(r.linear_algebra); }},
    {"reference_until", [](const GatheredRun& r) { return number_or_null(r.reference_until); }},
    {"environment", [](const GatheredRun& r) { return Json(r.environment); }},
    {"created", [](const GatheredRun& r) { return Json(r.created); }}};

/// Adds the columns that have numbers for some of the runs from `first` up to `end`, with all digits. Limits of errors
/// are estimates, so that their six digits in the files of quantities suffice.
void add_numbers(const GatheredRuns& runs, std::size_t first, std::size_t end, Json& out) {
  Json places = Json::array(), numbers = Json::array();
  for (std::size_t k = 0; k < runs.columns().size(); ++k) {
    if (runs.columns()[k].kind == "wall") continue;
    const auto values = std::span(runs.columns()[k].values).subspan(first, end - first);
    if (std::ranges::none_of(values, [](double value) { return std::isfinite(value); })) continue;
    places.push_back(k);
    numbers.push_back(Json::parse(packed_numbers(values, PackedDigits::all)));
  }
  out["quantities"] = std::move(places);
  out["numbers"] = std::move(numbers);
}

Json rounded(const Json& value) {
  if (value.is_number_float()) return with_six_digits(value.get<double>());
  if (!value.is_array()) return value;
  Json out = Json::array();
  for (const auto& one : value) out.push_back(rounded(one));
  return out;
}

/// Returns a value of each point of a series: errors, floors or marks.
Json of_points(const Json& series, const char* key) {
  Json out = Json::array();
  for (const auto& point : series["points"]) out.push_back(rounded(point[key]));
  return out;
}

}  // namespace

Json cells_json(const GatheredRuns& runs) {
  Json ids = Json::array(), steps = Json::array(), reached = Json::array(), words = Json::object();
  for (const auto& run : runs.runs()) {
    ids.push_back(run.id);
    steps.push_back(number_or_null(number_from_text<double>(run.cell.step)));
    reached.push_back(number_or_null(run.t_reached));
  }
  for (const auto& column : word_columns()) words[column.name] = words_json(runs, column.of);
  return {{"schema", report_schema},  {"count", runs.runs().size()},     {"id", std::move(ids)},
          {"step", std::move(steps)}, {"t_reached", std::move(reached)}, {"words", std::move(words)}};
}

Json quantities_json(const GatheredRuns& runs) {
  Json out = Json::array();
  for (const auto& column : runs.columns()) {
    const auto known = std::ranges::count_if(column.values, [](double x) { return !std::isnan(x); });
    out.push_back({{"name", column.name},
                   {"kind", column.kind},
                   {"unit", column.unit},
                   {"meaning", column.meaning},
                   {"known", known},
                   {"file", fmt::format("quantity/{}", out.size())}});
  }
  return out;
}

std::string quantity_text(const NumberColumn& column) {
  return fmt::format(R"({{"schema":{},"name":{},"unit":{},"values":{}}})", report_schema,
                     Json(column.name).dump(-1, ' ', false, Json::error_handler_t::replace),
                     Json(column.unit).dump(-1, ' ', false, Json::error_handler_t::replace),
                     packed_numbers(column.values, PackedDigits::six));
}

Json details_json(const GatheredRuns& runs, std::size_t first, const SavedRuns& kept) {
  const auto end = std::min(first + runs_in_a_file, runs.runs().size());
  const auto mine = std::span(runs.runs()).subspan(first, end - first);
  Json commands = Json::array(), words = Json::object(), trajectories = Json::object(), animations = Json::object();
  for (const auto& run : mine) {
    commands.push_back(command_line(run.cell, run.problem, run.method));
    const auto known = kept.find(run.id);
    if (known == kept.end()) continue;
    if (!known->second.trajectory.is_null()) trajectories[run.id] = "kept/" + run.id;
    if (!known->second.animation.empty()) animations[run.id] = "picture/" + run.id + ".svg";
  }
  for (const auto& column : detail_columns) {
    std::vector<Json> all;
    for (const auto& run : mine) all.push_back(column.of(run));
    words[column.name] = column_of_words(all);
  }
  Json out = {{"schema", report_schema},
              {"first", first},
              {"commands", std::move(commands)},
              {"words", std::move(words)},
              {"trajectories", std::move(trajectories)},
              {"animations", std::move(animations)}};
  add_numbers(runs, first, end, out);
  return out;
}

Json orders_json(const GatheredRuns& runs, const Json& orders) {
  std::unordered_map<std::string, std::size_t> places;
  for (std::size_t i = 0; i < runs.runs().size(); ++i) places[runs.runs()[i].id] = i;
  Json out = {{"schema", report_schema}, {"count", orders.size()}, {"words", Json::object()}};
  for (const char* key :
       {"problem", "formulation", "method", "precision", "t_end", "settings", "class", "verdict", "wall", "reason"}) {
    std::vector<Json> all;
    for (const auto& series : orders) all.push_back(series[key]);
    out["words"][key] = column_of_words(all);
  }
  std::vector<Json> marks;
  for (const auto& series : orders) marks.push_back(of_points(series, "mark"));
  out["words"]["marks"] = column_of_words(marks);
  for (const char* key : {"order", "expected", "interval", "window"}) {
    out[key] = Json::array();
    for (const auto& series : orders) out[key].push_back(rounded(series[key]));
  }
  for (const char* key : {"cells", "error", "floor", "in_window"}) out[key] = Json::array();
  for (const auto& series : orders) {
    Json cells = Json::array();
    for (const auto& id : series["cells"]) cells.push_back(places.at(id.get<std::string>()));
    out["cells"].push_back(std::move(cells));
    out["error"].push_back(of_points(series, "error"));
    out["floor"].push_back(of_points(series, "floor"));
    std::string inside;
    for (const auto& point : series["points"]) inside += point["in_window"] == true ? '1' : '0';
    out["in_window"].push_back(inside);
  }
  return out;
}

Json statuses_json(const GatheredRuns& runs) {
  Json out = Json::array();
  for (const auto& known : statuses) {
    const auto count =
        std::ranges::count_if(runs.runs(), [&](const GatheredRun& run) { return run.status == known.status; });
    out.push_back({{"name", known.name}, {"meaning", known.meaning}, {"count", count}});
  }
  return out;
}

Json environments_json(const GatheredRuns& runs) {
  Json out = Json::array();
  for (const auto& environment : runs.environments()) out.push_back({{"environment", environment}, {"count", 0}});
  for (const auto& run : runs.runs()) out[run.environment]["count"] = out[run.environment]["count"].get<int>() + 1;
  return out;
}

Json subjects_json(const std::map<std::string, NamedSubject>& subjects) {
  Json out = Json::object();
  for (const auto& [text, subject] : subjects)
    out[text] = {{"name", subject.name},       {"title", subject.title},
                 {"family", subject.family},   {"order", subject.order == 0 ? Json(nullptr) : Json(subject.order)},
                 {"outputs", subject.outputs}, {"known", subject.known}};
  return out;
}

}  // namespace plumb
