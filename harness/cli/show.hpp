#pragma once
// What the parts of `plumb show` share.

#include <string>
#include <utility>
#include <vector>

#include "contract/parameters.hpp"
#include "text/table.hpp"

namespace plumb {

/// Names and values.
using Facts = std::vector<std::pair<std::string, std::string>>;

/// One of several values, with the name on the first of its lines only.
void add_lines(Facts& facts, std::string name, const std::vector<std::string>& values);

/// Lines of name and value, the values aligned; what has no value is left out.
std::string facts(const Facts& lines);

/// A row a parameter; with a column `value` where values are given.
Table parameter_table(const std::vector<ParameterSpec>& specs, const Parameters* values = nullptr);

/// What is asked about a method.
struct MethodQuestion {
  std::string selector;  // "mssth4(rho=0.3)", "@mine.toml"
  bool coefficients = false, toml = false, json = false;
};

/// "problem", "method" or "paper", of what has that name, with or without parameters; empty: nothing has.
std::string subject_named(std::string_view name);

/// The objects of `plumb show method --json` and `plumb show problem --json`. Throw UsageError: an unknown name, wrong
/// parameters, several methods.
Json method_json(const std::string& selector);
Json problem_json(const std::string& name);

/// Prints the answer. Throws UsageError: an unknown name, wrong parameters, several methods, no coefficients.
void show_method(const MethodQuestion& question);

}  // namespace plumb
