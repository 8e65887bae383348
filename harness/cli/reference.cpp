// plumb reference prints and computes certified references, and audits published values.

#include "harness/cli/commands.hpp"
#include "harness/cli/reference_options.hpp"

namespace plumb {

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
