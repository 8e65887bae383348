#pragma once
// Selectors: the names of problems, formulations, methods and steps on the command line and in experiments.
//
//   selectors = selector *("," selector)
//   selector  = name ["(" key "=" value *("," value) *("," key "=" value *("," value)) ")"]
//
// A value is a word or a number, which may be a formula with parentheses. A name, a value and a number in a
// list may be a range: lms2..4, r=2..5, 1e-2..1e-5, rho=0:0.1:1 (text/range.hpp).
//
// Several values of keys expand to their cross product, with the last key fastest, up to a million selectors. If a
// parameter consists of several numbers, its values are groups of that size: if pade is a pair, "pade=1,3,2,2" means
// "pade=1:3" and "pade=2:2". A name that begins with "@" is a file. If it contains a comma or a parenthesis, or begins
// or ends with a blank, it must be quoted: @"a (copy), 2.toml".

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "contract/parameters.hpp"

namespace plumb {

/// A name with the parameters that the user has given for it; values are the user's texts.
struct Spec {
  std::string name;
  std::map<std::string, std::string> parameters;

  /// Returns "lms3(rho=0.6)", or the name without parameters. `expand` converts it back to the same spec.
  std::string text() const;
  auto operator<=>(const Spec&) const = default;
};

/// Returns the description of a parameter of the method or problem `name`; null if the name or the parameter is
/// unknown.
using ParameterLookup = std::function<const ParameterSpec*(std::string_view name, std::string_view parameter)>;

/// Returns all specs of a comma-separated list, in order, without duplicates ("m(r=0,1),m(r=1)" has two). Throws
/// UsageError, whose message of one line has the position (from 1) of the first wrong character.
std::vector<Spec> expand(std::string_view selectors, const ParameterLookup& lookup = {});

/// Returns the specs of several lists together, for an option that was given several times.
std::vector<Spec> expand(const std::vector<std::string>& selectors, const ParameterLookup& lookup = {});

/// Returns the numbers of a list such as "1e-2,1e-3,pi/600,1e-4..1e-6" as written by the user, with ranges as decimals,
/// each once. Throws UsageError with the position of a text that is not a number.
std::vector<std::string> expand_numbers(std::string_view list);

/// Returns the numbers of several lists together, for an option that was given several times.
std::vector<std::string> expand_numbers(const std::vector<std::string>& lists);

}  // namespace plumb
