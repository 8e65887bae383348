#include "methods/families.hpp"
#include "methods/library/arkode_dirk.hpp"
#include "methods/library/arkode_erk.hpp"
#include "methods/library/arkode_erk_adaptive.hpp"
#include "methods/library/cvode.hpp"
#include "methods/library/ida.hpp"
#include "methods/library/odeint.hpp"
#include "methods/library/odeint_controlled.hpp"

namespace plumb {
namespace {

template <class S>
using Rk4 = OdeintRk4<S>;
template <class S>
using CashKarp54 = OdeintCashKarp54<S>;
template <class S>
using Dopri5 = OdeintDopri5<S>;
template <class S>
using Fehlberg78 = OdeintFehlberg78<S>;
template <class S>
using Abm4 = OdeintAbm4<S>;
template <class S>
using ControlledCashKarp54 = OdeintControlledCashKarp54<S>;
template <class S>
using ControlledDopri5 = OdeintControlledDopri5<S>;
template <class S>
using ControlledFehlberg78 = OdeintControlledFehlberg78<S>;

constexpr const char* odeint_source = "ahnert2011; Boost 1.74";

// Projection moves the state after every step, which contradicts a stepper's own history: only steppers that keep none
// are listed as fit for it.
constexpr const char *all_forms = "ode index1 projected", *unprojected = "ode index1";

MethodInfo odeint_info(const char* name, const char* title, int order, const char* forms = all_forms) {
  return {
      .name = name, .title = title, .source = odeint_source, .order = order, .forms = forms, .vector_space_only = true};
}

MethodInfo abm4_info() {
  auto info = odeint_info("odeint-abm4", "Adams-Bashforth-Moulton, four steps, of Boost.Odeint", 4, unprojected);
  info.linear_memory = false;
  return info;
}

ParameterSpec rtol() { return {"rtol", "1e-8", "-", "relative tolerance of the local error", {}, 1e-15, 1}; }
ParameterSpec atol() {
  return {"atol", "1e-10", "-", "absolute tolerance of the local error, in the units of the state", {}, 0, 1};
}

template <template <class> class M>
Method odeint_controlled(const char* name, const char* title) {
  auto info = odeint_info(name, title, 0);
  info.fixed_step = info.linear_memory = false;
  return method_entry<M>(info, {rtol(), atol()});
}

// SUNDIALS is built for double.
template <template <class> class M>
Method double_entry(MethodInfo info, std::vector<ParameterSpec> parameters) {
  info.vector_space_only = info.double_only = true;
  const auto make = [](AnySystem<double>& system, const MethodOptions& options) {
    return AnyStepper<double>::make<M<AnySystem<double>>>(system, options);
  };
  return {.info = info, .parameters = std::move(parameters), .in_double = make, .in_long = {}, .in_quad = {}};
}

Method arkode_erk() {
  auto method =
      double_entry<ArkodeErk>({.name = "arkode-erk",
                               .title = "Explicit Runge-Kutta of ARKODE, fixed step",
                               .source = "reynolds2023; SUNDIALS 6.4",
                               .order = 4,
                               .forms = all_forms},
                              {{"order", "4", "-", "order; the library's default table for it", "2|3|4|5|6|8"}});
  method.order = [](const Parameters& p, Form) {
    const int order = static_cast<int>(p.number<double>("order"));
    return ProvenOrder{order, order, order};
  };
  return method;
}

Method arkode_erk_adaptive() {
  return double_entry<ArkodeErkAdaptive>({.name = "arkode-erk-adaptive",
                                          .title = "Explicit Runge-Kutta of ARKODE, adaptive",
                                          .source = "reynolds2023; SUNDIALS 6.4",
                                          .forms = all_forms,
                                          .fixed_step = false,
                                          .linear_memory = false},
                                         {{"table", "dormand-prince", "-", "coefficients, of orders 3, 4, 5 and 5",
                                           ArkodeErkAdaptive<AnySystem<double>>::tables},
                                          rtol(),
                                          atol()});
}

Method arkode_dirk() {
  return double_entry<ArkodeDirk>(
      {.name = "arkode-dirk",
       .title = "Diagonally implicit Runge-Kutta of ARKODE, adaptive",
       .source = "reynolds2023; SUNDIALS 6.4",
       .forms = all_forms,
       .fixed_step = false,
       .linear_memory = false},
      {{"order", "4", "-", "order; the library's default table for it", "2|3|4|5"}, rtol(), atol()});
}

Method cvode() {
  return double_entry<Cvode>({.name = "cvode",
                              .title = "CVODE: variable-order Adams or BDF, adaptive",
                              .source = "hindmarsh2005; SUNDIALS 6.4",
                              .forms = all_forms,
                              .fixed_step = false,
                              .linear_memory = false},
                             {{"lmm", "adams", "-", "linear multistep family", "adams|bdf"}, rtol(), atol()});
}

Method ida() {
  return double_entry<Ida>({.name = "ida",
                            .title = "IDA: variable-order BDF for implicit equations, adaptive",
                            .source = "hindmarsh2005; SUNDIALS 6.4",
                            .forms = "ode index1 projected index2 index3 ggl",
                            .fixed_step = false,
                            .linear_memory = false,
                            .needs_dense_blocks = true},
                           {rtol(), atol()});
}

}  // namespace

std::vector<Method> library_methods() {
  return {
      method_entry<Rk4>(odeint_info("odeint-rk4", "Classical Runge-Kutta of Boost.Odeint", 4)),
      method_entry<CashKarp54>(odeint_info("odeint-cash-karp54", "Cash-Karp 5(4) of Boost.Odeint, fixed step", 5)),
      method_entry<Dopri5>(
          odeint_info("odeint-dopri5", "Dormand-Prince 5(4) of Boost.Odeint, fixed step", 5, unprojected)),
      method_entry<Fehlberg78>(odeint_info("odeint-fehlberg78", "Fehlberg 7(8) of Boost.Odeint, fixed step", 8)),
      method_entry<Abm4>(abm4_info()),
      odeint_controlled<ControlledCashKarp54>("odeint-cash-karp54-controlled",
                                              "Cash-Karp 5(4) of Boost.Odeint, adaptive"),
      odeint_controlled<ControlledDopri5>("odeint-dopri5-controlled", "Dormand-Prince 5(4) of Boost.Odeint, adaptive"),
      odeint_controlled<ControlledFehlberg78>("odeint-fehlberg78-controlled",
                                              "Fehlberg 7(8) of Boost.Odeint, adaptive"),
      arkode_erk(),
      arkode_erk_adaptive(),
      arkode_dirk(),
      cvode(),
      ida(),
  };
}

}  // namespace plumb
