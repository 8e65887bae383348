#pragma once
// The coefficients of a Runge-Kutta or linear multistep method are shown as tables, as data, and as a method file.

#include <string>
#include <variant>

#include "methods/method.hpp"
#include "text/json.hpp"

namespace plumb {

/// The coefficients of a method with its parameters, as stored: the texts that its stepper reads.
struct MethodCoefficients {
  std::string name, title, source;
  std::variant<TableauData, MultistepData> data;

  /// Returns the highest order whose conditions hold for these texts.
  int order() const;
};

/// Returns the coefficients. `name` is the selector of the method. Throws UsageError if the method has neither a
/// tableau nor a multistep formula.
MethodCoefficients method_coefficients(const std::string& name, const Method& method, const Parameters& parameters);

/// Returns facts, and a row for every coefficient that is not 0: as kept, and in decimals.
std::string coefficients_text(const MethodCoefficients& coefficients);

/// Returns lists, and rows of a matrix, by name: "kept" has the texts, "decimal" up to 30 significant digits, as texts.
Json coefficients_json(const MethodCoefficients& coefficients);

/// Returns a method file (harness/cell/method_text.hpp) with unchanged texts of all numbers, so no digit is lost.
std::string coefficients_toml(const MethodCoefficients& coefficients);

}  // namespace plumb
