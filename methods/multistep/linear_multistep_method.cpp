#include "methods/from_data/from_data.hpp"

#include <algorithm>

#include "methods/coefficients/multistep_formula.hpp"
#include "methods/irk/entry.hpp"
#include "methods/irk/radau_iia.hpp"
#include "methods/irk/tableaus.hpp"
#include "methods/multistep/linear_multistep.hpp"

namespace plumb {
namespace {

ParameterSpec start_parameter(const std::string& usual, bool has_members) {
  return {"start", usual, "-",
          "values before the first step: by Radau IIA backwards in time; or none, with first steps of the trapezoidal "
          "rule or of formulas with fewer steps",
          has_members ? "backwards|trapezoidal|members" : "backwards|trapezoidal"};
}

// The method that fills the history backwards. Its error in a step, h^{2s}, must not be visible in a formula of order
// p.
Method start_up(int order) {
  const int stages = std::clamp((order + 1) / 2, 3, 12);
  const MethodInfo info{.name = "radau-iia", .title = {}, .source = {}};
  return irk_method(info, stages == 3 ? tableau_data(radau_iia3) : radau_iia_tableau(stages));
}

Method entry(MethodInfo info, std::vector<ParameterSpec> parameters, MultistepMembers members) {
  const auto radau = start_up(info.order);
  const auto make = [members, radau]<class T>(AnySystem<T>& system, const MethodOptions& options) {
    using Stepper = LinearMultistep<AnySystem<T>>;
    const auto backwards = [radau](AnySystem<T>& s, const NewtonSettings& newton) -> typename Stepper::OneStep {
      std::shared_ptr<AnyStepper<T>> stepper = radau.in<T>()(s, {{}, newton});
      return [stepper, started = false](const T& t, const T& h, auto& x, Counters& work) mutable -> StepResult {
        if (!started)
          if (const auto result = stepper->start(t, h, x); result.status != Status::ok) return result;
        started = true;
        const auto result = stepper->step(t, h, x);
        work = stepper->counters();
        return result;
      };
    };
    return AnyStepper<T>::template make<Stepper>(
        system, options, first_formulas(members(options.parameters), options.parameters.is("start", "trapezoidal")),
        backwards);
  };
  return {.info = info,
          .parameters = std::move(parameters),
          .in_double = make,
          .in_long = make,
          .in_quad = make,
          .order = [full = classical_order(info.order)](const Parameters& p,
                                                        Form form) { return limited_by_start(full(p, form), p, form); },
          .multistep = [members](const Parameters& p) { return members(p).back(); }};
}

void add_implicit(std::vector<ParameterSpec>& parameters, const std::string& start, bool has_members,
                  const std::string& predictor) {
  parameters.insert(parameters.end(), {newton_of_one_stage(), start_parameter(start, has_members),
                                       predictor_parameter(predictor), initial_parameter(), predicted_parameter()});
}

}  // namespace

Method linear_multistep_method(MethodInfo info, const MultistepData& data, const Digits& digits) {
  const bool implicit = expression_value<quad>(data.beta[0]) != 0;
  info.order = order_of(multistep_formula(data, digits));
  info.forms = implicit ? implicit_forms_and_momenta : without_constraints;
  std::vector<ParameterSpec> parameters;
  if (implicit) add_implicit(parameters, "backwards", false, "constant");
  return entry(info, std::move(parameters), [data](const Parameters&) { return std::vector{data}; });
}

Method linear_multistep_method(MethodInfo info, std::vector<ParameterSpec> parameters, MultistepMembers members,
                               const std::string& start, const std::string& predictor) {
  info.forms = implicit_forms_and_momenta;
  add_implicit(parameters, start, true, predictor);
  return entry(info, std::move(parameters), std::move(members));
}

}  // namespace plumb
