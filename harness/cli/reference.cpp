// plumb reference prints and computes certified references, and audits published values.
//
//   show    prints a problem's state at a time, with its certified digits
//   build   computes references before runs need them. It caches them for later runs, or with --out writes stored values,
//           one file for each problem.
//   audit   counts the correct digits of published values

#include <memory>
#include <optional>
#include <string>

#include "harness/api/audit_report.hpp"
#include "harness/api/reference_build.hpp"
#include "harness/cli/axes.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/common_options.hpp"
#include "harness/cli/console.hpp"
#include "harness/cli/work.hpp"

namespace plumb {
namespace {

struct ShowOptions {
  RecordsRequest request;
  std::optional<double> timeout;
  bool json = false;
};

constexpr const char* reference_show_examples = R"(Examples:
  plumb reference show pendulum
  plumb reference show 'pendulum(rate=2)' -f index3 --at 1,2,5
  plumb reference show spinning-top --at 1/3 --json)";

Exit show(const ShowOptions& options) {
  StatusLine line(stderr_is_terminal());
  const auto page =
      records_page(options.request, conduct_of(line, 1, options.timeout),
                   [&](const std::string& title, const ExpectedSeconds& expected) { announce(line, title, expected); });
  line.clear();
  if (page.ending.delivered != 0) {
    if (options.json)
      print_json(page.json);
    else
      print(page.text);
  }
  return exit_of(page.ending, "problem");
}

void add_reference_show(CLI::App& reference, Exit& exit) {
  auto& verb = *reference.add_subcommand("show", "state at a time with its certified digits");
  auto options = std::make_shared<ShowOptions>();
  verb.add_option("PROBLEM", options->request.problem, "a problem, optionally with parameters: 'pendulum(rate=2)'")
      ->required();
  verb.add_option("-f,--formulation", options->request.formulation,
                  "formulation: its coordinates; default: the problem's first")
      ->type_name("NAME");
  add_values(verb, "--at", options->request.times, "T",
             "time [s]: several separated by commas; default: the problem's horizon");
  add_total_timeout(verb, options->timeout);
  add_json(verb, options->json, "one object, or an array for several times");
  verb.footer(reference_show_examples);
  verb.callback([options, &exit] { exit = show(*options); });
}

struct BuildOptions {
  BuildRequest request;
  std::optional<double> timeout;
  bool json = false;
};

constexpr const char* reference_build_examples = R"(Examples:
  plumb reference build                    every problem with a certified reference, default data, tenths of its horizon
  plumb reference build 'two-link(rate1=2)' --t-end 20
  plumb reference build pendulum --out /tmp
  plumb reference build shaft --out /tmp   outputs/shaft.json: outputs over time, of a reference that is refined
  plumb reference build shaft --t-end 0 --out /tmp         the same up to t = 0

Computed references are cached (PLUMB_CACHE in plumb --help), so later runs begin at once. With --out, the values of
default data are also written to FOLDER/PROBLEM.json: with their certified digits, the routes that agree in them, and a
hash of the problem's data. If the reference of a problem is refined, --out writes its outputs over time to
FOLDER/outputs/PROBLEM.json, for other data too and up to --t-end; after a stop, the next call continues. A file is
replaced if it is empty or holds stored values of the same problem. If FOLDER/PROBLEM is a folder, the files are
reference.json and outputs.json in it. So in a checkout, --out problems writes the values that the next build compiles
into the program.)";

Exit build_all(const BuildOptions& options) {
  StatusLine line(stderr_is_terminal());
  const auto built = built_references(
      options.request, conduct_of(line, all_cores(), options.timeout),
      [&](const std::string& title, const ExpectedSeconds& expected) { announce(line, title, expected); });
  line.clear();
  const auto exit = exit_of(built.ending, "problem");
  if (options.json)
    print_json(as_json(built.table));
  else
    print(as_text(built.table));
  return exit;
}

