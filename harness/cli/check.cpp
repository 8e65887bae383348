// plumb check measures the nightly matrix, compares it with the accepted values, and prints the worst finding first.

#include <fmt/format.h>

#include <cstdlib>
#include <exception>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>

#include "harness/api/history_report.hpp"
#include "harness/api/nightly_check.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/console.hpp"
#include "harness/cli/gate_options.hpp"
#include "harness/cli/work.hpp"
#include "text/output_file.hpp"

namespace plumb {
namespace {

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

}  // namespace plumb
