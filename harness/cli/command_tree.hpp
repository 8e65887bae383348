#pragma once
// Access to the verbs and options of the parser, from which help, completion and the manual page are generated.

#include <CLI/App.hpp>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
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

inline constexpr std::size_t help_width = 100;
/// Options of a verb that its help prints first, without --help. The others follow under "More options".
inline constexpr std::size_t options_first = 7;

/// The headings of verbs, in the order of the help. A verb that is missing here belongs to the last one.
inline constexpr std::string_view run_and_judge = "Run and judge", papers_and_gate = "Papers and gate",
                                  stores_and_data = "Stores and data";
inline constexpr std::pair<std::string_view, std::string_view> verb_groups[] = {
    {"list", run_and_judge},        {"show", run_and_judge},       {"run", run_and_judge},
    {"order", run_and_judge},       {"time", run_and_judge},       {"spread", run_and_judge},
    {"analyze", run_and_judge},     {"reference", run_and_judge},  {"compare", run_and_judge},
    {"reproduce", papers_and_gate}, {"check", papers_and_gate},    {"baseline", papers_and_gate},
    {"history", papers_and_gate},   {"selftest", papers_and_gate}, {"diff", stores_and_data},
    {"export", stores_and_data},    {"report", stores_and_data},   {"bundle", stores_and_data},
    {"verify", stores_and_data},    {"merge", stores_and_data},    {"slurm", stores_and_data},
    {"doctor", stores_and_data},    {"help", stores_and_data},     {"completion", stores_and_data},
    {"man", stores_and_data}};

/// Sets the headings of all verbs and options of the program. Call it after all verbs have been added.
void group_help(CLI::App& program);

/// Breaks a text at blanks, so that no line is longer than `width` columns. Longer words are not broken.
std::string wrapped_help(std::string_view text, std::size_t width);

/// Returns the text below the options with lines of at most `help_width` columns. Paragraphs are filled again. Lines
/// that begin with blanks stay, as long as they fit; else the explanation after a command moves to the next line, and a
/// long command is continued after a backslash.
std::string fitted_footer(std::string_view footer);

}  // namespace plumb
