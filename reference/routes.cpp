#include "reference/routes.hpp"

#include <algorithm>
#include <memory>
#include <stdexcept>

#include "reference/certify.hpp"
#include "reference/double_integration.hpp"
#include "reference/extrapolated_motion.hpp"
#include "reference/lifted_motion.hpp"
#include "reference/narrow_stretches.hpp"
#include "reference/redundant_integration.hpp"
#include "reference/solution.hpp"

namespace plumb {
namespace {

KnownMotion first_route(const Problem& problem, const Parameters& parameters) {
  try {
    const auto known = solution(problem, parameters);
    return {known->exact(),
            [known](const quad& t) { return known->carried(t); },
            [known](const quad& t, int enough) { return known->digits(t, enough); },
            [known](const quad& t) { return known->uncertainty(t); },
            [known](const quad& t, int enough) { return known->advance(t, enough); },
            [known](const quad& t, int enough) { return known->holds_until(t, enough); },
            [known](int enough) { return known->known_until(enough); }};
  } catch (const std::invalid_argument&) {
    if (!problem.reference.closed_form) throw;
    return computed_motion(problem, parameters);  // the closed form does not support these data
  }
}

void add(std::vector<Routes::Found>& out, std::string name, SampledMotion motion) {
  out.push_back({std::move(name), std::move(motion)});
}

}  // namespace

Routes::Routes(const Problem& problem, const Parameters& parameters)
    : problem_(problem),
      parameters_(parameters),
      known_(first_route(problem, parameters)),
      carrier_(*carrier(problem)),
      start_(problem.in_quad.initial(parameters, carrier_)),
      begin_(problem.begin<quad>()) {
  const auto* index1 = problem.formulation("index1");
  if (index1 && problem.in_quad.embed && &carrier_ == problem.minimal()) redundant_ = index1;
}

std::vector<Routes::Found> Routes::at(const Times& absolute) const {
  std::vector<Found> out{{known_.exact ? "exact" : "chebyshev", known(absolute)}};
  Times times = absolute;  // times since the beginning
  for (auto& t : times) t -= begin_;
  const auto stops = this->stops(times.empty() ? quad(0) : times.back());
  const std::string arithmetic = problem_.in_double_double ? "-dd" : "";
  if (!known_.exact && redundant_)
    add(out, "bulirsch-stoer-index1" + arithmetic,
        integrate_redundant(problem_, parameters_, *redundant_, times, stops, out.front().motion.at));
  const auto in_double = std::make_shared<AnySystem<double>>(problem_.in_double.system(parameters_, carrier_));
  const bool in_charts = !in_double->vector_space();
  const auto units = MotionUnits::of(problem_, parameters_, carrier_);
  add(out, (in_charts ? "bulirsch-stoer-charts" : "bulirsch-stoer") + arithmetic,
      extrapolated_motion(problem_, parameters_, carrier_, times, stops));
  if (!in_charts) {
    const bool stiff = gave_up(out.back(), times);
    add(out, stiff ? "cvode-bdf" : "cvode",
        integrate_in_double(acceleration_of(in_double, problem_.begin<double>()), start_, times,
                            {.stiff = stiff, .breaks = stops, .units = units}));
    return out;
  }
  const bool stiff = gave_up(out.back(), times);
  const Lift lift(carrier_.parts(parameters_));
  add(out, stiff ? "cvode-bdf-lifted" : "cvode-lifted",
      lift.lowered(integrate_in_double(lift.acceleration(acceleration_of(in_double, problem_.begin<double>())),
                                       lift.lifted(start_), times,
                                       {.stiff = stiff, .breaks = stops, .units = units.lifted()})));
  return out;
}

// Returns the times at which steps of the other routes must end: forces are not smooth there, or may vary so fast that
// a step would not detect it.
Routes::Times Routes::stops(const quad& end) const {
  auto out = breaks_of(problem_, parameters_);
  const auto hidden = problem_.hidden_variation(parameters_);
  if (!hidden || known_.exact) return out;
  const auto narrow = narrow_stretches(
      hidden, [this](const quad& t) { return known_.at(begin_ + t); }, end);
  out.insert(out.end(), narrow.begin(), narrow.end());
  std::ranges::sort(out);
  return out;
}

bool Routes::gave_up(const Found& route, const Times& times) {
  return route.motion.at.size() < times.size() && route.motion.status == Status::step_limit;
}

bool Routes::lost(const quad& t) const { return known_.digits(t, meaningful_digits) < meaningful_digits; }

SampledMotion Routes::known(const Times& times) const {
  SampledMotion out;
  for (const quad& t : times) {
    out.at.push_back(known_.at(t));
    out.uncertainty.push_back(*known_.uncertainty(t));
  }
  return out;
}

void require_confirmed(const std::vector<Routes::Found>& found, const Routes::Times& times, const quad& begin) {
  const bool all_gave_up = std::all_of(found.begin() + 1, found.end(),
                                       [&](const Routes::Found& route) { return Routes::gave_up(route, times); });
  if (!all_gave_up || found.size() == 1) return;
  quad farthest = 0;
  for (const auto& route : found) farthest = std::max(farthest, route.motion.within_reach);
  throw std::invalid_argument(
      "t = " + times.back().str(6, {}) +
      " s is too late: the integrations that confirm the motion would take too many steps; they can reach about " +
      quad(begin + farthest).str(1, std::ios_base::scientific) + " s");
}

}  // namespace plumb
