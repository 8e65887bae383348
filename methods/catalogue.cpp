#include "methods/catalogue.hpp"

#include <stdexcept>

#include "methods/families.hpp"

namespace plumb {

const std::vector<Method>& methods() {
  static const std::vector<Method> all = [] {
    std::vector<Method> list;
    for (auto family : {conditionally_explicit_methods, explicit_rk_methods, multistep_methods, single_step_methods,
                        block_methods, irk_methods, esdirk_methods, adaptive_methods, library_methods})
      for (auto& method : family()) list.push_back(std::move(method));
    return list;
  }();
  return all;
}

const Method& catalogued_method(std::string_view name) {
  for (const auto& method : methods())
    if (method.info.name == name) return method;
  throw std::out_of_range("no method is named " + std::string(name));
}

}  // namespace plumb
