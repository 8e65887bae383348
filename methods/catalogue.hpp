#pragma once
// The list of methods: the only one.

#include "methods/method.hpp"

namespace plumb {

/// Every method Plumb knows, family by family, in the order of listings.
const std::vector<Method>& methods();

}  // namespace plumb
