#include "reference/certified.hpp"

#include <algorithm>
#include <chrono>
#include <limits>
#include <map>
#include <span>
#include <stdexcept>

#include "reference/double_integration.hpp"
#include "reference/extrapolation.hpp"
#include "reference/kept_record.hpp"
#include "reference/naming.hpp"
#include "reference/quad_integration.hpp"
#include "reference/refined_record.hpp"
#include "reference/routes.hpp"
#include "reference/solution.hpp"

namespace plumb {
namespace {

constexpr int scale_samples = 200;  // number of intervals between the states that determine the scales

using Times = Routes::Times;

quad time_from_text(const Problem& problem, const std::string& text) {
  const quad t = number_from_text<quad>(text);
  if (!(t >= problem.begin<quad>()) || !isfinite(t))
    throw std::invalid_argument("the time " + text + " is not allowed: " + problem.t_begin + " or more");
  return t;
}

/// Returns the class of a component, such as "q" for "q12"; empty for outputs.
std::string_view class_of(std::string_view name) {
  const auto letters = name.substr(0, name.find_first_of("0123456789"));
  const bool is_class = letters == "q" || letters == "v" || letters == "a" || letters == "lambda";
  return is_class && letters.size() < name.size() ? letters : std::string_view();
}

// Replaces scales at rounding level. If a component is zero during the motion except for rounding, for example by a
// symmetry, it gets the scale of its class (q, v, a or lambda). In an equilibrium a whole class may be zero; then each
// of its components gets the size of the terms that cancel in it. Components of a class are compared in `units`.
void scale_vanishing_values(NamedValues& scales, const std::vector<quad>& of_terms, const std::vector<quad>& units) {
  constexpr double vanishing = 1e-28;
  std::map<std::string_view, quad> largest;
  for (std::size_t i = 0; i < scales.size(); ++i) {
    auto& of_class = largest[class_of(scales[i].first)];
    of_class = std::max<quad>(of_class, scales[i].second / units[i]);
  }
  for (std::size_t i = 0; i < scales.size(); ++i) {
    auto& [name, scale] = scales[i];
    const auto of = class_of(name);
    const quad of_class = of.empty() ? scale : quad(largest[of] * units[i]), own = of_terms[i];
    if (scale < vanishing * std::max(of_class, own)) scale = of_class < vanishing * own ? own : of_class;
  }
}

// Sets the scale of an angle at rounding level to 1 rad.
void size_angles(NamedValues& scales, const std::vector<Part>& parts) {
  constexpr double vanishing = 1e-28;
  for (const auto& part : parts)
    if (part.kind == PartKind::angle)
      for (int i = 0; i < part.q.size; ++i) {
        auto& scale = scales[static_cast<std::size_t>(part.q.first + i)].second;
        if (scale < vanishing) scale = 1;
      }
}

NamedValues scales(const Problem& problem, const Routes& routes, Naming& naming, const std::vector<Part>& parts,
                   const quad& end) {
  const auto begin = problem.begin<quad>();
  std::vector<NamedValues> samples;
  try {
    for (int i = 0; i <= scale_samples; ++i) {
      const quad t = begin + (end - begin) * i / scale_samples;
      samples.push_back(naming.at(t, routes.at(t)));
    }
  } catch (const MotionUnknown&) {
    if (samples.empty()) throw;  // otherwise the samples up to the end of the motion suffice
  }
  auto out = scales_of(samples);
  const auto named = [&](std::string_view name) -> quad& {
    return std::find_if(out.begin(), out.end(), [&](const auto& scale) { return scale.first == name; })->second;
  };
  for (const auto& output : problem.outputs)
    if (!output.sized_as.empty()) named(output.name) = named(output.sized_as);
  scale_vanishing_values(out, naming.magnitudes(begin, routes.at(begin), end - begin), naming.units());
  size_angles(out, parts);
  return out;
}

// Returns the routes that have reached the i-th time, with the values of every quantity at this time.
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
  quad t;  // time of the sample [s]
  std::string text;
};

std::vector<Time> ascending(const Problem& problem, const std::vector<std::string>& texts) {
  std::vector<Time> out;
  for (const auto& text : texts) out.push_back({time_from_text(problem, text), text});
  if (out.empty()) throw std::invalid_argument("no times to certify the motion at");
  std::sort(out.begin(), out.end(),
            [](const Time& a, const Time& b) { return a.t < b.t || (a.t == b.t && a.text < b.text); });
  return out;
}

/// Returns the cache key, with all data that determine a record. `kind` is the result of name_of().
std::string key_of(const ReferenceRecord& record, const Formulation& formulation, const std::string& kind = {}) {
  const DoubleOptions in_double;
  return "record " + record.problem + "(" + record.data + ") " + formulation.name + " t=" + record.t +
         ", bulirsch-stoer of order " + std::to_string(highest_extrapolated_order) + " " +
         QuadOptions().tolerance.str(3) + ", in double-doubles " +
         static_cast<quad>(DoubleDoubleOptions().tolerance).str(3) +
         ", sized by terms, place, horizon and units, cvode beside one with noise " +
         quad(in_double.relative_tolerance).str(3) + " " + quad(in_double.absolute_tolerance).str(3) + kind;
}

/// Returns the integrations of a motion of the second kind, and shares ownership of their solution; null if the motion
/// is of the first kind.
std::shared_ptr<const RefinedMotion> refined_motion(const Problem& problem, const Parameters& parameters,
                                                    const MotionRequest& request = {}) try {
  const auto known = solution(problem, parameters, request);
  return {known, known->refined()};
} catch (const std::invalid_argument&) {  // the routes report the same error
  return nullptr;
}

/// Returns the record at a time from stored outputs.
ReferenceRecord read_from(const StoredOutputs& stored, const Time& time) {
  const auto& [problem, data, content, routes, steps, begin, blocks, parts, outputs] = stored.record();
  ReferenceRecord out{problem, data, time.text, {}, {}};
  if (stored.digits(time.t) >= RefinedMotion::least_digits) out.routes = routes;
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const quad value = stored.value(i, time.t, RefinedMotion::least_digits);
    out.values.emplace_back(outputs[i].name,
                            CertifiedValue{value, isnan(value) ? 0 : stored.digits(i, time.t), outputs[i].scale});
  }
  return out;
}

