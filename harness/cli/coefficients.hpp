#pragma once
// The coefficients of a Runge-Kutta or linear multistep method as tables, data, and a method file.

#include <string>
#include <variant>

#include "methods/method.hpp"
#include "text/json.hpp"

namespace plumb {

/// What is kept of a method with its parameters; the texts are those that its stepper reads.
struct MethodCoefficients {
  std::string name, title, source;
  std::variant<TableauData, MultistepData> data;

  /// The highest order whose conditions hold for these texts.
  int order() const;
};

/// `name` is the selector of the method. Throws UsageError if neither a tableau nor a multistep formula is kept of it.
MethodCoefficients method_coefficients(const std::string& name, const Method& method, const Parameters& parameters);

/// Facts, and a row for every coefficient that is not 0: as kept, and in decimals.
std::string coefficients_text(const MethodCoefficients& coefficients);

/// Lists, and rows of a matrix, by name: "kept" the texts, "decimal" up to 30 significant digits, as texts.
Json coefficients_json(const MethodCoefficients& coefficients);

/// A method file (harness/cell/method_text.hpp) with every text as it is kept, so that no digit is lost.
std::string coefficients_toml(const MethodCoefficients& coefficients);

}  // namespace plumb
