#pragma once
// A choice says which items are meant, by the names that people give.

#include <string>
#include <string_view>
#include <vector>

#include "harness/gate/item.hpp"

namespace plumb {

/// An item is meant if it has one of the names in each list that is not empty. Problems and methods are named with or
/// without parameters.
struct Choice {
  std::vector<std::string> areas = {}, problems = {}, formulations = {}, methods = {};

  bool is_all() const;
  bool has_area(std::string_view area) const;
  bool has(const Item& item) const;
};

/// Throws UsageError with the nearest name if an area does not exist.
void require_areas(const Choice& choice);

/// Throws UsageError with the nearest name at a problem, formulation or method that none of these items has. `whole`
/// says in words what the items belong to: "the nightly matrix".
void require_names(const Choice& choice, const std::vector<Item>& known, std::string_view whole);

/// Returns the choice in words: "area times, method erk4".
std::string in_words(const Choice& choice);

}  // namespace plumb
