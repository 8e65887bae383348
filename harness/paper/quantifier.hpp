#pragma once
// How many of the results of one check have to pass: a sentence about most cases is none about each of them.
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

/// "all", "most", "usually", "at-least-one".
std::string_view name(Quantifier quantifier);
std::vector<std::string> quantifier_names();
/// The one of that name; none if there is none.
std::optional<Quantifier> quantifier_named(std::string_view name);

/// Whether so many that pass are as many as the word asks for.
bool is_enough(Quantifier quantifier, std::size_t passed, std::size_t of);

}  // namespace plumb
