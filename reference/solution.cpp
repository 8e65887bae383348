#include "reference/solution.hpp"

#include <map>
#include <mutex>
#include <stdexcept>

#include "reference/certify.hpp"
#include "reference/chebyshev_motion.hpp"
#include "reference/exact_free_body.hpp"
#include "reference/exact_oscillator.hpp"
#include "reference/exact_pendulum.hpp"
#include "reference/exact_spinning_top.hpp"

namespace plumb {
namespace {

// A closed form is evaluated at a rounded time, and its values are rounded.
Motion rounding_of(const ExactMotion& motion, const quad& t) {
  constexpr int roundings = 16;
  const quad shift = std::numeric_limits<quad>::epsilon() * (std::int64_t{1} << 50);
  const auto here = motion(t), later = motion(t * (1 + shift));
  const auto bound = [&](const Vec<quad>& x, const Vec<quad>& moved) -> Vec<quad> {
    const Vec<quad> by_time = (moved - x).cwiseAbs() / shift;  // |t x'|
    return roundings * std::numeric_limits<quad>::epsilon() * (x.cwiseAbs() + by_time);
  };
  return {bound(here.q, later.q), bound(here.v, later.v)};
}

template <ExactMotion (*closed_form)(const Parameters&)>
KnownMotion exact(const Problem&, const Parameters& parameters) {
  const auto motion = closed_form(parameters);
  return {true, motion, [](const quad&, int) { return most_digits; },
          [motion](const quad& t) { return std::optional(rounding_of(motion, t)); }};
}

ExactMotion free_body(const Parameters& p) {
  const auto number = [&](const char* name) { return p.number<quad>(name); };
  return free_body_motion({number("moment1"), number("moment2"), number("moment3")}, {1, 0, 0, 0},
                          {number("omega1"), number("omega2"), number("omega3")});
}

// Two runs of a thousand links agree in nothing after moments, and cost hours in quad.
KnownMotion computed_chain(const Problem& problem, const Parameters& parameters) {
  constexpr int longest = 32;
  if (problem.in_quad.initial(parameters).q.size() > longest)
    throw std::invalid_argument("no reference is known for " + std::string(problem.name) + " of more than " +
                                std::to_string(longest) + " links");
  return computed_motion(problem, parameters);
}

using MakeMotion = KnownMotion (*)(const Problem&, const Parameters&);

// The only list of reference solutions.
constexpr std::pair<std::string_view, MakeMotion> solutions[] = {{"pendulum", exact<pendulum_motion>},
                                                                 {"oscillator", exact<oscillator_motion>},
                                                                 {"spinning-top", exact<spinning_top_motion>},
                                                                 {"heavy-top", exact<spinning_top_motion>},
                                                                 {"free-body", exact<free_body>},
                                                                 {"two-link", computed_motion},
                                                                 {"pleiades", computed_motion},
                                                                 {"car-axis", computed_motion},
                                                                 {"squeezer", computed_motion},
                                                                 {"planar-chain", computed_chain}};

MakeMotion find(std::string_view problem) {
  for (const auto& [name, make] : solutions)
    if (name == problem) return make;
  return nullptr;
}

KnownMotion known_motion(const Problem& problem, const Parameters& parameters) {
  const auto make = find(problem.name);
  if (!make) throw std::invalid_argument("no reference is known for " + std::string(problem.name));
  return make(problem, parameters);
}

}  // namespace

KnownMotion computed_motion(const Problem& problem, const Parameters& parameters) {
  const auto& model = problem.in_quad;
  const auto system = std::make_shared<AnySystem<quad>>(model.system(parameters, *problem.formulation("ode")));
  const auto acceleration = [system, lambda = Vec<quad>(0)](const quad& t, const Vec<quad>& q, const Vec<quad>& v,
                                                            Vec<quad>& a) mutable {
    system->acceleration(t, q, v, a, lambda);
  };
  const auto start = model.initial(parameters);
  const auto motion = std::make_shared<const ChebyshevMotion>(acceleration, Motion{start.q, start.v});
  return {false, [motion](const quad& t) { return motion->at(t); },
          [motion](const quad& t, int enough) { return motion->digits(t, enough); },
          [motion](const quad& t) { return motion->uncertainty(t, meaningful_digits); }};
}

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
    throw std::invalid_argument("the reference of " + std::string(problem.name) +
                                " has lost its digits before t = " + t.str(6, {}) + " s");
  const auto minimal_state = motion.at(t);
  auto system = borrowed(formulation);
  auto x = zero_state(system);
  const auto state = problem.in<quad>().embed(parameters, formulation, t, {minimal_state.q, minimal_state.v});
  x.q = state.q, x.v = state.v;
  system.acceleration(t, x.q, x.v, x.a, x.lambda);
  Vec<quad> outputs(static_cast<Eigen::Index>(problem.outputs.size()));
  system.outputs(t, x.q, x.v, outputs);
  const std::lock_guard lock(guard);
  idle[std::string(formulation.name)].push_back(std::move(system));
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
