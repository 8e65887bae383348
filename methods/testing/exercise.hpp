#pragma once
// Measures the orders of methods, for the tests of all families.

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "methods/testing/convergence.hpp"

namespace plumb::testing {

/// Equations with their initial state and the exact states at six equidistant times. These are computed by DOP853 in
/// quad, with far smaller steps than in any test.
class Exercise {
 public:
  using T = quad;
  using System = AnySystem<quad>;
  using State = System::State;
  using Equations = std::function<System(Form)>;
  using Make = std::function<std::unique_ptr<AnyStepper<quad>>(System&)>;
  static constexpr int checks = 6;  // number of times with exact states

  Exercise(Equations equations, State initial, quad horizon, int reference_steps);

  System system(Form form) const { return equations(form); }
  const State& begin() const { return initial; }
  quad horizon() const { return end; }
  const State& at_end() const { return exact.back(); }

  /// The largest errors at the six times of a run with n steps; NaN if the run fails. Precondition: `checks` divides n.
  Distance<quad> error(const Make& make, int n, Form form = Form::index1) const;

  /// log₂ of the ratio of the errors with n and 2n steps.
  Distance<double> order(const Make& make, int n, Form form = Form::index1) const;
  Distance<double> order(const Method& method, int n, Form form = Form::index1,
                         const std::map<std::string, std::string>& overrides = {}) const;

 private:
  Equations equations;
  State initial;
  quad end;
  std::vector<State> exact;
};

/// Makes the exercise with the equations of a model.
template <class Model>
Exercise exercise(const Model& model, quad horizon, int reference_steps) {
  const auto x = Model::initial();
  const auto equations = [model](Form form) {
    return AnySystem<quad>(SmallSystem<Model>(model, Model::nl > 0 ? form : Form::ode));
  };
  return {equations, {x.q, x.v, x.a, x.lambda}, horizon, reference_steps};
}

}  // namespace plumb::testing
