#pragma once
// A choice selects items of the nightly check by area, problem, formulation and method.

#include <string>
#include <string_view>
#include <vector>

#include "harness/gate/item.hpp"

namespace plumb {

/// Selects an item if each non-empty list contains its name. A name without parameters selects all parameter values.
struct Choice {
  std::vector<std::string> areas = {}, problems = {}, formulations = {}, methods = {};

  bool is_all() const;
  bool has_area(std::string_view area) const;
  bool has(const Item& item) const;
};

/// Throws UsageError with the nearest name if an area does not exist.
void require_areas(const Choice& choice);

/// Throws UsageError, with the nearest name, for a chosen problem, formulation or method that occurs in none of the
/// items in `known`. `whole` is the noun for `known` in the message: "the nightly matrix".
void require_names(const Choice& choice, const std::vector<Item>& known, std::string_view whole);

/// Returns the choice as text: "area times, method erk4".
std::string in_words(const Choice& choice);

}  // namespace plumb
