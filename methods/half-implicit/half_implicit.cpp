#include "methods/half-implicit/half_implicit.hpp"

#include "methods/families.hpp"
#include "methods/half-implicit/fully_implicit.hpp"
#include "methods/half-implicit/half_implicit2.hpp"

namespace plumb {
namespace {

ParameterSpec end() {
  return {"end", "beginning", "-",
          "accelerations and multipliers returned by a step: those at its beginning, or of the index-1 equations at "
          "its end",
          "beginning|equations"};
}
ParameterSpec jacobian() {
  return {
      "jacobian", "paper", "-",
      "Newton matrix: of the beginning of the step, without derivatives of the reactions; or exact in every iteration",
      "paper|exact"};
}

// An entry with the same order of positions, velocities and, if there are constraints, multipliers.
template <template <class> class M>
Method entry(MethodInfo info, std::vector<ParameterSpec> parameters = {}) {
  info.forms = "ode index3";
  auto out = method_entry<M>(info, std::move(parameters));
  out.order = [order = info.order](const Parameters&, Form form) {
    return ProvenOrder{order, order, order, form == Form::index3 ? order : 0};
  };
  out.published_form = "index3";
  return out;
}

}  // namespace

std::vector<Method> half_implicit_methods() {
  return {
      entry<HalfImplicit>({.name = "half-implicit",
                           .title = "Half-implicit method: semi-implicit Euler",
                           .source = "fang2023, eqs. (3)-(12)",
                           .order = 1},
                          {end()}),
      entry<FullyImplicit>({.name = "fully-implicit",
                            .title = "Implicit Euler with the Newton matrix of fang2023",
                            .source = "fang2023, eqs. (13)-(14)",
                            .order = 1},
                           {jacobian()}),
      entry<HalfImplicit2>({.name = "half-implicit2",
                            .title = "Half-implicit method of second order, explicit in all forces",
                            .source = "fang2023, section 5; jay1996; hante2021",
                            .order = 2}),
  };
}

}  // namespace plumb
