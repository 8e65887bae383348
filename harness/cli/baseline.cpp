// plumb baseline prints the accepted values of the nightly check, and is the only way to change them.

#include <memory>
#include <string>

#include "harness/api/nightly_check.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/console.hpp"
#include "harness/cli/gate_options.hpp"
#include "harness/cli/work.hpp"
#include "text/mistakes.hpp"

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

NightlyMeasurement measured(const GateOptions& gate) {
  StatusLine line(stderr_is_terminal());
  return measured_nightly(gate.request, conduct_of(line, gate.jobs, gate.timeout, gate.store));
}

Exit accept(const AcceptOptions& options) {
  if (options.reason.empty()) throw missing_part("baseline accept: the reason is missing; give --reason TEXT");
  auto found = measured(options.gate);
  if (found.ending.stopped()) {
    note("stopped; the baseline has not changed");
    return stop_of(found.ending).exit;
  }
  const auto acceptance = accepted_nightly(found, options.reason, options.over_edits);
  if (options.json)
    print_json(acceptance_json(acceptance));
  else
    print(acceptance_text(acceptance, found.baseline.folder));
  return acceptance.refused.empty() ? Exit::ok : Exit::verdict_failed;
}

struct BaselineOptions {
  ChosenNames names;
  std::string folder, format = "text";
  bool json = false;
};

Exit show_baseline(const BaselineOptions& options) {
  const auto shown = shown_baseline(options.folder, options.names);
  for (const auto& text : shown.notes) note(text);
  print(printed(shown.table, table_format(options.json ? "json" : options.format)));
  return shown.table.rows.empty() ? Exit::nothing_measured : Exit::ok;
}

Exit show_log(const std::string& folder, bool json) {
  const auto lines = acceptance_log(baselines_in(folder));
  if (json)
    print_json(Json(lines));
  else
    print(acceptance_log_text(lines));
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
  auto options = std::make_shared<BaselineOptions>();
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
