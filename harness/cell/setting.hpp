#pragma once
// The settings of a run are all inputs except problem, formulation, method and step. The command line, study files,
// papers, JSON and table columns use the table in this module.

#include <span>
#include <string>
#include <string_view>

#include "harness/cell/cell.hpp"

namespace plumb {

struct Setting {
  std::string_view name;         // name in files and JSON; the command line has dashes
  std::string_view placeholder;  // placeholder of the value in help texts
  std::string_view meaning;      // description in help texts
  std::string_view unit;         // unit of the setting's column; empty: the value is a word
  bool is_list_of_numbers;       // whether "1e-2,1e-3" means two values
  /// Sets the setting from a text. Throws UsageError "NAME: ..." with the allowed values.
  void (*read)(Cell&, const std::string& text);
  /// Returns the value of the setting in JSON. Null: the default.
  Json (*json)(const Cell&);
  /// Sets the setting from JSON. Throws UsageError like `read`, and Json::exception on a value of another type.
  void (*from_json)(Cell&, const Json&);
  bool omits_null = false;          // whether the cell's JSON, and so its id, omits a null value
  bool accepts_star = false;        // whether "*" selects all values of the method
  bool differs_by_request = false;  // whether the default depends on the problem or on the verb, unlike that of Cell

  /// Returns the name of the option, "newton-tol".
  std::string option() const;
};

/// Returns all settings, in the order in which their values are varied when axes are combined.
std::span<const Setting> settings();

/// Returns the setting of that name. Throws UsageError with the nearest name.
const Setting& setting_named(std::string_view name);

}  // namespace plumb
