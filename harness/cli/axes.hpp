#pragma once
// These options name cells. They are the same for every verb that runs some.

#include <CLI/App.hpp>

#include <string>
#include <string_view>
#include <vector>

#include "harness/api/asked_cells.hpp"

namespace plumb {

/// Adds -p, -f, -m, -s and the settings of a run. What is given goes to `axes`.
void add_axes(CLI::App& verb, Axes& axes);

/// Tells whether any of the options of add_axes was given.
bool any_given(Axes axes);
/// Tells whether problem, method and step were given, without which there is no cell.
bool are_whole(const Axes& axes);

/// The cells of a verb are those of a study file, or those of the options of add_axes.
struct StudyOrAxes {
  Axes axes;
  std::string study, set;  // the file; the set of it whose cells are meant, or empty for its [[cells]]

  /// Tells whether the file is meant. Throws UsageError unless it or whole axes are given, and not both. `needed` says
  /// what the verb needs without a file: "a problem (-p), a method (-m) and a step (-s)".
  bool is_study(std::string_view verb, std::string_view needed) const;
};
/// Adds EXPERIMENT. `here` says what the verb does with it.
void add_study(CLI::App& verb, std::string& study, const std::string& here = "");
/// Adds the same with --set NAME.
void add_study_with_sets(CLI::App& verb, StudyOrAxes& cells, const std::string& here = "");

/// Adds an option that takes exactly one value each time it is given, and may be given several times.
CLI::Option* add_values(CLI::App& verb, const std::string& flags, std::vector<std::string>& values,
                        const std::string& type_name, const std::string& meaning);

}  // namespace plumb
