#pragma once
// Methods whose step is a function of a shared library, through interface/plumb_method.h.

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "interface/plumb_method.h"
#include "methods/method.hpp"

namespace plumb {

/// The contents of plumb_method, with std::function instead of function pointers, so that functions may have state.
struct MethodInCode {
  using Step = std::function<int(const plumb_system*, double t, double h, plumb_state*)>;
  using Numbers = std::function<long(const plumb_sizes&, const double* parameters)>;

  std::string name, title = {}, source = {}, forms;
  int order = 0, multiplier_order = 0;
  bool vector_space_only = false, velocity_independent_only = false;
  std::vector<ParameterSpec> parameters = {};
  std::function<const char*(const double* parameters)> check = {};  // why parameters are invalid; null result: valid
  Numbers memory = {}, work = {};                                   // sizes of memory and workspace [doubles]; unset: 0
  Step start, step;
};

/// The method of these functions, in double only, with its claimed order. Throws std::invalid_argument, with the
/// reason, if they are no valid method.
Method method_from_code(std::shared_ptr<const MethodInCode> code);

/// The method that a library describes. Throws like method_from_code, and if the description has another version.
Method method_from_library(const plumb_method& described);

}  // namespace plumb
