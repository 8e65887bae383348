#include "reference/certified.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <random>
#include <stdexcept>

#include "contract/stop.hpp"
#include "reference/double_integration.hpp"
#include "reference/quad_integration.hpp"
#include "reference/redundant_integration.hpp"
#include "reference/solution.hpp"

namespace plumb {
namespace {

constexpr int scale_samples = 200;  // states of the motion whose largest magnitudes are the scales

using Times = std::vector<quad>;

KnownMotion first_route(const Problem& problem, const Parameters& parameters) {
  try {
    const auto known = solution(problem, parameters);
    return {known->exact(), [known](const quad& t) { return known->carried(t); },
            [known](const quad& t, int enough) { return known->digits(t, enough); },
            [known](const quad& t) { return known->uncertainty(t); },
            [known](const quad& t, int enough) { return known->advance(t, enough); }};
  } catch (const std::invalid_argument&) {
    if (!problem.reference.closed_form) throw;
    return computed_motion(problem, parameters);  // the closed form does not know these data
  }
}

class Routes {
 public:
  Routes(const Problem& problem, const Parameters& parameters)
      : problem_(problem),
        parameters_(parameters),
        known_(first_route(problem, parameters)),
        carrier_(*carrier(problem)),
        start_(problem.in_quad.initial(parameters, carrier_)) {
    const auto* index1 = problem.formulation("index1");
    if (index1 && problem.in_quad.embed && &carrier_ == problem.minimal()) redundant_ = index1;
  }

  struct Found {
    std::string name;
    SampledMotion motion;
  };

  /// Every route at times at which the motion is not lost; the first has all of them.
  std::vector<Found> at(const Times& times) const {
    std::vector<Found> out{{known_.exact ? "exact" : "chebyshev", known(times)}};
    if (!known_.exact && redundant_)
      add(out, "odeint-bulirsch-stoer-index1",
          integrate_redundant(problem_, parameters_, *redundant_, times, out.front().motion.at));
    const auto in_quad = std::make_shared<AnySystem<quad>>(problem_.in_quad.system(parameters_, carrier_));
    if (!in_quad->vector_space()) {
      add(out, "odeint-bulirsch-stoer-charts",
          integrate_in_quad(acceleration_of(in_quad), start_, times, {.charts = charts(in_quad)}));
      return out;
    }
    add(out, "odeint-bulirsch-stoer", integrate_in_quad(acceleration_of(in_quad), start_, times));
    const auto in_double = std::make_shared<AnySystem<double>>(problem_.in_double.system(parameters_, carrier_));
    add(out, "cvode", integrate_in_double(acceleration_of(in_double), start_, times));
    return out;
  }

  bool lost(const quad& t) const { return known_.digits(t, meaningful_digits) < meaningful_digits; }
  Motion at(const quad& t) const { return known_.at(t); }

 private:
  static Charts charts(const std::shared_ptr<AnySystem<quad>>& system) {
    return {
        [system](const auto& q, const auto& theta, auto& out) { system->retract(q, theta, out); },
        [system](const auto& q, const auto& theta, const auto& v, auto& out) { system->chart_rate(q, theta, v, out); }};
  }

  SampledMotion known(const Times& times) const {
    SampledMotion out;
    for (const quad& t : times) {
      out.at.push_back(known_.at(t));
      out.uncertainty.push_back(*known_.uncertainty(t));
    }
    return out;
  }

  static void add(std::vector<Found>& out, std::string name, SampledMotion motion) {
    out.push_back({std::move(name), std::move(motion)});
  }

  const Problem& problem_;
  const Parameters& parameters_;
  KnownMotion known_;
  const Formulation& carrier_;
  const Formulation* redundant_ = nullptr;
  Motion start_;
};

/// A time at which no route confirms the first one, though the motion is not lost, is the user's to change.
void require_confirmed(const std::vector<Routes::Found>& found, const Times& times) {
  const bool all_gave_up = std::all_of(found.begin() + 1, found.end(), [&](const Routes::Found& route) {
    return route.motion.at.size() < times.size() && route.motion.status == Status::step_limit;
  });
  if (!all_gave_up || found.size() == 1) return;
  quad farthest = 0;
  for (const auto& route : found) farthest = std::max(farthest, route.motion.within_reach);
  throw std::invalid_argument("t = " + times.back().str(6, {}) +
                              " s is too late: the integrations that confirm the motion would take too many steps; "
                              "they come to about " +
                              farthest.str(1, std::ios_base::scientific) + " s");
}

/// Turns states of the motion into the named quantities of a formulation.
class Naming {
 public:
  Naming(const Problem& problem, const Parameters& parameters, const Formulation& formulation)
      : problem_(problem),
        parameters_(parameters),
        formulation_(formulation),
        system_(problem.in_quad.system(parameters, formulation)) {}

  NamedValues at(const quad& t, const Motion& carried) {
    stopping_point();
    const auto state = in_coordinates(problem_, parameters_, formulation_, t, carried);
    auto x = zero_state(system_);
    x.q = state.q;
    x.v = state.v;
    acceleration_or_nan(system_, t, x.q, x.v, x.a, x.lambda);
    auto out = named_values({x.q, x.v});
    for (Eigen::Index i = 0; i < x.a.size(); ++i) out.emplace_back("a" + std::to_string(i + 1), x.a[i]);
    for (Eigen::Index i = 0; i < x.lambda.size(); ++i) out.emplace_back("lambda" + std::to_string(i + 1), x.lambda[i]);
    Vec<quad> outputs(static_cast<Eigen::Index>(problem_.outputs.size()));
    system_.outputs(t, x.q, x.v, outputs);
    for (std::size_t i = 0; i < problem_.outputs.size(); ++i)
      out.emplace_back(problem_.outputs[i].name, outputs[static_cast<Eigen::Index>(i)]);
    return out;
  }

