#include "reference/certified.hpp"

#include <algorithm>
#include <chrono>
#include <limits>
#include <map>
#include <random>
#include <span>
#include <stdexcept>

#include "contract/stop.hpp"
#include "reference/double_integration.hpp"
#include "reference/kept_record.hpp"
#include "reference/lifted_motion.hpp"
#include "reference/quad_integration.hpp"
#include "reference/redundant_integration.hpp"
#include "reference/solution.hpp"

namespace plumb {
namespace {

constexpr int scale_samples = 200;  // states of the motion whose largest magnitudes are the scales

// A chart is left at the end of every step, which costs it a digit that vector spaces keep.
const quad tolerance_in_charts("1e-31");

using Times = std::vector<quad>;

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
          integrate_redundant(problem_, parameters_, *redundant_, times, out.front().motion.at,
                              {.tolerance = tolerance_for(*redundant_)}));
    const auto in_quad = std::make_shared<AnySystem<quad>>(problem_.in_quad.system(parameters_, carrier_));
    const auto in_double = std::make_shared<AnySystem<double>>(problem_.in_double.system(parameters_, carrier_));
    if (in_quad->vector_space()) {
      add(out, "odeint-bulirsch-stoer", integrate_in_quad(acceleration_of(in_quad), start_, times));
      const bool stiff = gave_up(out.back(), times);
      add(out, stiff ? "cvode-bdf" : "cvode",
          integrate_in_double(acceleration_of(in_double), start_, times, {.stiff = stiff}));
      return out;
    }
    add(out, "odeint-bulirsch-stoer-charts",
        integrate_in_quad(acceleration_of(in_quad), start_, times,
                          {.tolerance = tolerance_in_charts, .charts = charts_of(in_quad)}));
    const bool stiff = gave_up(out.back(), times);
    const Lift lift(carrier_.parts(parameters_));
    add(out, stiff ? "cvode-bdf-lifted" : "cvode-lifted",
        lift.lowered(integrate_in_double(lift.acceleration(acceleration_of(in_double)), lift.lifted(start_), times,
                                         {.stiff = stiff})));
    return out;
  }

  /// Whether its steps were too short for these times, as those of an explicit scheme are on a stiff motion.
  static bool gave_up(const Found& route, const Times& times) {
    return route.motion.at.size() < times.size() && route.motion.status == Status::step_limit;
  }

  bool lost(const quad& t) const { return known_.digits(t, meaningful_digits) < meaningful_digits; }
  Motion at(const quad& t) const { return known_.at(t); }

 private:
  quad tolerance_for(const Formulation& formulation) const {
    const bool flat = problem_.in_quad.system(parameters_, formulation).vector_space();
    return flat ? QuadOptions().tolerance : tolerance_in_charts;
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
  const bool all_gave_up = std::all_of(found.begin() + 1, found.end(),
                                       [&](const Routes::Found& route) { return Routes::gave_up(route, times); });
  if (!all_gave_up || found.size() == 1) return;
  quad farthest = 0;
  for (const auto& route : found) farthest = std::max(farthest, route.motion.within_reach);
  throw std::invalid_argument("t = " + times.back().str(6, {}) +
                              " s is too late: the integrations that confirm the motion would take too many steps; "
                              "they come to about " +
                              farthest.str(1, std::ios_base::scientific) + " s");
}

/// Evaluates all quantities of a formulation at states of the motion: q, v, a, lambda, outputs.
template <class T>
class Evaluation {
 public:
  Evaluation(const Problem& problem, const Parameters& parameters, const Formulation& formulation)
      : problem_(problem),
        parameters_(parameters),
        formulation_(formulation),
        system_(problem.in<T>().system(parameters, formulation)) {}

  std::vector<T> at(const T& t, const Configuration<T>& carried) {
    const auto state = in_own_coordinates(t, carried);
    auto x = zero_state(system_);
    x.q = state.q;
    x.v = state.v;
    acceleration_or_nan(system_, t, x.q, x.v, x.a, x.lambda);
    Vec<T> outputs(static_cast<Eigen::Index>(problem_.outputs.size()));
    system_.outputs(t, x.q, x.v, outputs);
    std::vector<T> out;
    for (const auto* part : {&x.q, &x.v, &x.a, &x.lambda, &outputs}) out.insert(out.end(), part->begin(), part->end());
    return out;
  }
  Sizes sizes() const { return system_.sizes(); }

