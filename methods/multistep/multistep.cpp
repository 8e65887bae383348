#include "methods/families.hpp"
#include "methods/from_data/from_data.hpp"
#include "methods/irk/entry.hpp"
#include "methods/multistep/adams_bashforth.hpp"
#include "methods/multistep/lms.hpp"
#include "methods/multistep/single_step_form.hpp"

namespace plumb {
namespace {

template <class S>
using AdamsBashforth4 = AdamsBashforth<4, ab4, S>;
template <class S>
using AdamsBashforth5 = AdamsBashforth<5, ab5, S>;

// Order p in all components, including multipliers.
ProvenOrder uniform_order(int p, Form form) {
  if (form == Form::ggl) return {};
  return {p, p, p, form == Form::ode ? 0 : p};
}

const std::vector<MultistepData> bdf_formulas = {
    {{"1", "-1"}, {"1", "0"}},
    {{"3/2", "-2", "1/2"}, {"1", "0", "0"}},
    {{"11/6", "-3", "3/2", "-1/3"}, {"1", "0", "0", "0"}},
    {{"25/12", "-4", "3", "-4/3", "1/4"}, {"1", "0", "0", "0", "0"}},
    {{"137/60", "-5", "5", "-10/3", "5/4", "-1/5"}, {"1", "0", "0", "0", "0", "0"}},
};

// Backward differentiation: Σ_{i=1}^k ∇^i y_{n+1} / i = h ẏ_{n+1}. It has order k in all components up to index 3
// (Brenan & Engquist 1988).
Method bdf(const char* name, const char* title, int k) {
  auto out = linear_multistep_method(
      {.name = name, .title = title, .source = "hairer1993, section III.1, eq. (1.22)", .order = k}, {},
      [k](const Parameters&) { return std::vector(bdf_formulas.begin(), bdf_formulas.begin() + k); }, "backwards",
      "constant");
  out.order = [k](const Parameters& p, Form form) { return limited_by_start(uniform_order(k, form), p, form); };
  return out;
}

ParameterSpec rho_parameter() {
  return {"rho", "0.6", "-", "spectral radius at infinity: 0 damps most, 1 not at all", {}, 0, 1};
}

// With all roots at infinity equal to −ρ, the formulas converge like BDF for ρ < 1 (Hairer & Wanner, Solving ODEs II,
// theorems VII.3.5 and VII.3.6).
ProvenOrder tunable_order(const Parameters& p, Form form) {
  const bool converges = form == Form::ode || form == Form::index1 || p.number<double>("rho") < 1;
  return converges ? limited_by_start(uniform_order(2, form), p, form) : ProvenOrder{};
}

Method lms(const char* name, const char* title, int r) {
  auto out = linear_multistep_method(
      {.name = name, .title = title, .source = "zhang2022, section 2.1", .order = 2}, {rho_parameter()},
      [r](const Parameters& p) { return lms_members(r, p.text("rho")); }, "members", "second");
  out.order = tunable_order;
  return out;
}

template <template <class> class Stepper, int k, const AdamsWeights<k>& weights>
Method adams_bashforth(const char* name, const char* title) {
  auto out = method_entry<Stepper>({.name = name,
                                    .title = title,
                                    .source = "hairer1993, section III.1, eq. (1.5)",
                                    .order = k,
                                    .forms = "ode index1",
                                    .vector_space_only = true});
  out.multistep = [](const Parameters&) {
    MultistepData data{{"1", "-1"}, {"0"}};
    data.alpha.resize(k + 1, "0");
    for (const int b : weights.numerator)
      data.beta.push_back(std::to_string(b) + "/" + std::to_string(weights.denominator));
    return data;
  };
  return out;
}

Method single_step_form(const char* name, const char* title, int r) {
  const auto make = [r]<class T>(AnySystem<T>& system, const MethodOptions& options) {
    return AnyStepper<T>::template make<SingleStep<AnySystem<T>>>(
        system, options, SingleStepForm<T>(single_step_gammas<T>(r, options.parameters.text("rho"))));
  };
  return {.info = {.name = name,
                   .title = title,
                   .source = "zhang2022, eqs. (4), (9)-(11)",
                   .order = 2,
                   .forms = implicit_forms_and_momenta},
          .parameters = {rho_parameter(), newton_of_one_stage(), initial_parameter(), predicted_parameter()},
          .in_double = make,
          .in_long = make,
          .in_quad = make,
          .order = tunable_order};
}

}  // namespace

std::vector<Method> multistep_methods() {
  return {
      bdf("implicit-euler", "Implicit Euler", 1),
      bdf("bdf1", "Backward differentiation, one step: implicit Euler by its other name", 1),
      bdf("bdf2", "Backward differentiation, two steps", 2),
      bdf("bdf3", "Backward differentiation, three steps", 3),
      bdf("bdf4", "Backward differentiation, four steps", 4),
      bdf("bdf5", "Backward differentiation, five steps", 5),
      lms("lms2", "A-stable linear multistep, two steps", 2),
      lms("lms3", "A-stable linear multistep, three steps", 3),
      lms("lms4", "A-stable linear multistep, four steps", 4),
      single_step_form("ss2", "Single-step form of lms2", 2),
      single_step_form("ss3", "Single-step form of lms3", 3),
      single_step_form("ss4", "Single-step form of lms4", 4),
      adams_bashforth<AdamsBashforth4, 4, ab4>("ab4", "Adams-Bashforth, four steps"),
      adams_bashforth<AdamsBashforth5, 5, ab5>("ab5", "Adams-Bashforth, five steps"),
  };
}

}  // namespace plumb
