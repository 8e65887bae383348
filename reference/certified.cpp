#include "reference/certified.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <stdexcept>

#include "reference/double_integration.hpp"
#include "reference/quad_integration.hpp"
#include "reference/redundant_integration.hpp"
#include "reference/solution.hpp"

namespace plumb {
namespace {

constexpr int double_claims = 8;    // what is left of a tolerance of 1e-14 after some hundred cycles
constexpr int scale_samples = 200;  // of the motion, for the scales

using Times = std::vector<quad>;
using Motions = std::vector<Motion>;  // one for each time

class Routes {
 public:
  Routes(const Problem& problem, const Parameters& parameters)
      : problem_(problem), parameters_(parameters), ode_(problem.formulations.front()) {
    for (const auto& f : problem.formulations) {
      if (f.form == Form::ode) ode_ = f;
      if (f.name == "index1") redundant_ = f;
    }
    const auto begin = problem.in_quad.initial(parameters);
    start_ = {begin.q, begin.v};
    try {
      known_ = solution(problem, parameters);
    } catch (const std::invalid_argument&) {  // of these data none is known
    }
  }

  struct Found {
    std::string name;
    Motions motions;
    int claims;
  };

  std::vector<Found> at(const Times& times) const {
    std::vector<Found> out;
    if (known_) out.push_back({known_->exact() ? "exact" : "chebyshev", known_motions(times), most_digits});
    const bool exact = known_ && known_->exact();
    if (known_ && !exact && redundant_)
      add(out, "odeint-bulirsch-stoer-index1",
          integrate_redundant(problem_, parameters_, *redundant_, times, out.front().motions), times, most_digits);
    add(out, "odeint-bulirsch-stoer", in_quad(times, QuadScheme::bulirsch_stoer), times, most_digits);
    if (!known_) add(out, "odeint-fehlberg78", in_quad(times, QuadScheme::fehlberg78), times, most_digits);
    const auto system = std::make_shared<AnySystem<double>>(problem_.in_double.system(parameters_, ode_));
    add(out, "cvode", integrate_in_double(acceleration<double>(system), start_, times), times, double_claims);
    return out;
  }

  /// What a route claims at time t: an integration in double starts with 14 digits and loses as many as the motion takes
  /// from quad.
  int claims(const Found& route, const quad& t) const {
    constexpr int in_double = 14;
    if (route.claims == most_digits || !known_) return route.claims;
    const int lost = most_digits - known_->digits(t, most_digits - in_double);
    return std::clamp(in_double - lost, 0, route.claims);
  }

  /// The motion at many times for its magnitudes only.
  Motions sampled(const Times& times) const {
    return known_ ? known_motions(times) : in_quad(times, QuadScheme::bulirsch_stoer).at;
  }

 private:
  template <class T>
  static Acceleration<T> acceleration(std::shared_ptr<AnySystem<T>> system) {
    return [system, lambda = Vec<T>(0)](const T& t, const Vec<T>& q, const Vec<T>& v, Vec<T>& a) mutable {
      system->acceleration(t, q, v, a, lambda);
    };
  }

  SampledMotion in_quad(const Times& times, QuadScheme scheme) const {
    const auto system = std::make_shared<AnySystem<quad>>(problem_.in_quad.system(parameters_, ode_));
    return integrate_in_quad(acceleration<quad>(system), start_, times, {.scheme = scheme});
  }

  Motions known_motions(const Times& times) const {
    Motions out;
    for (const quad& t : times) out.push_back(known_->minimal(t));
    return out;
  }

  static void add(std::vector<Found>& out, std::string name, SampledMotion motion, const Times& times, int claims) {
    if (motion.at.size() == times.size()) out.push_back({std::move(name), std::move(motion.at), claims});
  }

  const Problem& problem_;
  const Parameters& parameters_;
  Formulation ode_;
  std::optional<Formulation> redundant_;
  Motion start_;
  std::shared_ptr<const Solution> known_;
};

/// Turns minimal coordinates into the named quantities of a formulation.
class Naming {
 public:
  Naming(const Problem& problem, const Parameters& parameters, const Formulation& formulation)
      : problem_(problem),
        parameters_(parameters),
        formulation_(formulation),
        system_(problem.in_quad.system(parameters, formulation)) {}

  NamedValues at(const quad& t, const Motion& minimal) {
    const auto state = problem_.in_quad.embed(parameters_, formulation_, t, {minimal.q, minimal.v});
    auto x = zero_state(system_);
    x.q = state.q, x.v = state.v;
    system_.acceleration(t, x.q, x.v, x.a, x.lambda);
    auto out = named_values({x.q, x.v});
    for (Eigen::Index i = 0; i < x.a.size(); ++i) out.emplace_back("a" + std::to_string(i + 1), x.a[i]);
    for (Eigen::Index i = 0; i < x.lambda.size(); ++i) out.emplace_back("lambda" + std::to_string(i + 1), x.lambda[i]);
    Vec<quad> outputs(static_cast<Eigen::Index>(problem_.outputs.size()));
    system_.outputs(t, x.q, x.v, outputs);
    for (std::size_t i = 0; i < problem_.outputs.size(); ++i)
      out.emplace_back(problem_.outputs[i].name, outputs[static_cast<Eigen::Index>(i)]);
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

NamedValues scales(const Problem& problem, const Routes& routes, Naming& naming, const quad& end) {
  Times times;
  for (int i = 0; i <= scale_samples; ++i) times.push_back(end * i / scale_samples);
  const auto motions = routes.sampled(times);
  std::vector<NamedValues> samples;
  for (std::size_t i = 0; i < motions.size(); ++i) samples.push_back(naming.at(times[i], motions[i]));
  auto out = scales_of(samples);
  const auto named = [&](std::string_view name) -> quad& {
    return std::find_if(out.begin(), out.end(), [&](const auto& scale) { return scale.first == name; })->second;
  };
  for (const auto& output : problem.outputs)
    if (!output.sized_as.empty()) named(output.name) = named(output.sized_as);
  return out;
}

}  // namespace

std::vector<ReferenceRecord> certified(const Problem& problem, const Parameters& parameters,
                                       const Formulation& formulation, const std::vector<std::string>& texts) {
  std::vector<std::pair<quad, std::string>> order;
  for (const auto& text : texts) order.emplace_back(time_from_text(text), text);
  std::sort(order.begin(), order.end());
  Times times;
  for (const auto& [t, text] : order) times.push_back(t);

  const Routes routes(problem, parameters);
  const auto found = routes.at(times);
  if (found.empty() || times.empty())
    throw std::invalid_argument("no route leads to a reference of " + std::string(problem.name));
  Naming naming(problem, parameters, formulation);
  // Over the problem's horizon, so that digits do not depend on what else is asked; beyond it, over the motion so far.
  const quad horizon = number_from_text<quad>(problem.t_end);
  const auto sizes = scales(problem, routes, naming, horizon);

  std::vector<ReferenceRecord> records;
  for (std::size_t i = 0; i < times.size(); ++i) {
    ReferenceRecord record{std::string(problem.name), parameters.canonical(), order[i].second, {}, {}};
    std::vector<Route> at;
    for (const auto& route : found) {
      at.push_back({route.name, naming.at(times[i], route.motions[i]), routes.claims(route, times[i])});
      record.routes.push_back(route.name);
    }
    record.values = certify(at, times[i] <= horizon ? sizes : scales(problem, routes, naming, times[i]));
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
