#pragma once
// The catalogue by family, in the order of listings.

#include <string_view>
#include <vector>

#include "methods/method.hpp"

namespace plumb {

struct Family {
  std::string_view name;        // name of the family's folder: "esdirk"
  std::vector<Method> methods;  // methods in the order of `methods()`
};

const std::vector<Family>& families();

/// The family of a catalogued method; empty if there is no such method.
std::string_view family_of(std::string_view method);

}  // namespace plumb
