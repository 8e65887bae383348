#include <stdexcept>

#include "methods/conditionally-explicit/classical.hpp"
#include "methods/conditionally-explicit/conditionally_explicit.hpp"
#include "methods/conditionally-explicit/constrained_family.hpp"
#include "methods/conditionally-explicit/index3_radius.hpp"
#include "methods/conditionally-explicit/theory.hpp"
#include "methods/families.hpp"

namespace plumb {
namespace {

ParameterSpec start() {
  return {"start", "paper", "-", "derivatives of the acceleration at t0: paper: zero; accurate: the exact ones",
          "paper|accurate"};
}
ParameterSpec sum() {
  return {"sum", "increment", "-", "order of summation of positions: the increment first, or from left to right",
          "increment|left"};
}
ParameterSpec solve() {
  return {"solve", "fixed-point", "-", "iteration for accelerations that depend on the velocity", "fixed-point|newton"};
}

template <int m>
Method family_entry(const MethodInfo& info, std::vector<ParameterSpec> weights) {
  const auto make = []<class T>(AnySystem<T>& system, const MethodOptions& options) {
    if (system.form() == Form::index3)
      return AnyStepper<T>::template make<ConstrainedFamily<m, AnySystem<T>>>(system, options);
    return AnyStepper<T>::template make<ConditionallyExplicit<m, AnySystem<T>>>(system, options);
  };
  weights.insert(weights.end(), {start(), sum(), solve()});
  return {info, std::move(weights), make, make, make, [](const Parameters& p, Form) { return family_order<m>(p); }};
}

template <class S>
using Classical = ClassicalCentralDifferences<S>;

}  // namespace

std::vector<Method> conditionally_explicit_methods() {
  return {
      method_entry<Classical>({.name = "cd-classic",
                               .title = "Central differences, classical form",
                               .source = "fernandez2024, eqs. (4)-(7)",
                               .order = 2,
                               .forms = "ode index1",
                               .vector_space_only = true},
                              {solve()}),
      family_entry<2>({.name = "cd",
                       .title = "Central differences, reformulated without cancellation",
                       .source = "fernandez2024, eqs. (9), (12)",
                       .order = 2,
                       .forms = "ode index1 index3",
                       .vector_space_only = true},
                      {}),
      family_entry<2>({.name = "degree3",
                       .title = "Conditionally explicit method of third degree",
                       .source = "fernandez2024, eqs. (15), (16)",
                       .order = 2,
                       .forms = "ode index1 index3",
                       .vector_space_only = true},
                      {{"alpha", "4/3", "-", "weight of the newest acceleration in the position"},
                       {"beta", "1/2", "-", "weight of the newest acceleration in the velocity", {}, 1e-6}}),
      family_entry<3>({.name = "degree4",
                       .title = "Conditionally explicit method of fourth degree",
                       .source = "fernandez2024, eqs. (40)-(43)",
                       .order = 3,
                       .forms = "ode index1 index3",
                       .vector_space_only = true},
                      {{"alpha", "3/4", "-", "weight of the newest jerk in the position"},
                       {"beta", "1/3", "-", "weight of the newest jerk in the velocity"},
                       {"gamma", "1/2", "-", "weight of the newest jerk in the acceleration", {}, 1e-6}}),
      family_entry<4>({.name = "degree5",
                       .title = "Conditionally explicit method of fifth degree",
                       .source = "fernandez2024, eqs. (68)-(72)",
                       .order = 4,
                       .forms = "ode index1 index3",
                       .vector_space_only = true},
                      {{"alpha", "4/5", "-", "weight of the newest snap in the position"},
                       {"beta", "1", "-", "weight of the newest snap in the velocity"},
                       {"gamma", "1", "-", "weight of the newest snap in the acceleration", {}, 1e-6},
                       {"zeta", "1", "-", "weight of the newest snap in the jerk"}}),
  };
}

double family_index3_radius(int derivatives, const Parameters& parameters) {
  switch (derivatives) {
    case 2: return index3_radius<2>(parameters);
    case 3: return index3_radius<3>(parameters);
    case 4: return index3_radius<4>(parameters);
    default: throw std::invalid_argument("the family has 2 to 4 derivatives");
  }
}

}  // namespace plumb
