#include "methods/catalogue.hpp"

#include <stdexcept>

#include "methods/families.hpp"
#include "methods/family.hpp"
#include "methods/sundials_module.hpp"

namespace plumb {

const std::vector<Family>& families() {
  static const std::vector<Family> all = {{"conditionally-explicit", conditionally_explicit_methods()},
                                          {"explicit-rk", explicit_rk_methods()},
                                          {"lie-group", lie_group_methods()},
                                          {"multistep", multistep_methods()},
                                          {"single-step", single_step_methods()},
                                          {"half-explicit", half_explicit_methods()},
                                          {"extrapolation", extrapolation_methods()},
                                          {"half-implicit", half_implicit_methods()},
                                          {"spark", spark_methods()},
                                          {"block", block_methods()},
                                          {"irk", irk_methods()},
                                          {"esdirk", esdirk_methods()},
                                          {"rosenbrock", rosenbrock_methods()},
                                          {"adaptive", adaptive_methods()},
                                          {"library", library_methods()}};
  return all;
}

std::string_view family_of(std::string_view method) {
  for (const auto& family : families())
    for (const auto& member : family.methods)
      if (member.info.name == method) return family.name;
  return {};
}

const std::vector<Method>& methods() {
  static const std::vector<Method> all = [] {
    std::vector<Method> list;
    for (const auto& family : families()) list.insert(list.end(), family.methods.begin(), family.methods.end());
    return list;
  }();
  return all;
}

const std::vector<std::string>& omitted_methods() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> out;
    if (!has_sundials())
      for (const auto& method : sundials_methods()) out.push_back(method.info.name);
    return out;
  }();
  return names;
}

const Method& catalogued_method(std::string_view name) {
  for (const auto& method : methods())
    if (method.info.name == name) return method;
  throw std::out_of_range("no method is named " + std::string(name));
}

}  // namespace plumb
