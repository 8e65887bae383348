#pragma once
// The selector "*": everything of the catalogue that fits what a request names already, so that a study of all there is
// stays one when something is added.
//
//   problem = "*"                 every problem
//   formulation = "*"             every formulation of the problem
//   method = "*"                  every method that is fit for the formulation
//   method = "*(choices=each)"    the same, and beside the defaults every choice of each of its parameters, one by one
//   precision = "*"               every precision that the method has

#include <string>
#include <vector>

#include "harness/cell/request.hpp"

namespace plumb {

// Of every list each value stays once. All throw UsageError: a parameter of "*" that is none of the above.

std::vector<Spec> problems_meant(const std::vector<Spec>& given);
/// `request` has its problem.
std::vector<Spec> formulations_meant(const CellRequest& request, const std::vector<Spec>& given);
/// `request` has its problem and formulation.
std::vector<Spec> methods_meant(const CellRequest& request, const std::vector<Spec>& given);
/// `request` has its method; names of precisions, each once.
std::vector<std::string> precisions_meant(const CellRequest& request, const std::vector<std::string>& given);

}  // namespace plumb
