// plumb baseline prints the accepted values of the nightly check, and is the only way to change them.

#include <fmt/format.h>

#include <memory>

#include "harness/cli/commands.hpp"
#include "harness/cli/console.hpp"
#include "harness/cli/gate_options.hpp"
#include "harness/gate/accept.hpp"
#include "text/mistakes.hpp"
#include "text/printable.hpp"
#include "text/table.hpp"

namespace plumb {
namespace {

constexpr const char* baseline_examples = R"(Examples:
  plumb baseline accept --reason "bdf3 starts with members of its family" -m bdf3
  plumb baseline show -p pendulum -m erk4
  plumb baseline log

`accept` measures the selected items and stores the results as the new baseline. Failed runs and reference-limited
errors are refused: their baseline values stay, and the exit code is 1. A log in the same folder records the old and new
values, who accepted them, when, why and with which commit. Baselines have checksums, so `plumb check` reports edits by
hand. Items that are not selected keep their values. Times are stored relative to the first cell of times.toml, for any
selection.)";

struct AcceptOptions {
  GateOptions gate;
  std::string reason;
  bool over_edits = false, json = false;
};

Json as_json(const Acceptance& acceptance) {
  Json refused = Json::array();
  for (const auto& [item, why] : acceptance.refused)
    refused.push_back({{"area", item.area}, {"id", item.id}, {"request", item.title()}, {"why", why}});
  return {{"added", acceptance.added},
          {"changed", acceptance.changed},
          {"removed", acceptance.removed},
          {"as_before", acceptance.same},
          {"refused", std::move(refused)}};
}

Exit accept(const AcceptOptions& options) {
  if (options.reason.empty()) throw missing_part("baseline accept: the reason is missing; give --reason TEXT");
  auto baseline = read_baseline(folder_of(options.gate));
  const auto found = measured(options.gate, baseline);
  if (found.interrupted || found.timed_out) {
    note("stopped; the baseline has not changed");
    return found.interrupted ? Exit::interrupted : Exit::timeout;
  }
  const auto acceptance = accept(baseline, found.items, settings_of(options.gate), options.reason, options.over_edits);
  if (options.json) print_json(as_json(acceptance));
  for (const auto& [item, why] : acceptance.refused)
    if (!options.json) print(fmt::format("refused: {} {}: {}\n", item.area, printable(item.title()), printable(why)));
  if (!options.json)
    print(fmt::format("{} added, {} changed, {} removed, {} as before, {} refused in {}\n", acceptance.added,
                      acceptance.changed, acceptance.removed, acceptance.same, acceptance.refused.size(),
                      baseline.folder.string()));
  return acceptance.refused.empty() ? Exit::ok : Exit::verdict_failed;
}

struct ShownBaseline {
  ChosenNames names;
  std::string folder, format = "text";
  bool json = false;
};

Exit show_baseline(const ShownBaseline& options) {
  const auto baseline = read_baseline(folder_of({.folder = options.folder}));
  const auto choice = options.names.choice();
  require_names(choice, items_of(baseline), "the baseline");
  Table table{.columns = {{"area"}, {"id"}, {"request"}, {"value"}, {"accepted"}}, .rows = {}};
  for (const auto& [name, area] : baseline.areas) {
    if (area.edited) note(fmt::format("{}/{}.jsonl was edited by hand", baseline.folder.string(), name));
    for (const auto& [id, accepted] : area.items) {
      if (!choice.has(accepted.item)) continue;
      const auto values = accepted.item.result.flatten();
      for (const auto& [value, what] : values.items())
        table.rows.push_back({name, id, accepted.item.title(), value.substr(1),
                              what.is_number_float() ? Entry::number(what.get<double>(), 6)
                              : what.is_string()     ? Entry(what.get<std::string>())
                                                     : Entry(what.dump())});
    }
  }
  print(printed(table, table_format(options.json ? "json" : options.format)));
  return table.rows.empty() ? Exit::nothing_measured : Exit::ok;
}

/// Returns a text of the log with control characters escaped.
std::string shown(const Json& text) { return printable(text.get<std::string>()); }

Exit show_log(const std::string& folder, bool json) {
  const auto lines = acceptance_log(folder_of({.folder = folder}));
  if (json) {
    print_json(Json(lines));
    return Exit::ok;
  }
  for (const auto& line : lines) {
    print(fmt::format("{} {} at {}: {}\n", shown(line.at("when")), shown(line.at("who")),
                      shown(line.at("commit")).substr(0, 12), shown(line.at("reason"))));
    for (const auto& [area, count] : line.at("added").items())
      print(fmt::format("  {}: {} added\n", area, count.dump()));
    for (const auto& item : line.at("removed")) print(fmt::format("  removed {}\n", shown(item)));
    for (const auto& change : line.at("changed"))
      print(fmt::format("  {}: {} {} -> {}\n", shown(change.at("request")), shown(change.at("value")),
                        change.at("old").dump(), change.at("new").dump()));
  }
  return Exit::ok;
}

void add_accept(CLI::App& parent, Exit& exit) {
  auto& verb = *parent.add_subcommand("accept", "measure now and store the results as the baseline");
  auto options = std::make_shared<AcceptOptions>();
  verb.add_option("--reason", options->reason, "reason for the log; required")->type_name("TEXT");
  add_gate_options(verb, options->gate);
  verb.add_flag("--over-edits", options->over_edits, "also change files that were edited by hand; the log records it");
  add_json(verb, options->json, "one object");
  verb.footer(baseline_examples);
  verb.callback([options, &exit] { exit = accept(*options); });
}

void add_show_baseline(CLI::App& parent, Exit& exit) {
  auto& verb = *parent.add_subcommand("show", "accepted values");
  auto options = std::make_shared<ShownBaseline>();
  add_choice(verb, options->names);
  add_baselines(verb, options->folder);
  add_format(verb, options->format);
  add_json(verb, options->json, "an array with one object for each value");
  verb.callback([options, &exit] { exit = show_baseline(*options); });
}

void add_log(CLI::App& parent, Exit& exit) {
  auto& verb = *parent.add_subcommand("log", "log of accepted changes: who, when, why and values");
  auto folder = std::make_shared<std::string>();
  auto json = std::make_shared<bool>(false);
  add_baselines(verb, *folder);
  add_json(verb, *json, "an array with one object for each acceptance");
  verb.callback([folder, json, &exit] { exit = show_log(*folder, *json); });
}

}  // namespace

void add_baseline(CLI::App& app, Exit& exit) {
  auto& verb = *app.add_subcommand("baseline", "accepted values of the nightly check: print or change them");
  verb.footer(baseline_examples);
  verb.require_subcommand(0, 1);
  add_accept(verb, exit);
  add_show_baseline(verb, exit);
  add_log(verb, exit);
}

}  // namespace plumb
