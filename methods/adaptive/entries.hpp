#pragma once
// Makes catalogue entries of methods that choose their own steps.

#include <utility>

#include "methods/coefficients/embedded.hpp"
#include "methods/method.hpp"
#include "methods/rosenbrock/rosenbrock_table.hpp"
#include "methods/tolerance_parameters.hpp"

namespace plumb {

/// `make` is a template on the working precision; `info` has name, title, source, order and forms. The parameters rtol
/// and atol are inserted before `parameters`.
template <class Make>
Method adaptive_method(MethodInfo info, std::vector<ParameterSpec> parameters, Make make) {
  info.fixed_step = info.linear_memory = false;
  parameters.insert(parameters.begin(), {rtol_parameter(), atol_parameter()});
  return {.info = std::move(info),
          .parameters = std::move(parameters),
          .in_double = make,
          .in_long = make,
          .in_quad = make};
}

std::vector<Method> adaptive_explicit_methods();
std::vector<Method> adaptive_half_explicit_methods();
std::vector<Method> adaptive_implicit_methods();
std::vector<Method> adaptive_rosenbrock_methods();

/// Make the entry of a tableau with embedded weights, explicit or diagonally implicit. The functions set the forms in
/// `info`.
Method adaptive_explicit_method(MethodInfo info, const TableauData& tableau, const EmbeddedData& weights);
Method adaptive_diagonal_method(MethodInfo info, const TableauData& tableau, const EmbeddedData& weights);
/// Makes the entry of a Rosenbrock method with embedded weights; `info` has its order on index 1.
Method adaptive_rosenbrock_method(MethodInfo info, const RosenbrockData& data, int embedded_order);

}  // namespace plumb
