// plumb history prints the values of a metric in past checks.

#include <memory>
#include <string>

#include "harness/api/history_report.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/common_options.hpp"
#include "harness/cli/console.hpp"
#include "harness/cli/gate_options.hpp"

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