 private:
  Configuration<T> in_own_coordinates(const T& t, const Configuration<T>& carried) const {
    if constexpr (std::is_same_v<T, quad>) {
      return in_coordinates(problem_, parameters_, formulation_, t, carried);
    } else {
      const auto& from = *carrier(problem_);
      const bool same =
          from.name == formulation_.name || (from.coordinates == formulation_.coordinates && !from.coordinates.empty());
      return same ? carried : problem_.in<T>().embed(parameters_, formulation_, t, carried);
    }
  }

  const Problem& problem_;
  const Parameters& parameters_;
  const Formulation& formulation_;
  AnySystem<T> system_;
};

/// Turns states of the motion into the named quantities of a formulation, and bounds on errors of the one into bounds
/// on those of the other.
class Naming {
 public:
  Naming(const Problem& problem, const Parameters& parameters, const Formulation& formulation)
      : in_quad_(problem, parameters, formulation), in_long_(problem, parameters, formulation) {
    const auto add = [this](const char* of, int count) {
      for (int i = 1; i <= count; ++i) names_.push_back(of + std::to_string(i));
    };
    const auto sizes = in_quad_.sizes();
    add("q", sizes.q);
    add("v", sizes.v);
    add("a", sizes.v);
    add("lambda", sizes.lambda);
    for (const auto& output : problem.outputs) names_.push_back(output.name);
  }

  NamedValues at(const quad& t, const Motion& carried) {
    stopping_point();
    const auto values = in_quad_.at(t, carried);
    NamedValues out;
    for (std::size_t i = 0; i < values.size(); ++i) out.emplace_back(names_[i], values[i]);
    return out;
  }

  /// Bounds on the quantities' errors at a motion that is known within `bound`. Each is twice the largest change of
  /// the quantity over several states at that distance, in pseudorandom directions, and the rounding of its evaluation.
  std::vector<quad> uncertainty(const quad& t, const Motion& carried, const Motion& bound) {
    constexpr int directions = 8;
    std::minstd_rand random;
    const auto here = at(t, carried);
    std::vector<quad> out(here.size());
    for (int k = 0; k < directions; ++k) {
      const auto there = at(t, moved(carried, bound, random));
      for (std::size_t i = 0; i < out.size(); ++i) raise(out[i], 2 * abs(there[i].second - here[i].second));
    }
    const auto rounded = rounding(t, carried);
    for (std::size_t i = 0; i < out.size(); ++i) out[i] += rounded[i];
    return out;
  }

 private:
  static void raise(quad& largest, const quad& by) {
    if (!(by <= largest)) largest = by;  // a NaN stays
  }

  static Motion moved(const Motion& m, const Motion& by, std::minstd_rand& random) {
    const auto component = [&](const Vec<quad>& x, const Vec<quad>& distance) {
      Vec<quad> y = x;
      for (Eigen::Index i = 0; i < x.size(); ++i)
        y[i] += random() < random.max() / 2 ? distance[i] : quad(-distance[i]);
      return y;
    };
    const auto q = component(m.q, by.q);
    return {q, component(m.v, by.v)};
  }

  /// What rounding makes of the evaluation: what it makes of it in long double, at nearby states that both precisions
  /// hold exactly, over the ratio of the precisions.
  std::vector<quad> rounding(const quad& t, const Motion& carried) {
    constexpr int states = 4, margin = 4;
    const quad ratio = std::numeric_limits<quad>::epsilon() / std::numeric_limits<long double>::epsilon();
    const Motion nearby{carried.q * quad(1e-6), carried.v * quad(1e-6)};
    std::minstd_rand random;
    std::vector<quad> out(names_.size());
    for (int k = 0; k < states; ++k) {
      const auto state = moved(carried, nearby, random);
      const auto time = static_cast<long double>(t);
      const Configuration<long double> x{state.q.cast<long double>(), state.v.cast<long double>()};
      const auto in_long = in_long_.at(time, x);
      const auto in_quad = in_quad_.at(time, {x.q.cast<quad>(), x.v.cast<quad>()});
      for (std::size_t i = 0; i < out.size(); ++i) raise(out[i], margin * ratio * abs(in_long[i] - in_quad[i]));
    }
    return out;
  }

