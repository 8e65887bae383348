#pragma once
// A quantifier is a word of a claim, such as "most". It defines how many results of one check must pass. A claim about
// most cases does not claim each of them.
//
//   all             every one
//   most, usually   more than half, since the words are no more precise
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
/// Returns the quantifier with that name; none if the name is unknown.
std::optional<Quantifier> quantifier_named(std::string_view name);

/// Returns whether so many results pass that the claim with this word ("all", "most", ...) holds.
bool is_enough(Quantifier quantifier, std::size_t passed, std::size_t total);

}  // namespace plumb