  /// Bounds on the quantities' errors. Each is twice the largest change of the quantity over several states at the
  /// distance `bound` from the motion, in pseudorandom directions.
  std::vector<quad> uncertainty(const quad& t, const Motion& carried, const Motion& bound) {
    constexpr int directions = 8;
    std::minstd_rand random;
    const auto here = at(t, carried);
    std::vector<quad> out(here.size());
    const auto moved = [&](const Vec<quad>& x, const Vec<quad>& by) {
      Vec<quad> y = x;
      for (Eigen::Index i = 0; i < x.size(); ++i) y[i] += random() < random.max() / 2 ? by[i] : quad(-by[i]);
      return y;
    };
    for (int k = 0; k < directions; ++k) {
      const auto q = moved(carried.q, bound.q);
      const auto there = at(t, {q, moved(carried.v, bound.v)});
      for (std::size_t i = 0; i < out.size(); ++i)
        if (const quad change = 2 * abs(there[i].second - here[i].second); !(change <= out[i])) out[i] = change;
    }
    return out;
  }

 private:
  const Problem& problem_;
  const Parameters& parameters_;
  const Formulation& formulation_;
  AnySystem<quad> system_;
};

quad time_from_text(const std::string& text) {
  const quad t = number_from_text<quad>(text);
  if (!(t >= 0)) throw std::invalid_argument("the time " + text + " is not allowed: 0 or more");
  return t;
}

/// "q" of "q12", where a class of components is named; empty for outputs.
std::string_view class_of(std::string_view name) {
  const auto letters = name.substr(0, name.find_first_of("0123456789"));
  const bool is_class = letters == "q" || letters == "v" || letters == "a" || letters == "lambda";
  return is_class && letters.size() < name.size() ? letters : std::string_view();
}

// A component that is zero on the motion but for rounding, by a symmetry say, has no size of its own and takes that of
// its class.
void size_what_vanishes(NamedValues& scales) {
  constexpr double vanishing = 1e-28;
  std::map<std::string_view, quad> largest;
  for (const auto& [name, scale] : scales) largest[class_of(name)] = std::max(largest[class_of(name)], scale);
  for (auto& [name, scale] : scales)
    if (const auto of = class_of(name); !of.empty() && scale < vanishing * largest[of]) scale = largest[of];
}

NamedValues scales(const Problem& problem, const Routes& routes, Naming& naming, const quad& end) {
  std::vector<NamedValues> samples;
  for (int i = 0; i <= scale_samples; ++i) {
    const quad t = end * i / scale_samples;
    samples.push_back(naming.at(t, routes.at(t)));
  }
  auto out = scales_of(samples);
  const auto named = [&](std::string_view name) -> quad& {
    return std::find_if(out.begin(), out.end(), [&](const auto& scale) { return scale.first == name; })->second;
  };
  for (const auto& output : problem.outputs)
    if (!output.sized_as.empty()) named(output.name) = named(output.sized_as);
  size_what_vanishes(out);
  return out;
}

// The routes that have reached the i-th time, with the values of every quantity there.
std::vector<Route> named_routes(const std::vector<Routes::Found>& found, std::size_t i, const quad& t, Naming& naming) {
  std::vector<Route> out;
  for (const auto& [name, motion] : found) {
    if (motion.at.size() <= i) continue;
    Route route{name, naming.at(t, motion.at[i])};
    if (!motion.uncertainty.empty()) route.uncertainty = naming.uncertainty(t, motion.at[i], motion.uncertainty[i]);
    out.push_back(std::move(route));
  }
  return out;
}

std::vector<std::pair<std::string, CertifiedValue>> nothing_certified(const NamedValues& sizes) {
  std::vector<std::pair<std::string, CertifiedValue>> out;
  for (const auto& [name, size] : sizes)
    out.emplace_back(name, CertifiedValue{std::numeric_limits<quad>::quiet_NaN(), 0, size});
  return out;
}

}  // namespace

std::vector<ReferenceRecord> certified(const Problem& problem, const Parameters& given, const Formulation& formulation,
                                       const std::vector<std::string>& texts) {
  const auto parameters = physical_data(problem, given);
  std::vector<std::pair<quad, std::string>> order;
  for (const auto& text : texts) order.emplace_back(time_from_text(text), text);
  if (order.empty()) throw std::invalid_argument("no times to certify the motion at");
  std::sort(order.begin(), order.end());

  const Routes routes(problem, parameters);
  Times times;
  for (const auto& [t, text] : order)
    if (!routes.lost(t)) times.push_back(t);
  const auto found = routes.at(times);
  require_confirmed(found, times);
  Naming naming(problem, parameters, formulation);
  const quad horizon = number_from_text<quad>(problem.t_end);
  const auto sizes = scales(problem, routes, naming, horizon);

  std::vector<ReferenceRecord> records;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const auto& [t, text] = order[i];
    ReferenceRecord record{std::string(problem.name), parameters.canonical(), text, {}, {}};
    if (i < times.size()) {
      const auto at = named_routes(found, i, t, naming);
      for (const auto& route : at) record.routes.push_back(route.name);
      record.values = certify(at, t <= horizon ? sizes : scales(problem, routes, naming, t));
    } else {
      record.values = nothing_certified(sizes);
    }
    records.push_back(std::move(record));
  }
  return records;
}

int fewest_digits(const ReferenceRecord& record) {
  int fewest = most_digits;
  for (const auto& [name, value] : record.values) fewest = std::min(fewest, value.digits);
  return fewest;
}

}  // namespace plumb
