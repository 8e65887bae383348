// plumb history prints the values of a metric in past checks.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <memory>

#include "harness/cli/commands.hpp"
#include "harness/cli/console.hpp"
#include "harness/cli/gate_options.hpp"
#include "harness/gate/history.hpp"
#include "harness/store/store.hpp"
#include "text/mistakes.hpp"
#include "text/number_text.hpp"
#include "text/printable.hpp"
#include "text/suggest.hpp"
#include "text/table.hpp"

namespace plumb {
namespace {

struct HistoryOptions {
  ChosenNames names;
  std::string metric, history, format = "text";
  RowLimit rows;
  bool json = false;
};

constexpr const char* history_examples = R"(Examples:
  plumb history rms.q -p pendulum -f index3 -m bdf3     a row for each change, and a small plot
  plumb history newton_iterations -m radau-iia
  plumb history order.v -m lms3 --format csv
  plumb history digits.q --area references

METRIC is the name of a metric, counter, output or property, or order.q, verdict.q, digits.v, status. The history is the
file of the environment variable PLUMB_HISTORY, otherwise plumb/history.db in XDG_STATE_HOME or ~/.local/state. Exit
code 4: there is no such value.)";

std::filesystem::path file_of(const HistoryOptions& options) {
  const auto found = options.history.empty() ? history_file([](const char* name) { return std::getenv(name); })
                                             : std::optional<std::filesystem::path>(options.history);
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

Json as_json(const std::vector<MetricHistory>& all) {
  Json out = Json::array();
  for (const auto& metric : all) {
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

void print_text(const std::vector<MetricHistory>& all, const HistoryOptions& options) {
  const auto count = options.rows.of(all.size());
  for (std::size_t i = 0; i < count; ++i) {
    print(fmt::format("{}{} of {}\n{}", i == 0 ? "" : "\n", all[i].name, all[i].item.title(),
                      as_text(table_of({all[i]}, false))));
    print(plot_of(all[i]));
  }
  if (count < all.size()) print(fmt::format("... and {} more (--all)\n", all.size() - count));
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

Exit history(const HistoryOptions& options) {
  const auto file = file_of(options);
  const History kept(file);
  const auto choice = options.names.choice();
  const auto known = kept.names();
  if (known.empty()) {
    complain(
        fmt::format("{}: the history has no checks yet; `plumb check` adds its results", printable(file.string())));
    return Exit::nothing_measured;
  }
  if (std::ranges::find(known, options.metric) == known.end()) throw unknown_name("value", options.metric, known);
  const auto found = kept.of(options.metric, choice);
  if (found.empty())
    complain(fmt::format("{}: {}", printable(file.string()), available_values(kept, known, options.metric, choice)));
  const auto format = table_format(options.json ? "json" : options.format);
  if (format == TableFormat::json)
    print_json(as_json(found));
  else if (format == TableFormat::text)
    print_text(found, options);
  else
    print(printed(table_of(found, true), format));
  return found.empty() ? Exit::nothing_measured : Exit::ok;
}

}  // namespace

void add_history(CLI::App& app, Exit& exit) {
  auto& verb = *app.add_subcommand("history", "values of a quantity in past checks");
  auto options = std::make_shared<HistoryOptions>();
  verb.add_option("METRIC", options->metric, "name of a value: end.q, newton_iterations, order.v, stability_limit")
      ->required();
  add_choice(verb, options->names);
  add_history_file(verb, options->history, "the file to read");
  add_row_limit(verb, options->rows);
  add_format(verb, options->format);
  add_json(verb, options->json, "an array with one object for each value of an item");
  verb.footer(history_examples);
  verb.callback([options, &exit] { exit = history(*options); });
}

}  // namespace plumb
