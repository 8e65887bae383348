#include "reference/solution.hpp"

#include <map>
#include <mutex>
#include <stdexcept>

#include "reference/exact_oscillator.hpp"
#include "reference/exact_pendulum.hpp"
#include "reference/exact_spinning_top.hpp"

namespace plumb {
namespace {

using MakeMotion = ExactMotion (*)(const Parameters&);

// The only list of exact solutions.
constexpr std::pair<std::string_view, MakeMotion> exact_solutions[] = {
    {"pendulum", pendulum_motion}, {"oscillator", oscillator_motion}, {"spinning-top", spinning_top_motion}};

MakeMotion find(std::string_view problem) {
  for (const auto& [name, make] : exact_solutions)
    if (name == problem) return make;
  return nullptr;
}

ExactMotion exact(const Problem& problem, const Parameters& parameters) {
  const auto make = find(problem.name);
  if (!make) throw std::invalid_argument("no reference is known for " + std::string(problem.name));
  return make(parameters);
}

}  // namespace

Solution::Solution(const Problem& of, const Parameters& data)
    : problem(of), parameters(data), motion(exact(of, data)) {}

ReferenceState Solution::at(const quad& t, const Formulation& formulation) const {
  const auto minimal_state = motion(t);
  const auto& model = problem.in<quad>();
  auto system = model.system(parameters, formulation);
  auto x = zero_state(system);
  const auto state = model.embed(parameters, formulation, {minimal_state.q, minimal_state.v});
  x.q = state.q, x.v = state.v;
  system.acceleration(t, x.q, x.v, x.a, x.lambda);
  Vec<quad> outputs(static_cast<Eigen::Index>(problem.outputs.size()));
  system.outputs(t, x.q, x.v, outputs);
  return {x.q, x.v, x.a, x.lambda, outputs};
}

bool has_reference(const Problem& problem) { return find(problem.name) != nullptr; }

std::shared_ptr<const Solution> solution(const Problem& problem, const Parameters& parameters) {
  static std::mutex guard;
  static std::map<std::string, std::shared_ptr<const Solution>> known;
  const std::lock_guard lock(guard);
  auto& entry = known[std::string(problem.name) + "(" + parameters.canonical() + ")"];
  if (!entry) entry = std::make_shared<const Solution>(problem, parameters);
  return entry;
}

}  // namespace plumb
