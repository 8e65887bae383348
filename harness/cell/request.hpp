#pragma once
// A request is the user's input for a cell.

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>

#include "harness/cell/cell.hpp"
#include "text/exit_codes.hpp"
#include "text/selector.hpp"
#include "text/toml_document.hpp"

namespace plumb {

/// Locations of the values in a study file, by key: "problem", "step", "t_end", ...
using ValuePlaces = std::map<std::string, FilePlace, std::less<>>;

/// A cell as the user describes it, before names and parameters are looked up. Missing values become defaults.
struct CellRequest {
  Spec problem, formulation, method;
  std::string step;
  std::map<std::string, std::string, std::less<>> settings = {};  // texts of settings, by name (setting.hpp)
  FilePlace where = {};
  std::shared_ptr<const ValuePlaces> places = {};  // locations of the values, shared by requests; null: command line

  /// Returns the location of the value with this key, or of the whole request if the file does not contain the value.
  FilePlace place_of(std::string_view value) const {
    if (!places) return where.of(value);
    const auto found = places->find(value);
    return found == places->end() ? where.of(value) : found->second;
  }

  /// Compares the requests and their locations in the file, but not the locations of single values.
  bool operator==(const CellRequest& other) const {
    const auto all = [](const CellRequest& r) {
      return std::tie(r.problem, r.formulation, r.method, r.step, r.settings);
    };
    return all(*this) == all(other) && where.text() == other.where.text();
  }
};

}  // namespace plumb
