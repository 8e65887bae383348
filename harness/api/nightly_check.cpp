#include "harness/api/nightly_check.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <memory>
#include <optional>
#include <utility>

#include "harness/api/conduct.hpp"
#include "harness/gate/history.hpp"
#include "harness/gate/measure.hpp"
#include "harness/run/environment.hpp"
#include "harness/store/store.hpp"
#include "text/mistakes.hpp"
#include "text/printable.hpp"
#include "text/selector.hpp"
#include "text/suggest.hpp"
#include "text/table.hpp"

namespace plumb {
namespace {

std::vector<std::string> names_of(const std::vector<std::string>& lists) {
  std::vector<std::string> out;
  for (const auto& spec : expand(lists)) out.push_back(spec.text());
  return out;
}

/// Returns the accepted items of all areas.
std::vector<Item> items_of(const Baseline& baseline) {
  std::vector<Item> out;
  for (const auto& [name, area] : baseline.areas)
    for (const auto& [id, accepted] : area.items) out.push_back(accepted.item);
  return out;
}

/// Returns the chosen part of the matrix. The names of accepted items that the matrix no longer contains may be chosen,
/// too, so that these items can be listed and removed.
NightlyMatrix chosen_matrix(const NightlyRequest& request, const Baseline& baseline) {
  auto whole = nightly_matrix(baselines_in(request.folder), request.quick);
  const auto choice = request.names.choice();
  const char* of = request.quick ? "the quick subset of the nightly matrix" : "the nightly matrix";
  auto known = names_in(whole);
  if (!request.quick) std::ranges::move(items_of(baseline), std::back_inserter(known));
  require_names(choice, known, of);
  if (std::ranges::none_of(known, [&](const Item& item) { return choice.has(item); }))
    throw UsageError(choice.is_all() ? fmt::format("{} is empty", of)
                                     : fmt::format("no item of {} matches all of: {}", of, in_words(choice)));
  return part_of(std::move(whole), choice);
}

/// Returns the settings for the comparison of a new measurement with the baseline.
CheckSettings settings_of(const NightlyRequest& request) {
  return {.whole = !request.quick,
          .choice = request.names.choice(),
          .surroundings = surroundings_of(environment()),
          .doubt = doubt_by_repeat_runs()};
}

/// Returns a text of the log with control characters escaped.
std::string shown(const Json& text) { return printable(text.get<std::string>()); }

}  // namespace

Choice ChosenNames::choice() const {
  Choice out{names_of(areas), names_of(problems), names_of(formulations), names_of(methods)};
  require_areas(out);
  return out;
}

std::filesystem::path baselines_in(const std::string& folder) {
  if (folder.empty()) return baseline_folder();
  if (!std::filesystem::is_directory(folder)) throw unreadable("--baselines: {} is not a folder", folder);
  return folder;
}

NightlyMeasurement measured_nightly(const NightlyRequest& request, const Conduct& conduct) {
  NightlyMeasurement out{.request = request, .baseline = read_baseline(baselines_in(request.folder))};
  NightlyMatrix matrix;
  const auto read = [&]() -> std::function<void()> {
    return [&matrix, found = chosen_matrix(request, out.baseline)] { matrix = found; };
  };
  out.ending = deliver_pieces({{"the matrix", read}}, {.noun = "study"}, conduct);
  if (out.ending.stopped()) return out;
  Conducted conducted(conduct);
  if (!conducted.store) conducted.store = std::make_unique<Store>();
  conducted.options.store = conducted.store.get();
  auto found = measured(matrix, conducted.options);
  out.items = std::move(found.items);
  out.ending = {found.interrupted, found.timed_out};
  return out;
}

NightlyCheck checked_nightly(const NightlyMeasurement& measured, bool bits) {
  auto settings = settings_of(measured.request);
  settings.bits = bits;
  NightlyCheck out{.outcome = checked(measured.baseline, measured.items, settings)};
  out.seconds = std::chrono::duration<double>(SteadyClock::now() - measured.begin).count();
  return out;
}

void add_to_history(const std::filesystem::path& file, const NightlyMeasurement& measured, const NightlyCheck& check) {
  const auto actor = this_actor();
  History(file).add({.when = current_time(),
                     .who = actor.who,
                     .machine = actor.machine,
                     .commit = actor.commit,
                     .build = actor.build,
                     .quick = measured.request.quick,
                     .exit = static_cast<int>(check.outcome.exit())},
                    measured.items);
}

Acceptance accepted_nightly(NightlyMeasurement& measured, const std::string& reason, bool over_edits) {
  return accept(measured.baseline, measured.items, settings_of(measured.request), reason, over_edits);
}

Json acceptance_json(const Acceptance& acceptance) {
  Json refused = Json::array();
  for (const auto& [item, why] : acceptance.refused)
    refused.push_back({{"area", item.area}, {"id", item.id}, {"request", item.title()}, {"why", why}});
  return {{"added", acceptance.added},
          {"changed", acceptance.changed},
          {"removed", acceptance.removed},
          {"as_before", acceptance.same},
          {"refused", std::move(refused)}};
}

std::string acceptance_text(const Acceptance& acceptance, const std::filesystem::path& folder) {
  std::string out;
  for (const auto& [item, why] : acceptance.refused)
    out += fmt::format("refused: {} {}: {}\n", item.area, printable(item.title()), printable(why));
  return out + fmt::format("{} added, {} changed, {} removed, {} as before, {} refused in {}\n", acceptance.added,
                           acceptance.changed, acceptance.removed, acceptance.same, acceptance.refused.size(),
                           folder.string());
}

ShownBaseline shown_baseline(const std::string& folder, const ChosenNames& names) {
  const auto baseline = read_baseline(baselines_in(folder));
  const auto choice = names.choice();
  require_names(choice, items_of(baseline), "the baseline");
  ShownBaseline out;
  out.table.columns = {{"area"}, {"id"}, {"request"}, {"value"}, {"accepted"}};
  for (const auto& [name, area] : baseline.areas) {
    if (area.edited) out.notes.push_back(fmt::format("{}/{}.jsonl was edited by hand", baseline.folder.string(), name));
    for (const auto& [id, accepted] : area.items) {
      if (!choice.has(accepted.item)) continue;
      const auto values = accepted.item.result.flatten();
      for (const auto& [value, content] : values.items())
        out.table.rows.push_back({name, id, accepted.item.title(), value.substr(1),
                                  content.is_number_float() ? Entry::number(content.get<double>(), 6)
                                  : content.is_string()     ? Entry(content.get<std::string>())
                                                            : Entry(content.dump())});
    }
  }
  return out;
}

std::string acceptance_log_text(const std::vector<Json>& lines) {
  std::string out;
  for (const auto& line : lines) {
    out += fmt::format("{} {} at {}: {}\n", shown(line.at("when")), shown(line.at("who")),
                       shown(line.at("commit")).substr(0, 12), shown(line.at("reason")));
    for (const auto& [area, count] : line.at("added").items())
      out += fmt::format("  {}: {} added\n", area, count.dump());
    for (const auto& item : line.at("removed")) out += fmt::format("  removed {}\n", shown(item));
    for (const auto& change : line.at("changed"))
      out += fmt::format("  {}: {} {} -> {}\n", shown(change.at("request")), shown(change.at("value")),
                         change.at("old").dump(), change.at("new").dump());
  }
  return out;
}

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
