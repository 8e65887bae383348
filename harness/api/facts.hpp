#pragma once
// Facts about one subject, a line for each, and the table of its parameters.

#include <string>
#include <utility>
#include <vector>

#include "contract/parameters.hpp"
#include "text/table.hpp"

namespace plumb {

/// Pairs of name and value.
using Facts = std::vector<std::pair<std::string, std::string>>;

/// Adds a fact with several values, one line each. Only the first line has the name.
void add_lines(Facts& facts, std::string name, const std::vector<std::string>& values);

/// Returns a line for each fact, with aligned values. Facts without a value are left out.
std::string facts(const Facts& lines);

/// Returns a row for each parameter, with a column `value` if values are given.
Table parameter_table(const std::vector<ParameterSpec>& specs, const Parameters* values = nullptr);

}  // namespace plumb
