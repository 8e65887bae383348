#include <algorithm>
#include <iterator>

#include "methods/families.hpp"
#include "methods/library/odeint.hpp"
#include "methods/library/odeint_controlled.hpp"
#include "methods/sundials_module.hpp"
#include "methods/tolerance_parameters.hpp"

namespace plumb {
namespace {

// Projection changes the state after every step, so it is inconsistent with the history of a multistep method. Only
// steppers without a history support it.
constexpr const char *all_forms = "ode index1 projected", *unprojected = "ode index1";
constexpr const char *of_odeint = "ahnert2011; Boost 1.74", *of_arkode = "reynolds2023; SUNDIALS 6.4",
                     *of_sundials = "hindmarsh2005; SUNDIALS 6.4";

// Metadata of a library's code for z' = f(t, z).
MethodInfo code(const char* name, const char* title, const char* source, int order, const char* forms = all_forms) {
  return {.name = name, .title = title, .source = source, .order = order, .forms = forms, .vector_space_only = true};
}

// Marks the metadata of a code that chooses its own steps.
MethodInfo adaptive(MethodInfo info) {
  info.fixed_step = info.linear_memory = false;
  return info;
}
std::vector<ParameterSpec> with_tolerances(std::vector<ParameterSpec> own = {}) {
  own.push_back(rtol_parameter(1e-15));
  own.push_back(atol_parameter());
  return own;
}

MethodInfo odeint_info(const char* name, const char* title, int order, const char* forms = all_forms) {
  return code(name, title, of_odeint, order, forms);
}

MethodInfo abm4_info() {
  auto info = odeint_info("odeint-abm4", "Adams-Bashforth-Moulton, four steps, of Boost.Odeint", 4, unprojected);
  info.linear_memory = false;
  return info;
}

template <template <class> class M>
Method odeint_controlled(const char* name, const char* title) {
  return method_entry<M>(adaptive(odeint_info(name, title, 0)), with_tolerances());
}

// The entry of a code of SUNDIALS, which is built for double only. `make` is its function in the module.
Method double_entry(SundialsModule::Make SundialsModule::*make, MethodInfo info,
                    std::vector<ParameterSpec> parameters) {
  info.double_only = true;
  const auto in_double = [make](AnySystem<double>& system, const MethodOptions& options) {
    return (sundials_module().*make)(system, options);
  };
  return {.info = info, .parameters = std::move(parameters), .in_double = in_double, .in_long = {}, .in_quad = {}};
}

ParameterSpec arkode_order(const char* choices) {
  return {"order", "4", "-", "order; the library's default table for it", choices};
}

Method arkode_erk() {
  auto method = double_entry(&SundialsModule::arkode_erk,
                             code("arkode-erk", "Explicit Runge-Kutta of ARKODE, fixed step", of_arkode, 4),
                             {arkode_order("2|3|4|5|6|8")});
  method.order = [](const Parameters& p, Form) {
    const int order = static_cast<int>(p.number<double>("order"));
    return ProvenOrder{order, order, order};
  };
  return method;
}

Method arkode_erk_adaptive() {
  return double_entry(&SundialsModule::arkode_erk_adaptive,
                      adaptive(code("arkode-erk-adaptive", "Explicit Runge-Kutta of ARKODE, adaptive", of_arkode, 0)),
                      with_tolerances({{"table", "dormand-prince", "-", "coefficients, of orders 3, 4, 5 and 5",
                                        "bogacki-shampine|zonneveld|cash-karp|dormand-prince"}}));
}

Method arkode_dirk() {
  return double_entry(
      &SundialsModule::arkode_dirk,
      adaptive(code("arkode-dirk", "Diagonally implicit Runge-Kutta of ARKODE, adaptive", of_arkode, 0)),
      with_tolerances({arkode_order("2|3|4|5")}));
}

Method cvode() {
  return double_entry(&SundialsModule::cvode,
                      adaptive(code("cvode", "CVODE: variable-order Adams or BDF, adaptive", of_sundials, 0)),
                      with_tolerances({{"lmm", "adams", "-", "linear multistep family", "adams|bdf"}}));
}

Method ida() {
  auto info = adaptive(code("ida", "IDA: variable-order BDF for implicit equations, adaptive", of_sundials, 0,
                            "ode index1 projected index2 index3 ggl"));
  info.needs_dense_blocks = true;
  info.vector_space_only = false;
  return double_entry(&SundialsModule::ida, info, with_tolerances());
}

}  // namespace

std::vector<Method> sundials_methods() { return {arkode_erk(), arkode_erk_adaptive(), arkode_dirk(), cvode(), ida()}; }

std::vector<Method> library_methods() {
  std::vector<Method> out = {
      method_entry<OdeintRk4>(odeint_info("odeint-rk4", "Classical Runge-Kutta of Boost.Odeint", 4)),
      method_entry<OdeintCashKarp54>(
          odeint_info("odeint-cash-karp54", "Cash-Karp 5(4) of Boost.Odeint, fixed step", 5)),
      method_entry<OdeintDopri5>(
          odeint_info("odeint-dopri5", "Dormand-Prince 5(4) of Boost.Odeint, fixed step", 5, unprojected)),
      method_entry<OdeintFehlberg78>(odeint_info("odeint-fehlberg78", "Fehlberg 7(8) of Boost.Odeint, fixed step", 8)),
      method_entry<OdeintAbm4>(abm4_info()),
      odeint_controlled<OdeintControlledCashKarp54>("odeint-cash-karp54-controlled",
                                                    "Cash-Karp 5(4) of Boost.Odeint, adaptive"),
      odeint_controlled<OdeintControlledDopri5>("odeint-dopri5-controlled",
                                                "Dormand-Prince 5(4) of Boost.Odeint, adaptive"),
      odeint_controlled<OdeintControlledFehlberg78>("odeint-fehlberg78-controlled",
                                                    "Fehlberg 7(8) of Boost.Odeint, adaptive"),
  };
  if (has_sundials()) std::ranges::move(sundials_methods(), std::back_inserter(out));
  return out;
}

}  // namespace plumb
