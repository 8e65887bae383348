#pragma once
// The layout of help texts: groups of verbs and options, and lines of at most 100 columns.

#include <CLI/App.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace plumb {

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
