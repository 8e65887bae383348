#pragma once
// Common functions of the subcommands of `plumb show`.

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

/// The options of `plumb show method`.
struct MethodQuestion {
  std::string selector;  // selector of a method: "mssth4(rho=0.3)", "@mine.toml"
  bool coefficients = false, toml = false, json = false;
};

/// Returns "problem", "method" or "paper", depending on which of them has this name (with or without parameters); empty
/// if none has.
std::string subject_named(std::string_view name);

/// Return the objects of `plumb show method --json` and `plumb show problem --json`. Throw UsageError on an unknown
/// name, wrong parameters, or several methods.
Json method_json(const std::string& selector);
Json problem_json(const std::string& name);

/// Prints the method. Throws UsageError on an unknown name, wrong parameters, several methods, or if the method has no
/// coefficients.
void show_method(const MethodQuestion& question);

}  // namespace plumb
