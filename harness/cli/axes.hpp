#pragma once
// These options name cells. They are the same for every verb that runs some.

#include <CLI/App.hpp>

#include <string>
#include <vector>

#include "harness/api/asked_cells.hpp"

namespace plumb {

/// Adds -p, -f, -m, -s and the settings of a run. What is given goes to `axes`.
void add_axes(CLI::App& verb, Axes& axes);

/// Tells whether any of the options of add_axes was given.
bool any_given(Axes axes);

/// Adds an option that takes exactly one value each time it is given, and may be given several times.
CLI::Option* add_values(CLI::App& verb, const std::string& flags, std::vector<std::string>& values,
                        const std::string& type_name, const std::string& meaning);

}  // namespace plumb
