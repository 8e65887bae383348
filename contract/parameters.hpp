#pragma once
// Named parameters of problems, formulations and methods.
//
// A number is stored as the text that the user wrote ("4/3", "2*pi", "9.81"): an exact number (exact_number.hpp).

#include <map>
#include <span>
#include <string>
#include <string_view>

#include "contract/exact_number.hpp"
#include "numerics/scalar.hpp"

namespace plumb {

/// The name of a parameter, its allowed values, and its meaning. If `choices` is empty, a value is a number. Otherwise
/// a value is one of the choices ("a|b|c") or, if `or_number` is set, a number. If `values` is 2 or more, a value is
/// that many numbers joined by colons, or one of the choices. If `default_value` is "", the parameter may be left out;
/// its text is then "".
struct ParameterSpec {
  std::string name;
  std::string default_value;
  std::string unit;  // SI unit; "-" if dimensionless
  std::string meaning;
  std::string choices = {};
  double minimum = -std::numeric_limits<double>::infinity();
  double maximum = std::numeric_limits<double>::infinity();
  int values = 1;          // number of components of a value; "1:3" has two
  bool or_number = false;  // whether a number is allowed in addition to the choices
  bool numerical = false;  // for a problem: affects the computation, not the motion

  bool offers(std::string_view choice) const;
};

/// A value for every parameter in a list of specs; "" if the parameter has no default and was left out.
class Parameters {
 public:
  Parameters() = default;
  /// Uses the defaults of `specs`, overridden by `overrides`. Throws std::invalid_argument for an unknown name, and for
  /// a value that is not a number, out of bounds or not among the choices; the message contains the allowed values.
  Parameters(std::span<const ParameterSpec> specs, const std::map<std::string, std::string>& overrides);

  /// The text of a parameter. Precondition: the name is in the spec list.
  const std::string& text(std::string_view name) const;
  template <class T>
  T number(std::string_view name) const {
    return number_from_text<T>(text(name));
  }
  bool has(std::string_view name) const { return values_.contains(name); }
  bool is(std::string_view name, std::string_view choice) const { return has(name) && text(name) == choice; }

  /// "alpha=4/5,beta=1": every parameter in the list's order, except those without a default that were left out.
  /// Identifiers and table headings use it.
  std::string canonical() const;
  const std::map<std::string, std::string, std::less<>>& values() const { return values_; }

 private:
  std::map<std::string, std::string, std::less<>> values_;
  std::string canonical_;
};

}  // namespace plumb
