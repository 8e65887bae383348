// plumb check compares the nightly matrix with what was accepted, and shows the worst first.

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
  plumb check --quick                             every method and problem at least once, below a minute
  plumb check -m bdf3 -p pendulum                 what there is of one method on one problem
  plumb check --area analysis,references          orders, stability and limits; digits of references
  plumb check --junit check.xml --markdown check.md --store night.db

Worse is an error that lost more than 0.3 digit, twice the drift, a state that moved further than rounding explains, an
order that fell by more than 0.1, another status, another value of the analysis or of a paper, and, in the surroundings
(compiler, flags, processor) in which the baseline was made, a counter that rose. What is better is told, and what is
noise is told as that. Times are compared with a calibration of the same run, and are warnings only.

`plumb baseline accept` makes what was measured the baseline. Every check that was not stopped is kept in the history,
which `plumb history` shows.

Exit codes: 0 as before or better, 1 something is worse, 4 something was not measured, 6 a reference lost digits.)";

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
    History(*file).add({.when = time_now(),
                        .who = actor.who,
                        .machine = actor.machine,
                        .commit = actor.commit,
                        .build = actor.build,
                        .quick = options.gate.quick,
                        .exit = static_cast<int>(exit)},
                       items);
  } catch (const StoreError& e) {
    if (!options.history.empty()) throw;
    note(fmt::format("the history was not kept: {}", e.what()));
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
                     options.gate.store.empty() ? "" : ", and what ended is in " + options.gate.store));
    return exit;
  }
  auto settings = settings_of(options.gate);
  settings.bits = options.bits;
  const auto outcome = checked(baseline, found.items, settings);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  std::exception_ptr unwritten;  // it is told last, after what took minutes to find
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
  auto& verb = *app.add_subcommand("check", "the nightly matrix against its baselines, the worst first");
  auto options = std::make_shared<CheckOptions>();
  add_gate_options(verb, options->gate);
  verb.add_flag("--bits", options->bits, "also the last bits, where compiler, flags and processor are the same");
  verb.add_option("--junit", options->junit, "write JUnit's XML")->type_name("FILE.xml")->check(is_path);
  verb.add_option("--markdown", options->markdown, "write a page in Markdown")->type_name("FILE.md")->check(is_path);
  add_history_file(verb, options->history, "where this one is kept; off: nowhere");
  add_row_limit(verb, options->rows);
  add_json(verb, options->json, "one object with everything");
  verb.footer(check_examples);
  verb.callback([options, &exit] { exit = check(*options); });
}

}  // namespace plumb
