#pragma once
// A request is a cell as it was asked for.

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

/// Says where values stand in the file, by "problem", "step", "t_end", ...
using ValuePlaces = std::map<std::string, FilePlace, std::less<>>;

/// A cell whose names and parameters have not been looked up yet. A value that is missing has its default.
struct CellRequest {
  Spec problem, formulation, method;
  std::string step;
  std::map<std::string, std::string, std::less<>> settings = {};  // by name (setting.hpp), as texts
  FilePlace where = {};
  std::shared_ptr<const ValuePlaces> places = {};  // requests share them; null if they come from the command line

  /// Returns the place of a value in the file, or the place of the whole request if the value does not stand in the
  /// file.
  FilePlace place_of(std::string_view value) const {
    if (!places) return where.of(value);
    const auto at = places->find(value);
    return at == places->end() ? where.of(value) : at->second;
  }

  /// Tells whether the same is asked for at the same place. The places of the values do not count.
  bool operator==(const CellRequest& other) const {
    const auto all = [](const CellRequest& r) {
      return std::tie(r.problem, r.formulation, r.method, r.step, r.settings);
    };
    return all(*this) == all(other) && where.text() == other.where.text();
  }
};

}  // namespace plumb
