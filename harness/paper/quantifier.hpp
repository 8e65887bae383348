#pragma once
// A quantifier says how many results of one check have to pass. A sentence about most cases says nothing about each of
// them.
//
//   all             every one
//   most, usually   more than half, since the words say no more
//   at-least-one    one

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumb {

enum class Quantifier { all, most, usually, at_least_one };

/// Returns "all", "most", "usually" or "at-least-one".
std::string_view name(Quantifier quantifier);
std::vector<std::string> quantifier_names();
/// Returns the quantifier of that name; none if there is none.
std::optional<Quantifier> quantifier_named(std::string_view name);

/// Tells whether the results that pass are as many as the word asks for.
bool is_enough(Quantifier quantifier, std::size_t passed, std::size_t of);

}  // namespace plumb
