#pragma once
// The selector "*": everything of the catalogue that fits what a request names already, so that a study of all there is
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

// Of every list each value stays once. All throw UsageError: a parameter of "*" that is none of the above.

std::vector<Spec> problems_meant(const std::vector<Spec>& given);
/// `request` has its problem.
std::vector<Spec> formulations_meant(const CellRequest& request, const std::vector<Spec>& given);
/// `request` has its problem and formulation.
std::vector<Spec> methods_meant(const CellRequest& request, const std::vector<Spec>& given);
/// `request` has its method; names of precisions, each once.
std::vector<std::string> precisions_meant(const CellRequest& request, const std::vector<std::string>& given);

/// The keys that may be "*"; what it stands for depends on those before.
inline constexpr std::array<std::string_view, 4> keys_with_stars = {"problem", "formulation", "method", "precision"};
bool may_have_stars(std::string_view key);
/// Whether the text of a key begins with "*".
bool is_star(std::string_view key, std::string_view text);
/// The texts that a "*" of a key stands for; `request` has what stands before it.
std::vector<std::string> all_that_fit(std::string_view key, const std::string& star, const CellRequest& request);

}  // namespace plumb
