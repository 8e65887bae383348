#pragma once
// The selector "*" means all entries of the catalogue that are compatible with the other names in a request. So a study
// of the whole catalogue includes later additions.
//
//   problem = "*"                 every problem
//   formulation = "*"             every formulation of the problem
//   method = "*"                  every method that supports the formulation
//   method = "*(choices=each)"    in addition, every method with each choice of each of its parameters, one at a time
//   precision = "*"               every precision that the method supports

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "harness/cell/request.hpp"

namespace plumb {

inline constexpr std::string_view everything = "*";

// Replace "*" in `requested` by all compatible entries, and remove duplicates. All functions throw UsageError for
// parameters of "*" other than `choices`.

std::vector<Spec> selected_problems(const std::vector<Spec>& requested);
/// `request` must contain its problem.
std::vector<Spec> selected_formulations(const CellRequest& request, const std::vector<Spec>& requested);
/// `request` must contain its problem and formulation.
std::vector<Spec> selected_methods(const CellRequest& request, const std::vector<Spec>& requested);
/// `request` must contain its method. Returns names of precisions without duplicates.
std::vector<std::string> selected_precisions(const CellRequest& request, const std::vector<std::string>& requested);

/// Keys that may be "*". Its meaning depends on the keys before.
inline constexpr std::array<std::string_view, 4> keys_with_stars = {"problem", "formulation", "method", "precision"};
bool may_have_stars(std::string_view key);
/// Returns whether the text of a key begins with "*".
bool is_star(std::string_view key, std::string_view text);
/// Returns the texts that replace `star`, a value of a key that begins with "*". `request` must contain the values of
/// the keys before.
std::vector<std::string> matching_values(std::string_view key, const std::string& star, const CellRequest& request);

}  // namespace plumb
