// plumb help prints the same as --help.

#include <memory>

#include "harness/cli/command_tree.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/console.hpp"

namespace plumb {

void add_help(CLI::App& app, Exit&) {
  auto& verb = *app.add_subcommand("help", "the help of a verb, as VERB --help prints it");
  auto path = std::make_shared<std::vector<std::string>>();
  verb.add_option("VERB", *path, "a verb, and a verb of it; default: plumb itself");
  verb.footer("Examples:\n  plumb help\n  plumb help run\n  plumb help reference show");
  verb.callback([path, &app] { print(help_text(verb_at(app, *path))); });
}

}  // namespace plumb
