// plumb reference prints and computes certified references, and audits published values.

#include <fmt/format.h>

#include "harness/cli/commands.hpp"
#include "harness/cli/reference_options.hpp"
#include "reference/certified.hpp"
#include "text/selector.hpp"

namespace plumb {

namespace {

/// Applies a function to (problem, data, formulation). Converts std::invalid_argument, which a user can correct, to
/// UsageError.
template <class Ask>
auto of_reference(const FormulatedProblem& subject, Ask ask) {
  try {
    return ask(subject.problem, subject.data, subject.formulation);
  } catch (const std::invalid_argument& e) {
    throw UsageError(fmt::format("{}: {}", subject.problem.name, e.what()));
  }
}

}  // namespace

std::vector<ReferenceRecord> certified_records(const FormulatedProblem& subject,
                                               const std::vector<std::string>& times) {
  return of_reference(subject, [&](const auto&... of) { return certified(of..., times); });
}

ExpectedSeconds expected_seconds_of_records(const FormulatedProblem& subject, const std::vector<std::string>& times) {
  return of_reference(subject, [&](const auto&... of) { return expected_certification_seconds(of..., times); });
}

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
