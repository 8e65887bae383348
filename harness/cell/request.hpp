#pragma once
// A request is the input for a cell.

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

/// Locations of values in the file, by "problem", "step", "t_end", ...
using ValuePlaces = std::map<std::string, FilePlace, std::less<>>;

/// A cell before its names and parameters are looked up. Missing values have their defaults.
struct CellRequest {
  Spec problem, formulation, method;
  std::string step;
  std::map<std::string, std::string, std::less<>> settings = {};  // texts of settings, by name (setting.hpp)
  FilePlace where = {};
  std::shared_ptr<const ValuePlaces> places = {};  // locations of the values, shared by requests; null: command line

  /// Returns the location of a value in the file, or the location of the whole request if the file does not contain the
  /// value.
  FilePlace place_of(std::string_view value) const {
    if (!places) return where.of(value);
    const auto at = places->find(value);
    return at == places->end() ? where.of(value) : at->second;
  }

  /// Compares the requests and their locations. The locations of the values do not count.
  bool operator==(const CellRequest& other) const {
    const auto all = [](const CellRequest& r) {
      return std::tie(r.problem, r.formulation, r.method, r.step, r.settings);
    };
    return all(*this) == all(other) && where.text() == other.where.text();
  }
};

}  // namespace plumb
