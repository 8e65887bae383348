#pragma once
// Access to the verbs and options of the parser, from which help, completion and the manual page are generated.

#include <CLI/App.hpp>

#include <span>
#include <string>
#include <vector>

namespace plumb {

/// Returns a name like "plumb reference show".
std::string full_name(const CLI::App& verb);

/// Return the subcommands, options and arguments of a verb, in the order of the help.
std::vector<const CLI::App*> verbs(const CLI::App& app);
std::vector<std::string> verb_names(const CLI::App& app);
std::vector<const CLI::Option*> options(const CLI::App& verb);      // options with dashes
std::vector<const CLI::Option*> positionals(const CLI::App& verb);  // arguments without dashes

/// Returns the long names of all options: "--problem", "--help", ...
std::vector<std::string> option_names(const CLI::App& verb);
/// Returns "-p, --problem".
std::string both_names(const CLI::Option& option);
/// Returns false for a flag.
bool expects_value(const CLI::Option& option);

/// Returns the verb with this path of names below `app`: {"reference", "show"}. Throws UsageError with the nearest
/// name.
const CLI::App& verb_at(const CLI::App& app, std::span<const std::string> path);

/// Returns the text that VERB --help prints.
std::string help_text(const CLI::App& verb);

}  // namespace plumb
