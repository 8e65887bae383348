#pragma once
// Shows the coefficients of a Runge-Kutta or linear multistep method as tables, as data, or as a method file.

#include <string>
#include <variant>

#include "methods/method.hpp"
#include "text/json.hpp"

namespace plumb {

/// The coefficients of a method with given parameter values, as texts (expressions such as "1/6"), which its stepper
/// reads.
struct MethodCoefficients {
  std::string name, title, source;
  std::variant<TableauData, MultistepData> data;

  /// Returns the highest order whose conditions hold for these texts.
  int order() const;
};

/// Returns the coefficients. `name` is the selector of the method. Throws UsageError if the method has neither a
/// tableau nor a multistep formula.
MethodCoefficients method_coefficients(const std::string& name, const Method& method, const Parameters& parameters);

/// Returns kind, order and sources of the method, and a line for every nonzero coefficient: its text and its decimal
/// value.
std::string coefficients_text(const MethodCoefficients& coefficients);

/// Returns {"kept": {..}, "decimal": {..}}, among other facts: the coefficients by name, as texts and as decimals with
/// up to 30 significant digits. A matrix is an array of rows.
Json coefficients_json(const MethodCoefficients& coefficients);

/// Returns a method file (harness/cell/method_text.hpp) with unchanged texts of all numbers, so no digit is lost.
std::string coefficients_toml(const MethodCoefficients& coefficients);

}  // namespace plumb
