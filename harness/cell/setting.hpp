#pragma once
// The settings of a run beside problem, formulation, method and step: one table that the command line, study files,
// papers, JSON and columns read.

#include <span>
#include <string>
#include <string_view>

#include "harness/cell/cell.hpp"

namespace plumb {

struct Setting {
  std::string_view name;         // in files and JSON; an option of the command line with dashes
  std::string_view placeholder;  // of its value in help
  std::string_view meaning;      // for help
  std::string_view unit;         // of its column; empty: a word
  bool is_list_of_numbers;       // "1e-2,1e-3" are two values
  /// Throws UsageError "NAME: ..." saying what is allowed.
  void (*read)(Cell&, const std::string& text);
  /// Null: the default, which is the method's own.
  Json (*json)(const Cell&);
  /// Throws UsageError as `read` does, Json::exception on a value of another kind.
  void (*from_json)(Cell&, const Json&);
  bool is_newer = false;  // than the first stores, which have no such key

  /// "newton-tol"
  std::string option() const;
};

/// In the order in which axes are multiplied.
std::span<const Setting> settings();

/// Throws UsageError with the nearest name.
const Setting& setting_named(std::string_view name);

}  // namespace plumb
