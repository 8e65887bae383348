#pragma once
// The settings of a run are what it has beside problem, formulation, method and step. The command line, study files,
// papers, JSON and columns all read this one table.

#include <span>
#include <string>
#include <string_view>

#include "harness/cell/cell.hpp"

namespace plumb {

struct Setting {
  std::string_view name;         // in files and JSON; the option of the command line has dashes
  std::string_view placeholder;  // placeholder of its value in help
  std::string_view meaning;      // for help
  std::string_view unit;         // unit of its column; empty: the value is a word
  bool is_list_of_numbers;       // "1e-2,1e-3" are two values
  /// Reads the setting. Throws UsageError "NAME: ..." that says what is allowed.
  void (*read)(Cell&, const std::string& text);
  /// Returns the setting. Null: the default, which is the method's own.
  Json (*json)(const Cell&);
  /// Reads the setting. Throws UsageError as `read` does, and Json::exception on a value of another kind.
  void (*from_json)(Cell&, const Json&);
  bool omits_null = false;  // the text of a cell, from which its id follows, has no such key if the value is null

  /// Returns the option, "newton-tol".
  std::string option() const;
};

/// Returns the settings in the order in which axes are multiplied.
std::span<const Setting> settings();

/// Returns the setting of that name. Throws UsageError with the nearest name.
const Setting& setting_named(std::string_view name);

}  // namespace plumb
