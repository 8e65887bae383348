#include "harness/cli/command_tree.hpp"

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>

#include "text/suggest.hpp"

namespace plumb {

std::string full_name(const CLI::App& verb) {
  return verb.get_parent() == nullptr ? verb.get_name() : full_name(*verb.get_parent()) + " " + verb.get_name();
}

std::vector<const CLI::App*> verbs(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App*) { return true; });
}

std::vector<std::string> verb_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const auto* verb : verbs(app)) names.push_back(verb->get_name());
  return names;
}

std::vector<const CLI::Option*> options(const CLI::App& verb) {
  return verb.get_options([](const CLI::Option* option) { return option->nonpositional(); });
}

std::vector<const CLI::Option*> positionals(const CLI::App& verb) {
  return verb.get_options([](const CLI::Option* option) { return option->get_positional(); });
}

std::vector<std::string> option_names(const CLI::App& verb) {
  std::vector<std::string> names;
  for (const auto* option : options(verb))
    for (const auto& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

std::string both_names(const CLI::Option& option) {
  std::string out;
  for (const auto& name : option.get_snames()) out += (out.empty() ? "-" : ", -") + name;
  for (const auto& name : option.get_lnames()) out += (out.empty() ? "--" : ", --") + name;
  return out;
}

bool expects_value(const CLI::Option& option) { return option.get_items_expected_max() > 0; }

const CLI::App& verb_at(const CLI::App& app, std::span<const std::string> path) {
  if (path.empty()) return app;
  for (const auto* verb : verbs(app))
    if (verb->get_name() == path.front()) return verb_at(*verb, path.subspan(1));
  const auto names = verb_names(app);
  if (names.empty()) throw UsageError("help: " + full_name(app) + " has no verbs of its own");
  throw unknown_name(app.get_parent() == nullptr ? "verb" : "verb of " + full_name(app), path.front(), names);
}

std::string help_text(const CLI::App& verb) {
  return verb.get_formatter()->make_help(&verb, full_name(verb), CLI::AppFormatMode::Normal);
}

}  // namespace plumb
