// plumb check measures the nightly matrix, compares it with the accepted values, and prints the worst finding first.

#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <exception>
#include <memory>

#include "harness/cli/commands.hpp"
#include "harness/cli/console.hpp"
#include "harness/cli/gate_options.hpp"
#include "harness/cli/work.hpp"
#include "harness/gate/history.hpp"
#include "harness/gate/report.hpp"
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

void keep_history(const CheckOptions& options, const std::vector<Item>& items, Exit exit) {
  const auto file = history_of(options);
  if (!file) return;
  const auto actor = this_actor();
  try {
    History(*file).add({.when = current_time(),
                        .who = actor.who,
                        .machine = actor.machine,
                        .commit = actor.commit,
                        .build = actor.build,
                        .quick = options.gate.quick,
                        .exit = static_cast<int>(exit)},
                       items);
  } catch (const StoreError& e) {
    if (!options.history.empty()) throw;
    note(fmt::format("the history could not be written: {}", e.what()));
  }
}

void write_reports(const CheckOptions& options, const CheckOutcome& outcome, const std::vector<Item>& items,
                   double seconds) {
  if (!options.junit.empty()) write_file(options.junit, junit_file(), as_junit(outcome, items, seconds));
  if (!options.markdown.empty()) write_file(options.markdown, markdown_file(), as_markdown(outcome));
}

Exit check(const CheckOptions& options) {
  const auto begin = std::chrono::steady_clock::now();
  if (!options.junit.empty()) check_output(options.junit, junit_file());
  if (!options.markdown.empty()) check_output(options.markdown, markdown_file());
  if (const auto file = history_of(options); file && !options.history.empty()) History{*file};
  const auto baseline = read_baseline(folder_of(options.gate));
  const auto found = measured(options.gate, baseline);
  if (found.interrupted || found.timed_out) {
    const auto [why, exit] = stop_of(found);
    note(fmt::format("{}; nothing was judged{}", why,
                     options.gate.store.empty() ? "" : ", and finished runs are in " + options.gate.store));
    return exit;
  }
  auto settings = settings_of(options.gate);
  settings.bits = options.bits;
  const auto outcome = checked(baseline, found.items, settings);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  std::exception_ptr unwritten;  // error of a file that cannot be written; thrown after the findings are printed
  try {
    write_reports(options, outcome, found.items, took.count());
    keep_history(options, found.items, outcome.exit());
  } catch (const std::exception&) {
    unwritten = std::current_exception();
  }
  if (options.json)
    print_json(as_json(outcome));
  else
    print(as_text(outcome, options.rows.of(std::numeric_limits<std::size_t>::max())));
  if (unwritten) std::rethrow_exception(unwritten);
  return outcome.exit();
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
