#pragma once
// The verb `show`: everything about one problem, method or paper.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "contract/parameters.hpp"
#include "methods/method.hpp"
#include "problems/problem.hpp"
#include "text/json.hpp"
#include "text/table.hpp"

namespace plumb {

/// Returns "problem", "method" or "paper", depending on which of them has this name (with or without parameters); empty
/// if none has.
std::string subject_named(std::string_view name);

/// A page as text and as an object, and a note for the user.
struct SubjectPageText {
  std::string text = {};
  Json json = {};
  std::string note = {};
};

/// The parts of a method that `plumb show method` prints.
struct MethodQuestion {
  std::string selector = {};  // selector of a method: "mssth4(rho=0.3)", "@mine.toml"
  bool coefficients = false;  // whether the coefficients are printed instead
  bool toml = false;          // whether they are printed as a method file
};
/// Throws UsageError on an unknown name, wrong parameters, several methods, or if the method has no coefficients.
SubjectPageText method_page(const MethodQuestion& question);

/// Throws UsageError on an unknown name.
SubjectPageText problem_page(const std::string& name);
SubjectPageText paper_page(const std::string& key);

/// Return the objects of `plumb show method --json` and `plumb show problem --json`. Throw UsageError on an unknown
/// name, wrong parameters, or several methods.
Json method_json(const std::string& selector);
Json problem_json(const std::string& name);

/// Pairs of name and value.
using Facts = std::vector<std::pair<std::string, std::string>>;

/// Adds a fact with several values, one line each. Only the first line has the name.
void add_lines(Facts& facts, std::string name, const std::vector<std::string>& values);

/// Returns a line for each fact, with aligned values. Facts without a value are left out.
std::string facts(const Facts& lines);

/// Returns a row for each parameter, with a column `value` if values are given.
Table parameter_table(const std::vector<ParameterSpec>& specs, const Parameters* values = nullptr);

// Decides which methods support a formulation: the method must list its family, and the system must have the properties
// that the method requires.

/// A formulation of a problem, with the properties of its system for the problem's default data.
struct Site {
  const Problem& problem;
  const Formulation& formulation;
  bool vector_space, velocity_dependent, dense_blocks;
  Sizes sizes;

  /// Returns whether the method supports the formulation.
  bool suits(const Method& method) const;
};

/// Returns all formulations of a problem, in its order.
std::vector<Site> sites(const Problem& problem);
/// All formulations of the catalogue, problem by problem.
const std::vector<Site>& sites();

}  // namespace plumb
