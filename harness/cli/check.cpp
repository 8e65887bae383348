// plumb check measures the nightly matrix, compares it with the accepted values, and prints the worst finding first.
// plumb baseline prints the accepted values, and is the only way to change them. plumb history prints the values of a
// metric in past checks.

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <string>

#include "harness/api/nightly_check.hpp"
#include "harness/cli/axes.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/common_options.hpp"
#include "harness/cli/console.hpp"
#include "harness/cli/work.hpp"
#include "text/mistakes.hpp"
#include "text/output_file.hpp"

namespace plumb {
namespace {

struct GateOptions {
  NightlyRequest request = {};
  std::string store = {};  // empty: none
  int jobs = all_cores();
  std::optional<double> timeout = {};
};

/// Adds --area, -p, -f and -m.
void add_choice(CLI::App& verb, ChosenNames& names) {
  add_values(verb, "--area", names.areas, "NAME,..", "areas: cells, orders, papers, references, analysis, times");
  add_values(verb, "-p,--problem", names.problems, "PROBLEM",
             "problems: only these; a name without parameters stands for all its variants");
  add_values(verb, "-f,--formulation", names.formulations, "NAME", "formulation: only these");
  add_values(verb, "-m,--method", names.methods, "METHOD",
             "methods: only these; a name without parameters stands for all its variants");
}

/// Adds --baselines PATH.
void add_baselines(CLI::App& verb, std::string& folder) {
  verb.add_option("--baselines", folder, "folder of the matrix and its baselines; default: results/baselines")
      ->type_name("PATH")
      ->check(is_path);
}

void add_gate_options(CLI::App& verb, GateOptions& options) {
  add_choice(verb, options.request.names);
  verb.add_flag("--quick", options.request.quick, "run a quick subset: in less than a minute");
  add_baselines(verb, options.request.folder);
  add_store(verb, options.store, "stored runs are not repeated");
  add_jobs(verb, options.jobs);
  add_total_timeout(verb, options.timeout);
}

struct CheckOptions {
  GateOptions gate;
  std::string junit, markdown, history;
  RowLimit rows;
  bool bits = false, json = false;
};

constexpr const char* check_examples = R"(Examples:
  plumb check                                     the nightly matrix against results/baselines
  plumb check --quick                             every method and problem at least once, in less than a minute
  plumb check -m bdf3 -p pendulum                 all items of one method on one problem
  plumb check --area analysis,references          orders, stability and limits; digits of references
  plumb check --junit check.xml --markdown check.md --store night.db

A result is worse if an error has lost more than 0.3 digit, a drift has doubled, a state has changed by more than
rounding, an order has fallen by more than 0.1, or a status or a value of the analysis or of a paper has changed. A
higher counter is worse only with the compiler, flags and processor of the baseline. Improvements and changes within the
noise are printed as such. Times are compared with a calibration of the same run, and give warnings only.

`plumb baseline accept` stores new results as the baseline. Every completed check is added to the history, which
`plumb history` prints.

Exit codes: 0 as before or better, 1 a result is worse, 4 a result is missing, 6 a reference lost digits.)";

FileKind junit_file() { return beginning_with("<?xml", "a report of `plumb check --junit`"); }
FileKind markdown_file() { return beginning_with("# plumb check", "a report of `plumb check --markdown`"); }

std::optional<std::filesystem::path> history_of(const CheckOptions& options) {
  if (options.history == "off") return {};
  if (!options.history.empty()) return options.history;
  return history_file([](const char* name) { return std::getenv(name); });
}

void keep_history(const CheckOptions& options, const NightlyMeasurement& found, const NightlyCheck& check) {
  const auto file = history_of(options);
  if (!file) return;
  try {
    add_to_history(*file, found, check);
  } catch (const StoreError& e) {
    if (!options.history.empty()) throw;
    note(fmt::format("the history could not be written: {}", e.what()));
  }
}

void write_reports(const CheckOptions& options, const NightlyMeasurement& found, const NightlyCheck& check) {
  if (!options.junit.empty())
    write_file(options.junit, junit_file(), as_junit(check.outcome, found.items, check.seconds));
  if (!options.markdown.empty()) write_file(options.markdown, markdown_file(), as_markdown(check.outcome));
}

NightlyMeasurement measured(const CheckOptions& options) {
  StatusLine line(stderr_is_terminal());
  const auto& gate = options.gate;
  return measured_nightly(gate.request, conduct_of(line, gate.jobs, gate.timeout, gate.store));
}

Exit check(const CheckOptions& options) {
  if (!options.junit.empty()) check_output(options.junit, junit_file());
  if (!options.markdown.empty()) check_output(options.markdown, markdown_file());
  if (const auto file = history_of(options); file && !options.history.empty()) History{*file};
  const auto found = measured(options);
  if (found.ending.stopped()) {
    const auto [why, exit] = stop_of(found.ending);
    note(fmt::format("{}; nothing was judged{}", why,
                     options.gate.store.empty() ? "" : ", and finished runs are in " + options.gate.store));
    return exit;
  }
  const auto check = checked_nightly(found, options.bits);
  std::exception_ptr unwritten;  // error of a file that cannot be written; thrown after the findings are printed
  try {
    write_reports(options, found, check);
    keep_history(options, found, check);
  } catch (const std::exception&) {
    unwritten = std::current_exception();
  }
  if (options.json)
    print_json(as_json(check.outcome));
  else
    print(as_text(check.outcome, options.rows.of(std::numeric_limits<std::size_t>::max())));
  if (unwritten) std::rethrow_exception(unwritten);
  return check.outcome.exit();
}

}  // namespace

void add_check(CLI::App& app, Exit& exit) {
  auto& verb = *app.add_subcommand("check", "compare the nightly matrix with its baselines, worst first");
  auto options = std::make_shared<CheckOptions>();
  add_gate_options(verb, options->gate);
  verb.add_flag("--bits", options->bits, "compare the last bits too, if compiler, flags and processor are the same");
  verb.add_option("--junit", options->junit, "write a report in JUnit XML")->type_name("FILE.xml")->check(is_path);
  verb.add_option("--markdown", options->markdown, "write a page in Markdown")->type_name("FILE.md")->check(is_path);
  add_history_file(verb, options->history, "this check is added to it; off: to none");
  add_row_limit(verb, options->rows);
  add_json(verb, options->json, "one object with all findings");
  verb.footer(check_examples);
  verb.callback([options, &exit] { exit = check(*options); });
}

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

Exit history(const HistoryOptions& options) {
  const auto format = table_format(options.json ? "json" : options.format);
  const auto [values, has_checks, reason] =
      found_history({.file = options.history, .metric = options.metric, .choice = options.names.choice()});
  if (!reason.empty()) complain(reason);
  if (!has_checks) return Exit::nothing_measured;
  if (format == TableFormat::json)
    print_json(history_json(values));
  else if (format == TableFormat::text)
    print(history_text(values, options.rows.of(values.size())));
  else
    print(printed(history_table(values), format));
  return values.empty() ? Exit::nothing_measured : Exit::ok;
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
