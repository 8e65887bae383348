#include "methods/adaptive/entries.hpp"
#include "methods/families.hpp"

namespace plumb {

std::vector<Method> adaptive_methods() {
  auto out = adaptive_explicit_methods();
  for (auto* more : {&adaptive_half_explicit_methods, &adaptive_implicit_methods, &adaptive_rosenbrock_methods})
    for (auto& method : more()) out.push_back(std::move(method));
  return out;
}

}  // namespace plumb