/// Computes the values and routes of records at these ascending times.
void certify_together(const Problem& problem, const Parameters& parameters, const Formulation& formulation,
                      const std::vector<Time>& order, std::span<ReferenceRecord* const> records,
                      const MotionRequest& request) {
  if (const auto refined = refined_motion(problem, parameters, request)) {
    Times all;
    for (const auto& [t, text] : order) all.push_back(t);
    return record_refined(*refined, problem, parameters, formulation, all, records);
  }
  const Routes routes(problem, parameters);
  Times times;
  for (const auto& [t, text] : order)
    if (!routes.lost(t)) times.push_back(t);
  const auto found = routes.at(times);
  require_confirmed(found, times, problem.begin<quad>());
  Naming naming(problem, parameters, formulation);
  const quad horizon = number_from_text<quad>(problem.t_end);
  const auto parts = formulation.parts(parameters);
  const auto sizes = scales(problem, routes, naming, parts, horizon);
  for (std::size_t i = 0; i < order.size(); ++i) {
    auto& record = *records[i];
    if (i >= times.size()) {
      record.values = nothing_certified(sizes);
      continue;
    }
    const quad& t = order[i].t;
    const auto at = named_routes(found, i, t, naming);
    for (const auto& route : at) record.routes.push_back(route.name);
    record.values = certify(at, t <= horizon ? sizes : scales(problem, routes, naming, parts, t));
  }
}

using Clock = std::chrono::steady_clock;
double seconds_since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

/// Measures the computing time of all routes on increasing initial parts of the motion, and returns the expected
/// computing time up to `end`.
ExpectedSeconds seconds_of_routes(const Routes& routes, const quad& begin, const quad& end) {
  constexpr int first_parts = 4096, last_parts = 64, looked_at = 3;
  constexpr double patience = 20;  // time limit of the measurement [s]; then a shorter initial part must suffice
  std::vector<double> speeds;      // estimated duration of the whole motion [s] at the speed of each part
  double of_first = 0, before = 0;
  const auto start = Clock::now();
  for (int parts = first_parts;; parts /= 2) {
    const quad part = begin + (end - begin) / parts;
    auto clock = Clock::now();
    if (routes.lost(part)) return {};
    of_first += seconds_since(clock);  // the first route continues; the others start again
    clock = Clock::now();
    routes.at(Times{part});
    const double of_others = seconds_since(clock), all = of_first + of_others;
    if (parts < first_parts) speeds.push_back(std::max(all - before, 0.) * 2 * parts);
    before = all;
    const bool is_late = seconds_since(start) > patience && speeds.size() >= looked_at;
    if (parts > last_parts && !is_late) continue;
    const double average = all * parts, rest = 1 - 1. / parts;
    const auto [fastest, slowest] = std::minmax_element(speeds.end() - looked_at, speeds.end());
    return {of_others + std::min(*fastest, average) * rest, of_others + std::max(*slowest, average) * rest};
  }
}

}  // namespace

std::vector<ReferenceRecord> certified(const Problem& problem, const Parameters& all_parameters,
                                       const Formulation& formulation, const std::vector<std::string>& texts,
                                       const MotionRequest& request) {
  const auto parameters = physical_data(problem, all_parameters);
  const auto kind = name_of(problem, request);
  const auto order = ascending(problem, texts);
  std::vector<ReferenceRecord> records;
  if (const auto stored = stored_outputs(problem, parameters)) {
    for (const auto& time : order) records.push_back(read_from(*stored, time));
    return records;
  }
  for (const auto& [t, text] : order) records.push_back({problem.name, parameters.canonical(), text, {}, {}});
  std::vector<Time> missing;
  std::vector<ReferenceRecord*> to_fill;
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (auto kept = cached_record(key_of(records[i], formulation, kind))) {
      records[i].values = std::move(kept->values);
      records[i].routes = std::move(kept->routes);
      continue;
    }
    missing.push_back(order[i]);
    to_fill.push_back(&records[i]);
  }
  if (missing.empty()) return records;
  certify_together(problem, parameters, formulation, missing, to_fill, request);
  for (const auto* record : to_fill) keep_record(key_of(*record, formulation, kind), *record);
  return records;
}

ExpectedSeconds expected_certification_seconds(const Problem& problem, const Parameters& all_parameters,
                                               const Formulation& formulation, const std::vector<std::string>& texts) {
  const auto parameters = physical_data(problem, all_parameters);
  if (stored_outputs(problem, parameters)) return {};
  const auto begin = problem.begin<quad>();
  quad end = begin;
  for (const auto& [t, text] : ascending(problem, texts))
    if (!cached_record(key_of({problem.name, parameters.canonical(), text, {}, {}}, formulation))) end = t;
  if (end == begin || refined_motion(problem, parameters)) return {};
  return seconds_of_routes(Routes(problem, parameters), begin, end);
}

int fewest_digits(const ReferenceRecord& record) {
  int fewest = most_digits;
  for (const auto& [name, value] : record.values) fewest = std::min(fewest, value.digits);
  return fewest;
}

}  // namespace plumb
