// plumb reference audit counts the correct digits of published values.

#include <memory>
#include <string>

#include "harness/api/audit_report.hpp"
#include "harness/cli/common_options.hpp"
#include "harness/cli/console.hpp"
#include "harness/cli/reference_options.hpp"
#include "harness/cli/work.hpp"

namespace plumb {
namespace {

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

}  // namespace

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

}  // namespace plumb
