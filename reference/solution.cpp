#include "reference/solution.hpp"

#include <map>
#include <mutex>
#include <stdexcept>

namespace plumb {

Solution::Solution(const Problem& of, const Parameters& data)
    : problem(of), parameters(data), motion(known_motion(of, data)) {}

AnySystem<quad> Solution::borrowed(const Formulation& formulation) const {
  {
    const std::lock_guard lock(guard);
    const auto known = idle.find(formulation.name);
    if (known != idle.end() && !known->second.empty()) {
      auto system = std::move(known->second.back());
      known->second.pop_back();
      return system;
    }
  }
  return problem.in<quad>().system(parameters, formulation);
}

ReferenceState Solution::at(const quad& t, const Formulation& formulation) const {
  if (motion.digits(t, least_digits) < least_digits)
    throw std::invalid_argument("the reference of " + problem.name + " has lost its digits before t = " + t.str(6, {}) +
                                " s");
  auto system = borrowed(formulation);
  auto x = zero_state(system);
  const auto state = in_coordinates(problem, parameters, formulation, t, motion.at(t));
  x.q = state.q;
  x.v = state.v;
  acceleration_or_nan(system, t, x.q, x.v, x.a, x.lambda);
  Vec<quad> outputs(static_cast<Eigen::Index>(problem.outputs.size()));
  system.outputs(t, x.q, x.v, outputs);
  const std::lock_guard lock(guard);
  idle[formulation.name].push_back(std::move(system));
  return {x.q, x.v, x.a, x.lambda, outputs};
}

Parameters physical_data(const Problem& problem, const Parameters& parameters) {
  std::map<std::string, std::string> given;
  for (const auto& spec : problem.parameters)
    if (!spec.numerical) given.emplace(spec.name, parameters.text(spec.name));
  return {problem.parameters, given};
}

bool has_reference(const Problem& problem) {
  return carrier(problem) && problem.reference.none(Parameters(problem.parameters, {})).empty();
}

std::shared_ptr<const Solution> solution(const Problem& problem, const Parameters& parameters) {
  static std::mutex guard;
  static std::map<std::string, std::shared_ptr<const Solution>> known;
  const std::lock_guard lock(guard);
  const auto data = physical_data(problem, parameters);
  auto& entry = known[problem.name + "(" + data.canonical() + ")"];
  if (!entry) entry = std::make_shared<const Solution>(problem, data);
  return entry;
}

}  // namespace plumb
