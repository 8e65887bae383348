// Faults in the references of runs.

#include "harness/gate/derived_items.hpp"
#include "harness/selftest/fault.hpp"
#include "harness/selftest/flawed_system.hpp"

namespace plumb {
namespace {

/// Makes the reference of a problem wrong.
using SpoiledProblem = std::function<void(Problem&)>;

/// Returns the items of the cell's run and of the reference at its end time, under the original name of the cell.
/// During the measurement the problem has another name, because references are cached by name.
std::vector<Item> against(const ResolvedCell& cell, const SpoiledProblem& spoil, const std::string& name) {
  Problem problem = cell.problem();
  problem.name += " with " + name;
  spoil(problem);
  const auto spoiled = of_problem(cell, problem);
  auto reference = item_of_reference(cell);
  reference.result = measured_reference(spoiled).result;
  return {item_of_run(cell, erased_run(spoiled)), reference};
}

Fault of_reference(const std::string& name, const std::string& description, const ResolvedCell& cell,
                   const SpoiledProblem& spoil) {
  return {name, "reference", description, [=](bool wrong) {
            return wrong ? against(cell, spoil, name)
                         : against(
                               cell, [](Problem&) {}, "nothing wrong");
          }};
}

/// Replaces the problem's closed form by `change` of it.
SpoiledProblem closed_form(const std::function<Motion(const ExactMotion& right, const quad& t)>& change) {
  return [change](Problem& problem) {
    problem.reference.closed_form = [right = problem.reference.closed_form, change](const Parameters& data) {
      return [motion = right(data), change](const quad& t) { return change(motion, t); };
    };
  };
}

/// Replaces the reference by the motion of the same problem with another value of a parameter.
SpoiledProblem other_data(const std::string& parameter, const std::string& value) {
  return [=](Problem& problem) {
    problem.in_quad.system = [right = problem.in_quad.system, specs = problem.parameters, parameter, value](
                                 const Parameters& data, const Formulation& formulation) {
      std::map<std::string, std::string> changed_data(data.values().begin(), data.values().end());
      changed_data[parameter] = value;
      return right(Parameters(specs, changed_data), formulation);
    };
  };
}

/// A system in double-doubles whose accelerations are rounded to double.
class RoundedAccelerations : public AnySystem<double_double> {
 public:
  explicit RoundedAccelerations(const AnySystem<double_double>& right) : AnySystem<double_double>(right) {}

  bool acceleration(const double_double& t, const Q& q, const V& v, V& a, L& lambda) {
    const bool regular = AnySystem<double_double>::acceleration(t, q, v, a, lambda);
    for (auto& x : a) x = x.high();
    return regular;
  }
};

void lose_second_doubles(Problem& problem) {
  problem.in_double_double = [right = problem.in_double_double](const Parameters& data, const Formulation& in) {
    return AnySystem<double_double>(RoundedAccelerations(right(data, in)));
  };
}

}  // namespace

std::vector<Fault> reference_faults() {
  const auto pendulum = cell_of("pendulum", "ode", "dop853", "2e-2", "0.32");
  return {
      of_reference("reference-12th-digit", "a closed form, wrong in its 12th digit", pendulum,
                   closed_form([](const ExactMotion& right, const quad& t) {
                     auto out = right(t);
                     out.q *= quad(1) + quad(1e-12);
                     return out;
                   })),
      of_reference("reference-24th-digit", "a closed form, wrong in its 24th digit", pendulum,
                   closed_form([](const ExactMotion& right, const quad& t) {
                     auto out = right(t);
                     out.q *= quad(1) + quad(1e-24);
                     return out;
                   })),
      of_reference("reference-time", "the reference is evaluated 1e-9 s too late", pendulum,
                   closed_form([](const ExactMotion& right, const quad& t) { return right(t + quad(1e-9)); })),
      of_reference("reference-velocity", "velocities of the reference with the wrong sign", pendulum,
                   closed_form([](const ExactMotion& right, const quad& t) {
                     auto out = right(t);
                     out.v = -out.v;
                     return out;
                   })),
      of_reference("reference-of-other-data", "the reference uses another acceleration of gravity",
                   cell_of("two-link", "ode", "dop853", "2e-2", "0.32"), other_data("gravity", "9.81000001")),
      of_reference("reference-double-doubles", "double-double numbers lose their low part", pendulum,
                   lose_second_doubles),
  };
}

}  // namespace plumb
