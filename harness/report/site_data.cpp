#include "harness/report/site_data.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <unordered_map>

#include "harness/cell/setting.hpp"
#include "harness/report/command_line.hpp"
#include "text/csv.hpp"
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

Json words_json(const GatheredRuns& runs, const Word& of) {
  std::vector<std::string> all;
  for (const auto& run : runs.runs()) all.push_back(of(run));
  auto values = all;
  std::ranges::sort(values);
  values.erase(std::unique(values.begin(), values.end()), values.end());
  std::unordered_map<std::string, std::size_t> places;
  for (const auto& value : values) places.emplace(value, places.size());
  Json at = Json::array();
  for (const auto& word : all) at.push_back(places[word]);
  return {{"values", values}, {"of", std::move(at)}};
}

Json settings_json(const Cell& cell) {
  Json out = Json::object();
  for (const auto& setting : settings()) out[std::string(setting.name)] = setting.json(cell);
  return out;
}

std::string exact_text(double value) { return std::isnan(value) ? std::string() : shortest(value); }

std::vector<std::string> csv_names(const GatheredRuns& runs) {
  std::vector<std::string> out = {"id", "problem", "formulation", "method", "step", "t_end"};
  for (const auto& setting : settings()) out.emplace_back(setting.name);
  for (const char* word : {"status", "reason", "note", "t_reached"}) out.emplace_back(word);
  for (const auto& column : runs.columns()) out.push_back(column.name);
  for (const char* word : {"commit", "fingerprint", "created"}) out.emplace_back(word);
  return out;
}

std::vector<std::string> csv_row(const GatheredRuns& runs, const GatheredRun& run) {
  const auto& cell = run.cell;
  std::vector<std::string> out = {run.id,
                                  with_parameters(cell.problem, cell.problem_parameters),
                                  with_parameters(cell.formulation, cell.formulation_parameters),
                                  with_parameters(cell.method, cell.method_parameters),
                                  normalized_number(cell.step),
                                  normalized_number(cell.t_end)};
  for (const auto& setting : settings()) {
    const auto value = setting.json(cell);
    out.push_back(value.is_null() ? "" : value.is_string() ? value.get<std::string>() : value.dump());
  }
  for (const auto& text : {std::string(name(run.status)), run.reason, run.note, exact_text(run.t_reached)})
    out.push_back(text);
  for (const auto& column : runs.columns()) out.push_back(exact_text(column.values[run.row]));
  const auto& environment = runs.environments()[run.environment];
  for (const char* key : {"commit", "fingerprint"}) {
    const auto value = environment.value(key, Json(nullptr));
    out.push_back(value.is_string() ? value.get<std::string>() : "");
  }
  out.push_back(run.created);
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
  auto out = fmt::format(R"({{"schema":{},"name":{},"unit":{},"values":[)", report_schema,
                         Json(column.name).dump(-1, ' ', false, Json::error_handler_t::replace),
                         Json(column.unit).dump(-1, ' ', false, Json::error_handler_t::replace));
  for (std::size_t i = 0; i < column.values.size(); ++i) {
    if (i > 0) out += ',';
    if (std::isfinite(column.values[i]))
      fmt::format_to(std::back_inserter(out), "{:.6g}", column.values[i]);
    else
      out += "null";
  }
  return out + "]}";
}

Json details_json(const GatheredRuns& runs, std::size_t first, const SavedRuns& kept) {
  const auto end = std::min(first + runs_in_a_file, runs.runs().size());
  Json cells = Json::array();
  for (std::size_t i = first; i < end; ++i) {
    const auto& run = runs.runs()[i];
    Json places = Json::array(), numbers = Json::array();
    for (std::size_t k = 0; k < runs.columns().size(); ++k) {
      const double value = runs.columns()[k].values[i];
      if (!std::isfinite(value)) continue;
      places.push_back(k);
      numbers.push_back(value);
    }
    cells.push_back({{"id", run.id},
                     {"command", command_line(run.cell, run.problem, run.method)},
                     {"settings", settings_json(run.cell)},
                     {"note", run.note},
                     {"linear_algebra", run.linear_algebra},
                     {"reference_until", number_or_null(run.reference_until)},
                     {"environment", run.environment},
                     {"created", run.created},
                     {"quantities", std::move(places)},
                     {"numbers", std::move(numbers)}});
    const auto known = kept.find(run.id);
    if (known == kept.end()) continue;
    if (!known->second.trajectory.is_null()) cells.back()["trajectory"] = "kept/" + run.id;
    if (!known->second.animation.empty()) cells.back()["animation"] = "picture/" + run.id + ".svg";
  }
  return {{"schema", report_schema}, {"first", first}, {"cells", std::move(cells)}};
}

std::string runs_csv(const GatheredRuns& runs) {
  auto out = csv_line(csv_names(runs));
  for (const auto& run : runs.runs()) out += csv_line(csv_row(runs, run));
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
    out[text] = {{"name", subject.name},
                 {"title", subject.title},
                 {"family", subject.family},
                 {"order", subject.order == 0 ? Json(nullptr) : Json(subject.order)},
                 {"known", subject.known}};
  return out;
}

}  // namespace plumb
