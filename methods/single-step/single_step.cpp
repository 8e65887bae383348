#include "methods/families.hpp"
#include "methods/single-step/hht.hpp"
#include "methods/single-step/stormer_verlet.hpp"

namespace plumb {

std::vector<Method> single_step_methods() {
  return {
      method_entry<StormerVerlet>({.name = "stormer-verlet",
                                   .title = "Störmer-Verlet method, velocity form",
                                   .source = "hairer2003, eq. (1.5)",
                                   .order = 2,
                                   .forms = "ode",
                                   .vector_space_only = true,
                                   .needs_velocity_independence = true}),
      method_entry<HilberHughesTaylor>(
          {.name = "hht",
           .title = "HHT-alpha method",
           .source = "hilber1977, eqs. (1)-(3); negrut2007, eqs. (9)-(12)",
           .order = 2,
           .forms = "ode index3"},
          {{"alpha", "-0.1", "-", "numerical damping: rho_infinity = (1+alpha)/(1-alpha), 0: none", {}, -1. / 3, 0}}),
  };
}

}  // namespace plumb
