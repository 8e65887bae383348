#include "harness/gate/item.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <xxhash.h>

#include <algorithm>
#include <cmath>

#include "harness/cell/method_file.hpp"
#include "harness/cell/setting.hpp"
#include "harness/cell/short_name.hpp"
#include "harness/run/metric_column.hpp"
#include "text/number_text.hpp"

namespace plumb {
namespace {

std::string joined(const std::vector<std::string>& words) {
  std::vector<std::string> some;
  std::ranges::copy_if(words, std::back_inserter(some), [](const auto& word) { return !word.empty(); });
  return fmt::format("{}", fmt::join(some, " "));
}

std::string text_of(const Json& value) { return value.is_string() ? value.get<std::string>() : value.dump(); }

/// Returns command-line options for the settings that are not at their defaults, and always for settings whose default
/// depends on the request.
std::string settings_in_shell(const Cell& cell) {
  std::string out;
  for (const auto& setting : settings()) {
    const auto value = setting.json(cell);
    if (value.is_null() || (!setting.differs_by_request && value == setting.json(Cell{}))) continue;
    out += fmt::format(" --{} {}", setting.option(), in_shell(text_of(value)));
  }
  return out;
}

/// Returns whether an item contains this metric. The rms error of accelerations is omitted, because accelerations follow
/// from q, v and lambda.
bool is_stored(const MetricColumn& column, const Subject& subject) {
  const auto& observable = *column.observable;
  if (observable.kind == ObservableKind::error && !observable.is_class) return false;
  const bool is_whole = column.member.name == observable.name;
  switch (column.reducer->checked) {
    case CheckedMembers::none: return false;
    case CheckedMembers::all: return true;
    case CheckedMembers::whole_class: return is_whole && observable.exact != &ReferenceState::a;
    case CheckedMembers::kinds: return !is_whole || observable.members(subject).size() == 1;
  }
  return false;
}

Json metrics_of(const ResolvedCell& cell, const RunResult& run) {
  const Subject subject(cell);
  Json out = Json::object();
  for (const auto& column : metric_columns(subject))
    if (const auto value = metric_of(run, column.name); value && is_stored(column, subject))
      out[column.name] = std::stod(significant(*value, error_digits));
  return out;
}

void forget_content(std::string& parameters) {
  constexpr std::string_view contents = "content=";
  const auto begin = parameters.find(contents);
  if (begin == std::string::npos) return;
  const auto end = std::min(parameters.find(',', begin), parameters.size());
  parameters.erase(begin + contents.size(), end - begin - contents.size());
}

}  // namespace

std::string Item::title() const { return joined({problem, formulation, method, settings}); }

std::string Item::repeated_by() const {
  if (!command.empty()) return command;
  auto out = fmt::format("plumb check --area {}", area);
  if (!problem.empty()) out += " -p " + in_shell(problem);
  if (!formulation.empty()) out += " -f " + in_shell(formulation);
  if (!method.empty()) out += " -m " + in_shell(method);
  return out;
}

std::string id_of_text(std::string_view text) {
  return fmt::format("{:016x}", XXH3_128bits(text.data(), text.size()).high64);
}

Cell without_content(Cell cell) {
  if (names_file(cell.method)) forget_content(cell.method_parameters);
  if (names_file(cell.problem)) forget_content(cell.problem_parameters);
  return cell;
}

std::string id_of_request(const ResolvedCell& cell) { return plumb::id(without_content(cell.text())); }

std::string in_shell(const std::string& word) {
  constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.,=+@/:-";
  if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) return word;
  std::string out = "'";
  for (const char c : word) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

std::string axes_in_shell(const std::vector<ResolvedCell>& cells) {
  const auto& first = cells.front();
  std::vector<std::string> steps;
  for (const auto& cell : cells) steps.push_back(normalized_number(cell.text().step));
  return fmt::format("-p {} -f {} -m {} -s {}{}", in_shell(short_problem(first)), first.formulation().name,
                     in_shell(short_method(first)), in_shell(fmt::format("{}", fmt::join(steps, ","))),
                     settings_in_shell(first.text()));
}

Item item_of_run(const ResolvedCell& cell, const std::optional<RunResult>& run) {
  Item out{.area = "cells",
           .id = id_of_request(cell),
           .problem = short_problem(cell),
           .formulation = std::string(cell.formulation().name),
           .method = short_method(cell),
           .settings = short_settings(cell.text()),
           .cell = cell,
           .command = "plumb run " + axes_in_shell({cell})};
  if (!run) return out;
  const auto written = to_json(*run);
  out.result = {{"status", written.at("status")}};
  if (run->status != Status::ok) return out;
  out.result["metrics"] = metrics_of(cell, *run);
  out.result["counters"] = written.at("counters");
  for (const auto& [part, value] : written.at("final").items())
    if (part != "t" && part != "a" && part != "note") out.result[part] = value;  // a follows from q, v and lambda
  return out;
}

}  // namespace plumb
