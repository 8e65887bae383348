#include "methods/families.hpp"
#include "methods/single-step/ali3.hpp"
#include "methods/single-step/generalized_alpha.hpp"
#include "methods/single-step/houbolt.hpp"
#include "methods/single-step/impulse_euler.hpp"
#include "methods/single-step/noh_bathe.hpp"
#include "methods/single-step/rattle.hpp"
#include "methods/single-step/stormer_verlet.hpp"
#include "methods/single-step/tchamwa_wielgosz.hpp"
#include "methods/single-step/wilson_theta.hpp"

namespace plumb {
namespace {

constexpr const char* position_level = "ode index3";

// Order 2 if γ = 1/2 + α_f − α_m, as in generalized-alpha, hht and wbz. Tests measure the order of multipliers.
ProvenOrder order_of(const AlphaWeights<quad>& weights) {
  const quad defect = weights.gamma - (quad(1) / 2 + weights.alpha_f - weights.alpha_m);
  const int order = abs(defect) < quad(1e-25) ? 2 : 1;
  return {order, order, order};
}

// Each multiplier of RATTLE belongs to half a step, so multipliers have order 1.
Method rattle(const MethodInfo& info) {
  auto method = method_entry<Rattle>(info);
  method.order = [](const Parameters&, Form form) { return ProvenOrder{2, 2, 2, form == Form::index3 ? 1 : 0}; };
  return method;
}

/// A member of the family, with the weights `weights_of(parameters, T())`.
template <class WeightsOf>
Method generalized_alpha(MethodInfo info, std::vector<ParameterSpec> parameters, WeightsOf weights_of) {
  info.forms = position_level;
  const auto make = [weights_of]<class T>(AnySystem<T>& system, const MethodOptions& options) {
    return AnyStepper<T>::template make<GeneralizedAlpha<AnySystem<T>>>(system, options,
                                                                        weights_of(options.parameters, T()));
  };
  Method method{.info = info, .parameters = std::move(parameters), .in_double = make, .in_long = make, .in_quad = make};
  method.order = [weights_of](const Parameters& p, Form) { return order_of(weights_of(p, quad())); };
  return method;
}

Method newmark() {
  auto method = generalized_alpha(
      {.name = "newmark", .title = "Newmark's method", .source = "newmark1959", .order = 2},
      {{"beta", "1/4", "-", "weight of the new acceleration in the position", {}, 0, 1},
       {"gamma", "1/2", "-", "weight of the new acceleration in the velocity, 1/2: no damping, order 2", {}, 0, 1}},
      newmark_weights);
  method.check = [](const Parameters& p) {
    if (p.number<double>("beta") == 0)
      throw std::invalid_argument("beta=0 is explicit: use stormer-verlet or rattle, or beta > 0");
  };
  return method;
}

// Order 2 in λ too, since the projection of the accelerations corrects λ.
Method ali3() {
  auto method = method_entry<Ali3>({.name = "ali3",
                                    .title = "Trapezoidal rule with projected velocities and accelerations (ALI3)",
                                    .source = "cuadrado1997; dopico2014",
                                    .order = 2,
                                    .forms = position_level});
  method.order = [](const Parameters&, Form form) { return ProvenOrder{2, 2, 2, form == Form::index3 ? 2 : 0}; };
  return method;
}

Method noh_bathe() {
  return method_entry<NohBathe>(
      {.name = "noh-bathe",
       .title = "Explicit method of Noh and Bathe",
       .source = "noh2013",
       .order = 2,
       .forms = "ode index1"},
      {{"p", "0.54", "-", "length of the first sub-step, 1/2: no damping", {}, 0.5, 0.585786437626905}});
}

Method tchamwa_wielgosz() {
  return method_entry<TchamwaWielgosz>(
      {.name = "tchamwa-wielgosz",
       .title = "Explicit dissipative method of Tchamwa and Wielgosz",
       .source = "tchamwa1999; maheo2013",
       .order = 1,
       .forms = "ode index1"},
      {{"phi", "1.033", "-", "weight of the acceleration in the position, 1: no damping", {}, 1, 2}});
}

Method wilson_theta() {
  return method_entry<WilsonTheta>(
      {.name = "wilson-theta", .title = "Wilson's theta-method", .source = "bathe1973", .order = 2, .forms = "ode"},
      {{"theta", "1.4", "-", "length of the step of linear acceleration over h, A-stable from 1.366 on", {}, 1, 3}});
}

Method houbolt() {
  auto method = method_entry<Houbolt>({.name = "houbolt",
                                       .title = "Houbolt's method",
                                       .source = "houbolt1950",
                                       .order = 2,
                                       .forms = position_level,
                                       .vector_space_only = true});
  method.order = [](const Parameters&, Form form) { return ProvenOrder{2, 2, 2, form == Form::index3 ? 2 : 0}; };
  return method;
}

Method impulse_euler() {
  auto method = method_entry<ImpulseEuler>(
      {.name = "impulse-euler",
       .title = "Semi-implicit Euler with impulses and error reduction, as in robotics engines",
       .source = "smith2006, section 3.7; baumgarte1972",
       .order = 1,
       .forms = "ode index2"},
      {{"erp", "0.2", "-", "error reduction: the share of a position error that a step removes, 0: none", {}, 0, 1},
       {"damping", "explicit", "-", "forces that depend on velocities", "explicit|implicit"}});
  // With erp > 0 velocities have order 2 on some motions, so no order of velocities is asserted with constraints.
  method.order = [](const Parameters&, Form form) {
    const int of_velocity = form == Form::index2 ? 0 : 1;
    return ProvenOrder{1, of_velocity, of_velocity};
  };
  method.published_form = "index2";
  return method;
}

}  // namespace

std::vector<Method> single_step_methods() {
  return {
      impulse_euler(),
      method_entry<StormerVerlet>({.name = "stormer-verlet",
                                   .title = "Störmer-Verlet method, velocity form",
                                   .source = "hairer2003, eq. (1.5)",
                                   .order = 2,
                                   .forms = "ode",
                                   .vector_space_only = true,
                                   .needs_velocity_independence = true}),
      noh_bathe(),
      tchamwa_wielgosz(),
      rattle({.name = "rattle",
              .title = "RATTLE",
              .source = "andersen1983; jay1996; hairer2006, section VII.1.4",
              .order = 2,
              .forms = position_level}),
      generalized_alpha({.name = "generalized-alpha",
                         .title = "Generalized-alpha method",
                         .source = "chung1993; arnold2007, eqs. (6), (15)",
                         .order = 2},
                        {{"rho", "0.8", "-", "spectral radius at infinity", {}, 0, 1}}, generalized_alpha_weights),
      generalized_alpha(
          {.name = "hht",
           .title = "HHT-alpha method",
           .source = "hilber1977, eqs. (1)-(3); negrut2007, eqs. (9)-(12)",
           .order = 2},
          {{"alpha", "-0.1", "-", "numerical damping: rho_infinity = (1+alpha)/(1-alpha), 0: none", {}, -1. / 3, 0}},
          hht_weights),
      generalized_alpha({.name = "wbz",
                         .title = "WBZ-alpha method of Wood, Bossak and Zienkiewicz",
                         .source = "wood1980",
                         .order = 2},
                        {{"rho", "0.8", "-", "spectral radius at infinity", {}, 0, 1}}, wbz_weights),
      newmark(),
      ali3(),
      wilson_theta(),
      houbolt(),
  };
}

}  // namespace plumb