void add_reference_build(CLI::App& reference, Exit& exit) {
  auto& verb = *reference.add_subcommand("build", "compute references before runs need them; write PROBLEM.json");
  auto options = std::make_shared<BuildOptions>();
  verb.add_option("PROBLEM", options->request.problem,
                  "a problem, with data: 'two-link(rate1=2)'; default: all that have a certified reference");
  add_out(verb, options->request.out, "a folder of stored values; default: none are written");
  verb.add_option("--t-end", options->request.t_end, "horizon [s]; default: the problem's")->type_name("T");
  add_total_timeout(verb, options->timeout);
  verb.add_option("--work", options->request.work,
                  "how many times more steps than in a run a refined reference may take; default: 30")
      ->type_name("FACTOR")
      ->check(CLI::PositiveNumber);
  verb.add_flag(
      "--kept", options->request.kept,
      "write the outputs of a motion that any build has cached (PLUMB_CACHE), if this build reproduces its steps");
  add_json(verb, options->json, "an array with one object for each problem");
  verb.footer(reference_build_examples);
  verb.callback([options, &exit] { exit = build_all(*options); });
}

struct AuditOptions {
  AuditRequest request;
  bool json = false;
};

constexpr const char* reference_audit_examples = R"(Examples:
  plumb reference audit                                   every results/audit/*.csv, by stored references
  plumb reference audit results/audit/pleiades-test-set.csv
  plumb reference audit results/audit/pleiades-test-set.csv --recompute
  plumb reference audit pendulum printed.csv --at 10
  plumb reference audit 'pendulum(rate=2)' printed.csv -f index3 --json

A FILE without PROBLEM has the header problem,t,component,published[,factor]. With PROBLEM its lines are NAME,VALUE or
NAME,VALUE,T. Lines that begin with # are skipped. Components are q1.., v1.., a1.., lambda1.. and the outputs. A factor
converts a value to the sign convention of Plumb: -1 for a multiplier of the opposite sign. A value holds if it equals
the reference rounded to the printed digits.

References of shipped files are stored in results/audit/certified.json, with date and version; --recompute computes
them again and compares. Other references are computed. With FILE this has no time limit. Without FILE each reference
may take a minute, and the values of a slower reference are listed as not audited. Exit code 1: a value or a stored
reference differs; 6: a reference has too few digits for a verdict, or does not exist.)";

Exit audit(const AuditOptions& options) {
  StatusLine line(stderr_is_terminal());
  const auto print_text = [&](const std::string& text) {
    if (!options.json) line.print(text);
  };
  const auto report = audit_report(options.request, conduct_of(line), print_text);
  line.clear();
  const auto exit = exit_of(report.ending, "file");
  if (options.json)
    print_json(report.json);
  else
    print(report.text);
  return exit == Exit::ok ? report.exit : exit;
}

void add_reference_audit(CLI::App& reference, Exit& exit) {
  auto& verb = *reference.add_subcommand("audit", "correct digits of published values");
  auto options = std::make_shared<AuditOptions>();
  verb.add_option("WHAT", options->request.what,
                  "FILE of published values (CSV); PROBLEM FILE; default: results/audit/*.csv")
      ->type_name("[PROBLEM] FILE");
  verb.add_option(
          "-f,--formulation", options->request.formulation,
          "formulation: its coordinates; default: the problem's first, without PROBLEM the first redundant ones")
      ->type_name("NAME");
  verb.add_option("--at", options->request.at,
                  "time [s]: for lines of FILE without a time; default: the problem's horizon")
      ->type_name("T");
  verb.add_flag("--recompute", options->request.checks, "compute stored references again, and compare");
  verb.add_option("--patience", options->request.patience,
                  "time limit [s] for each reference; default: 60 without FILE, no limit with FILE")
      ->type_name("S")
      ->check(CLI::PositiveNumber);
  add_out(verb, options->request.out, "compute the references, and add them to this file");
  add_json(verb, options->json, "one object; without FILE an array of objects");
  verb.footer(reference_audit_examples);
  verb.callback([options, &exit] { exit = audit(*options); });
}

}  // namespace

void add_reference(CLI::App& app, Exit& exit) {
  auto& verb = *app.add_subcommand("reference", "certified reference solutions: show, build, audit published values");
  verb.footer(
      "Examples:\n"
      "  plumb reference show pendulum --at 2\n"
      "  plumb reference build\n"
      "  plumb reference audit pendulum printed.csv\n\n"
      "A digit is certified if independent routes agree in it: the exact motion, or its series, in quad; an "
      "integration\n"
      "in double-doubles (in quad for problems of files), whose name ends in -dd; and an integration in double by\n"
      "another library, which confirms digits but does not limit their number.");
  add_reference_show(verb, exit);
  add_reference_build(verb, exit);
  add_reference_audit(verb, exit);
}

}  // namespace plumb
