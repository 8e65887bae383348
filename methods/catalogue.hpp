#pragma once
// The catalogue: the list of all methods.

#include "methods/method.hpp"

namespace plumb {

/// All methods of this build, family by family, in the order of listings.
const std::vector<Method>& methods();

/// The names of the methods that this build leaves out: all methods of SUNDIALS (sundials_module.hpp), or none.
const std::vector<std::string>& omitted_methods();

/// The method of this name, for names in the source. Throws std::out_of_range if there is none.
const Method& catalogued_method(std::string_view name);

}  // namespace plumb
