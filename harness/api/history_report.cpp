#include "harness/api/history_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>

#include "harness/store/store.hpp"
#include "text/mistakes.hpp"
#include "text/printable.hpp"
#include "text/suggest.hpp"

namespace plumb {
namespace {

std::filesystem::path file_of(const HistoryRequest& request) {
  const auto found = request.file.empty() ? history_file([](const char* name) { return std::getenv(name); })
                                          : std::optional<std::filesystem::path>(request.file);
  if (!found) throw unreadable("history: there is no default history file; give one with --history");
  if (!std::filesystem::exists(*found))
    throw StoreError(fmt::format("{}: this history file does not exist", found->string()));
  return *found;
}

Entry value_entry(const Json& value) {
  if (value.is_number_integer()) return Entry::count(value.get<std::int64_t>());
  if (value.is_number()) return Entry::number(value.get<double>(), 4);
  return Entry(value.is_string() ? value.get<std::string>() : value.dump());
}

Table table_of(const std::vector<MetricHistory>& all, bool is_data) {
  Table out{.columns =
                {{"from"}, {"to"}, {"checks", Align::right}, {"value", Align::right}, {"commit"}, {"who"}, {"machine"}},
            .rows = {}};
  if (is_data) out.columns.insert(out.columns.begin(), {{"area"}, {"request"}, {"name"}});
  for (const auto& metric : all)
    for (const auto& span : metric.spans) {
      auto& row = out.rows.emplace_back();
      if (is_data) row = {metric.item.area, metric.item.title(), metric.name};
      const std::vector<Entry> rest = {span.first.when,
                                       span.last.when,
                                       Entry::count(span.checks),
                                       value_entry(span.value),
                                       span.first.commit.substr(0, 12),
                                       span.first.who,
                                       span.first.machine};
      row.insert(row.end(), rest.begin(), rest.end());
    }
  return out;
}

Json check_json(const RecordedCheck& c) {
  return {{"when", c.when},     {"who", c.who},     {"machine", c.machine},
          {"commit", c.commit}, {"build", c.build}, {"exit", c.exit}};
}

/// Returns a hint if the chosen items lack the metric: the metrics that they have, or else the items that have this
/// metric.
std::string available_values(const History& kept, const std::vector<std::string>& known, const std::string& metric,
                             const Choice& choice) {
  constexpr std::size_t most_items = 5;
  std::vector<std::string> of_chosen, others;
  for (const auto& name : known)
    if (!kept.of(name, choice).empty()) of_chosen.push_back(name);
  if (!of_chosen.empty()) {
    const auto near = nearest_name(metric, of_chosen);
    return fmt::format("the selected items have no {}{}; they have {}", metric,
                       near ? fmt::format(", did you mean '{}'?", *near) : "", fmt::join(of_chosen, ", "));
  }
  for (const auto& has : kept.of(metric, {})) others.push_back(has.item.title());
  const auto more = others.size() > most_items ? fmt::format(" and {} more", others.size() - most_items) : "";
  others.resize(std::min(others.size(), most_items));
  return fmt::format("the history contains none of the selected items; it has {} of {}{}", metric,
                     fmt::join(others, ", "), more);
}

}  // namespace

FoundHistory found_history(const HistoryRequest& request) {
  const auto file = file_of(request);
  const History kept(file);
  const auto known = kept.names();
  const auto name = printable(file.string());
  FoundHistory out{.has_checks = !known.empty()};
  if (known.empty()) {
    out.reason = name + ": the history has no checks yet; `plumb check` adds its results";
    return out;
  }
  if (std::ranges::find(known, request.metric) == known.end()) throw unknown_name("value", request.metric, known);
  out.values = kept.of(request.metric, request.choice);
  if (out.values.empty())
    out.reason = fmt::format("{}: {}", name, available_values(kept, known, request.metric, request.choice));
  return out;
}

std::string history_text(const std::vector<MetricHistory>& values, std::size_t most) {
  std::string out;
  const auto count = std::min(most, values.size());
  for (std::size_t i = 0; i < count; ++i)
    out += fmt::format("{}{} of {}\n{}{}", i == 0 ? "" : "\n", values[i].name, values[i].item.title(),
                       as_text(table_of({values[i]}, false)), plot_of(values[i]));
  if (count < values.size()) out += fmt::format("... and {} more (--all)\n", values.size() - count);
  return out;
}

Table history_table(const std::vector<MetricHistory>& values) { return table_of(values, true); }

Json history_json(const std::vector<MetricHistory>& values) {
  Json out = Json::array();
  for (const auto& metric : values) {
    Json spans = Json::array();
    for (const auto& span : metric.spans)
      spans.push_back({{"value", span.value},
                       {"checks", span.checks},
                       {"first", check_json(span.first)},
                       {"last", check_json(span.last)}});
    out.push_back({{"area", metric.item.area},
                   {"id", metric.item.id},
                   {"request", metric.item.title()},
                   {"name", metric.name},
                   {"spans", std::move(spans)}});
  }
  return out;
}

}  // namespace plumb
