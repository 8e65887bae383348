#include "methods/adaptive/entries.hpp"
#include "methods/families.hpp"

namespace plumb {

std::vector<Method> adaptive_methods() {
  auto out = adaptive_explicit_methods();
  for (auto& method : adaptive_implicit_methods()) out.push_back(std::move(method));
  return out;
}

}  // namespace plumb
