#pragma once
// The command-line options that select cells. They are the same for every verb that runs cells.

#include <CLI/App.hpp>

#include <string>
#include <string_view>
#include <vector>

#include "harness/api/requested_cells.hpp"

namespace plumb {

/// Adds -p, -f, -m, -s and the settings of a run. Their values are stored in `axes`.
void add_axes(CLI::App& verb, Axes& axes);

/// Returns whether any of the options of add_axes was given.
bool any_given(Axes axes);
/// Returns whether the cells come from the file, not from the axes. Throws UsageError if both are given, or if neither
/// the file nor complete axes are. `needed` is the text of the message for the options that are required without a
/// file: "a problem (-p), a method (-m) and a step (-s)".
bool is_study(const StudyOrAxes& cells, std::string_view verb, std::string_view needed);

/// Adds the argument EXPERIMENT, a study file. `here` describes its use by the verb.
void add_study(CLI::App& verb, std::string& study, const std::string& usage = "");
/// Adds EXPERIMENT and the option --set NAME.
void add_study_with_sets(CLI::App& verb, StudyOrAxes& cells, const std::string& usage = "");

/// Adds an option that takes exactly one value each time it is given, and may be given several times.
CLI::Option* add_values(CLI::App& verb, const std::string& flags, std::vector<std::string>& values,
                        const std::string& type_name, const std::string& meaning);

}  // namespace plumb