  Evaluation<quad> in_quad_;
  Evaluation<long double> in_long_;
  std::vector<std::string> names_;
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
  try {
    for (int i = 0; i <= scale_samples; ++i) {
      const quad t = end * i / scale_samples;
      samples.push_back(naming.at(t, routes.at(t)));
    }
  } catch (const std::invalid_argument&) {
    if (samples.empty()) throw;  // else the motion ends here, in a singular position
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

struct Time {
  quad t;  // s
  std::string text;
};

std::vector<Time> ascending(const std::vector<std::string>& texts) {
  std::vector<Time> out;
  for (const auto& text : texts) out.push_back({time_from_text(text), text});
  if (out.empty()) throw std::invalid_argument("no times to certify the motion at");
  std::sort(out.begin(), out.end(),
            [](const Time& a, const Time& b) { return a.t < b.t || (a.t == b.t && a.text < b.text); });
  return out;
}

/// All that a record depends on.
std::string key_of(const ReferenceRecord& record, const Formulation& formulation) {
  const DoubleOptions in_double;
  return "record " + record.problem + "(" + record.data + ") " + formulation.name + " t=" + record.t +
         ", bulirsch-stoer " + QuadOptions().tolerance.str(3) + ", in charts " + tolerance_in_charts.str(3) +
         ", cvode " + quad(in_double.relative_tolerance).str(3) + " " + quad(in_double.absolute_tolerance).str(3);
}

/// Fills in values and routes of records at these ascending times.
void certify_together(const Problem& problem, const Parameters& parameters, const Formulation& formulation,
                      const std::vector<Time>& order, std::span<ReferenceRecord* const> records) {
  const Routes routes(problem, parameters);
  Times times;
  for (const auto& [t, text] : order)
    if (!routes.lost(t)) times.push_back(t);
  const auto found = routes.at(times);
  require_confirmed(found, times);
  Naming naming(problem, parameters, formulation);
  const quad horizon = number_from_text<quad>(problem.t_end);
  const auto sizes = scales(problem, routes, naming, horizon);
  for (std::size_t i = 0; i < order.size(); ++i) {
    auto& record = *records[i];
    if (i >= times.size()) {
      record.values = nothing_certified(sizes);
      continue;
    }
    const quad& t = order[i].t;
    const auto at = named_routes(found, i, t, naming);
    for (const auto& route : at) record.routes.push_back(route.name);
    record.values = certify(at, t <= horizon ? sizes : scales(problem, routes, naming, t));
  }
}

}  // namespace

std::vector<ReferenceRecord> certified(const Problem& problem, const Parameters& given, const Formulation& formulation,
                                       const std::vector<std::string>& texts) {
  const auto parameters = physical_data(problem, given);
  const auto order = ascending(texts);
  std::vector<ReferenceRecord> records;
  for (const auto& [t, text] : order) records.push_back({problem.name, parameters.canonical(), text, {}, {}});
  std::vector<Time> missing;
  std::vector<ReferenceRecord*> to_fill;
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (auto kept = kept_record(key_of(records[i], formulation))) {
      records[i].values = std::move(kept->values);
      records[i].routes = std::move(kept->routes);
      continue;
    }
    missing.push_back(order[i]);
    to_fill.push_back(&records[i]);
  }
  if (missing.empty()) return records;
  certify_together(problem, parameters, formulation, missing, to_fill);
  for (const auto* record : to_fill) keep_record(key_of(*record, formulation), *record);
  return records;
}

double expected_certification_seconds(const Problem& problem, const Parameters& given, const Formulation& formulation,
                                      const std::vector<std::string>& texts) {
  constexpr int parts = 64;
  const auto parameters = physical_data(problem, given);
  quad end = 0;
  for (const auto& [t, text] : ascending(texts))
    if (!kept_record(key_of({problem.name, parameters.canonical(), text, {}, {}}, formulation))) end = t;
  if (end == 0) return 0;
  const auto begin = std::chrono::steady_clock::now();
  const Routes routes(problem, parameters);
  if (!routes.lost(end / parts)) routes.at(Times{end / parts});
  return parts * std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

int fewest_digits(const ReferenceRecord& record) {
  int fewest = most_digits;
  for (const auto& [name, value] : record.values) fewest = std::min(fewest, value.digits);
  return fewest;
}

}  // namespace plumb
