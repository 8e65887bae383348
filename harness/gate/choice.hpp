#pragma once
// A choice selects items by names.

#include <string>
#include <string_view>
#include <vector>

#include "harness/gate/item.hpp"

namespace plumb {

/// Selects items with one of the names in each non-empty list. Names of problems and methods may have or omit
/// parameters.
struct Choice {
  std::vector<std::string> areas = {}, problems = {}, formulations = {}, methods = {};

  bool is_all() const;
  bool has_area(std::string_view area) const;
  bool has(const Item& item) const;
};

/// Throws UsageError with the nearest name if an area does not exist.
void require_areas(const Choice& choice);

/// Throws UsageError, with the nearest name, for a problem, formulation or method that none of the items has. `whole`
/// names the set of items in the message: "the nightly matrix".
void require_names(const Choice& choice, const std::vector<Item>& known, std::string_view whole);

/// Returns the choice as text: "area times, method erk4".
std::string in_words(const Choice& choice);

}  // namespace plumb
