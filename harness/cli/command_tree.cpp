#include "harness/cli/command_tree.hpp"

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include "text/suggest.hpp"
#include "text/table.hpp"

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

namespace {

constexpr std::string_view continued = "      ";  // indentation of a continued line

/// The options that a new user needs, by their long names.
constexpr std::string_view needed_first[] = {"problem", "formulation", "method", "steps", "t-end", "store", "format"};

std::string_view group_of(std::string_view verb) {
  const auto at = std::ranges::find(verb_groups, verb, &std::pair<std::string_view, std::string_view>::first);
  return at == std::end(verb_groups) ? stores_and_data : at->second;
}

bool is_needed_first(const CLI::Option& option) {
  return std::ranges::any_of(option.get_lnames(), [](const std::string& name) {
    return std::ranges::find(needed_first, name) != std::end(needed_first);
  });
}

/// Moves all but the first options to "More options": the first are the options of `needed_first`, then the options
/// that the verb adds first.
void group_options(CLI::App& verb) {
  const auto* help = verb.get_help_ptr();
  const auto all = verb.get_options([&](CLI::Option* option) { return option->nonpositional() && option != help; });
  if (all.size() <= options_first) return;
  auto left = options_first;
  std::vector<CLI::Option*> others;
  for (auto* option : all)
    if (is_needed_first(*option))
      --left;
    else
      others.push_back(option);
  for (auto* option : others)
    if (left > 0)
      --left;
    else
      option->group("More options");
}

void group_below(CLI::App& verb) {
  group_options(verb);
  for (auto* sub : verb.get_subcommands([](CLI::App*) { return true; })) {
    sub->group("Verbs");
    group_below(*sub);
  }
}

std::vector<std::string> lines_of_text(std::string_view text) {
  std::vector<std::string> out;
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    out.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

/// Returns a long command with backslashes at the ends of its lines, broken only at blanks outside of quotes.
std::string continued_command(const std::string& command) {
  std::string out, line = command;
  while (display_width(line) > help_width) {
    std::size_t end = 0;
    bool is_quoted = false;
    for (std::size_t i = continued.size(); i < line.size() && i + 2 <= help_width; ++i) {
      if (line[i] == '\'') is_quoted = !is_quoted;
      if (line[i] == ' ' && !is_quoted) end = i;
    }
    if (end == 0) break;
    out += line.substr(0, end) + " \\\n";
    line = std::string(continued) + line.substr(end + 1);
  }
  return out + line;
}

/// Returns a text as lines that begin with the indentation of a continued line.
std::string indented(const std::string& text) {
  std::string out;
  for (const auto& line : lines_of_text(wrapped_help(text, help_width - continued.size())))
    out += (out.empty() ? "" : "\n") + std::string(continued) + line;
  return out;
}

/// Returns a line of an example with the explanation on its own line, if both together are too long.
std::string fitted_example(const std::string& line) {
  if (display_width(line) <= help_width) return line;
  const auto begin = std::min(line.find_first_not_of(' '), line.size());
  if (begin > 2) return indented(line);
  const auto gap = line.find("   ", begin);
  if (gap == std::string::npos) return continued_command(line);
  return continued_command(line.substr(0, gap)) + "\n" + indented(line.substr(gap));
}

}  // namespace

void group_help(CLI::App& program) {
  group_below(program);
  for (auto* verb : program.get_subcommands([](CLI::App*) { return true; }))
    verb->group(std::string(group_of(verb->get_name())));
}

std::string wrapped_help(std::string_view text, std::size_t width) {
  std::string out, line;
  for (std::size_t position = 0; position < text.size();) {
    const auto end = std::min(text.find_first_of(" \n", position), text.size());
    const std::string word(text.substr(position, end - position));
    position = end + 1;
    if (word.empty()) continue;
    if (!line.empty() && display_width(line) + 1 + display_width(word) > width) {
      out += line + "\n";
      line.clear();
    }
    line += (line.empty() ? "" : " ") + word;
  }
  return out + line;
}

std::string fitted_footer(std::string_view footer) {
  std::string out, paragraph;
  const auto end_paragraph = [&] {
    if (!paragraph.empty()) out += wrapped_help(paragraph, help_width) + "\n";
    paragraph.clear();
  };
  for (const auto& line : lines_of_text(footer)) {
    if (!line.empty() && line.front() != ' ') {
      paragraph += line + " ";
      continue;
    }
    end_paragraph();
    out += fitted_example(line) + "\n";
  }
  end_paragraph();
  while (out.ends_with('\n')) out.pop_back();
  return out;
}

}  // namespace plumb
