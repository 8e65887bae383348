#pragma once
// A key that neither a view knows nor a text has in braces is a mistake.

#include <functional>
#include <set>
#include <string>

#include "harness/sets/layers.hpp"
#include "harness/sets/named_sets.hpp"

namespace plumb {

/// Throws UsageError at the first such key, with the nearest name. Variables of sets may serve other views. `in_braces`
/// are the names that texts used.
void refuse_unused(const LayeredKeys& keys, const SetView& view, const std::set<std::string, std::less<>>& in_braces);

}  // namespace plumb
