#pragma once
// Methods whose step is a function of a shared library, through interface/plumb_method.h.

#include "interface/plumb_method.h"
#include "methods/method.hpp"

namespace plumb {

/// The method that a library describes; it refers to `described`, which must live as long. In double only, with the
/// order that is claimed. Throws std::invalid_argument, in words, where the description is of another version or makes
/// no method.
Method method_from_library(const plumb_method& described);

}  // namespace plumb
