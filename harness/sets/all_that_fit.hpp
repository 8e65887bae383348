#pragma once
// The selector "*" means everything of the catalogue that fits what a request names already. So a study of everything
// stays one when something is added.
//
//   problem = "*"                 every problem
//   formulation = "*"             every formulation of the problem
//   method = "*"                  every method that is fit for the formulation
//   method = "*(choices=each)"    the same, and beside the defaults every choice of each of its parameters, one by one
//   precision = "*"               every precision that the method has

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "harness/cell/request.hpp"

namespace plumb {

inline constexpr std::string_view everything = "*";

// In every list each value stays once. All functions throw UsageError on a parameter of "*" that is not one of the
// above.

std::vector<Spec> problems_meant(const std::vector<Spec>& given);
/// `request` has its problem.
std::vector<Spec> formulations_meant(const CellRequest& request, const std::vector<Spec>& given);
/// `request` has its problem and formulation.
std::vector<Spec> methods_meant(const CellRequest& request, const std::vector<Spec>& given);
/// `request` has its method. Returns names of precisions, each once.
std::vector<std::string> precisions_meant(const CellRequest& request, const std::vector<std::string>& given);

/// These keys may be "*". What it stands for depends on the keys before.
inline constexpr std::array<std::string_view, 4> keys_with_stars = {"problem", "formulation", "method", "precision"};
bool may_have_stars(std::string_view key);
/// Tells whether the text of a key begins with "*".
bool is_star(std::string_view key, std::string_view text);
/// Returns the texts that a "*" of a key stands for. `request` has the values of the keys before.
std::vector<std::string> all_that_fit(std::string_view key, const std::string& star, const CellRequest& request);

}  // namespace plumb
