#include "reference/motion_units.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "numerics/binary_scale.hpp"

namespace plumb {
namespace {

using Index = Eigen::Index;

// Returns the unit for quantities of this size: 1 for sizes that are usual in SI units (least to most), otherwise a
// power of 1024.
double unit_of(double size, double least, double most) { return size >= least && size < most ? 1 : binary_scale(size); }
double unit_of_time(double size) { return unit_of(size, 0x1p-15, 0x1p15); }
double unit_of_length(double size) { return unit_of(size, 0x1p-10, 0x1p20); }

// The largest components of all parts that share one unit.
struct LargestComponents {
  double q = 0, v = 0, a = 0;

  template <class X>
  static void raise(double& largest, const X& x) {
    for (const double component : x) largest = std::max(largest, std::isfinite(component) ? std::abs(component) : 0);
  }
  // Returns the size of q, or the distance that it may travel within the horizon if q is much smaller, as if it were a
  // rounding error.
  double own_size(double horizon) const {
    constexpr double small = 1e-6;
    const double travel = std::max(v * horizon, a * horizon * horizon);
    return q > small * travel ? q : travel;
  }
  double rate(double size) const { return size > 0 ? std::max(v / size, std::sqrt(a / size)) : 0; }
};

std::string key_of(const Part& part) { return part.kind == PartKind::translation ? part.unit : ""; }

std::map<std::string, LargestComponents> sizes_at_start(const Problem& problem, const Parameters& parameters,
                                                        const Formulation& formulation,
                                                        const std::vector<Part>& parts) {
  auto system = problem.in_double.system(parameters, formulation);
  const auto start = problem.in_double.initial(parameters, formulation);
  auto x = zero_state(system);
  x.q = start.q;
  x.v = start.v;
  acceleration_or_nan(system, problem.begin<double>(), x.q, x.v, x.a, x.lambda);
  std::map<std::string, LargestComponents> out;
  for (const auto& part : parts) {
    auto& sizes = out[key_of(part)];
    LargestComponents::raise(sizes.q, x.q.segment(part.q.first, part.q.size));
    LargestComponents::raise(sizes.v, x.v.segment(part.v.first, part.v.size));
    LargestComponents::raise(sizes.a, x.a.segment(part.v.first, part.v.size));
  }
  return out;
}

template <class T>
Vec<T> factors(const Vec<double>& units, double by, Index size) {
  Vec<T> out(size);
  for (Index i = 0; i < size; ++i) out[i] = T(by * (units.size() > 0 ? units[i] : 1.));
  return out;
}

template <class T>
Vec<T> scaled(const Vec<T>& x, const Vec<double>& units, double by) {
  return x.cwiseProduct(factors<T>(units, by, x.size()));
}
template <class T>
Vec<T> divided(const Vec<T>& x, const Vec<double>& units, double by) {
  return x.cwiseQuotient(factors<T>(units, by, x.size()));
}

void widen(std::vector<Range>& ranges, const Vec<double>& units, double by) {
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    const double unit = by * (units.size() > 0 ? units[static_cast<Index>(i)] : 1.);
    ranges[i] = {unit * ranges[i].low, unit * ranges[i].high};
  }
}

}  // namespace

MotionUnits MotionUnits::of(const Problem& problem, const Parameters& parameters, const Formulation& formulation) {
  const auto parts = formulation.parts(parameters);
  const double horizon = problem.usual_duration();
  const double of_mechanism = problem.mechanism ? problem.mechanism->natural_length(parameters) : 0;
  double rate = horizon > 0 ? 1 / horizon : 0;
  std::map<std::string, double> sizes;
  for (const auto& [key, at_start] : sizes_at_start(problem, parameters, formulation, parts)) {
    sizes[key] = key.empty() ? 1 : of_mechanism > 0 ? of_mechanism : at_start.own_size(horizon);
    rate = std::max(rate, at_start.rate(sizes[key]));
  }
  MotionUnits out{.time = rate > 0 ? unit_of_time(1 / rate) : 1};
  if (std::ranges::all_of(sizes,
                          [](const auto& size) { return size.first.empty() || unit_of_length(size.second) == 1; }))
    return out;
  const auto counts = problem.in_double.system(parameters, formulation).sizes();
  out.q = Vec<double>::Ones(counts.q);
  out.v = Vec<double>::Ones(counts.v);
  for (const auto& part : parts) {
    if (key_of(part).empty()) continue;
    const double unit = unit_of_length(sizes[key_of(part)]);
    out.q.segment(part.q.first, part.q.size).setConstant(unit);
    out.v.segment(part.v.first, part.v.size).setConstant(unit);
  }
  return out;
}

Vec<double> MotionUnits::of_constraints(const Problem& problem, const Parameters& parameters,
                                        const Formulation& formulation) const {
  auto system = problem.in_double.system(parameters, formulation);
  const auto start = problem.in_double.initial(parameters, formulation);
  Vec<double> out(system.sizes().lambda), pull = start.v;
  for (Index k = 0; k < out.size(); ++k) {
    system.reaction(problem.begin<double>(), start.q, Vec<double>::Unit(out.size(), k), pull);
    out[k] = binary_scale(scaled(pull, v, 1).cwiseAbs().maxCoeff());
  }
  return out;
}

quad MotionUnits::largest(const Vec<quad>& displacement) const {
  return divided(displacement, v, 1).cwiseAbs().maxCoeff();
}

std::string MotionUnits::name() const {
  if (are_plain()) return "";
  std::string out = ", in units of " + quad(time).str() + " s";
  for (const double unit : q) out += " " + quad(unit).str();
  return out;
}

std::vector<quad> MotionUnits::measured(std::span<const quad> times) const {
  std::vector<quad> out;
  for (const quad& t : times) out.push_back(measured(t));
  return out;
}

Motion MotionUnits::measured(const Motion& x) const { return {divided(x.q, q, 1), divided(x.v, v, 1 / time)}; }

Motion MotionUnits::in_si(const Motion& x) const { return {scaled(x.q, q, 1), scaled(x.v, v, 1 / time)}; }

SampledMotion MotionUnits::in_si(SampledMotion motion) const {
  if (are_plain()) return motion;
  motion.reached *= time;
  motion.within_reach *= time;
  for (auto* states : {&motion.at, &motion.uncertainty})
    for (auto& state : *states) state = in_si(state);
  return motion;
}

HiddenVariation MotionUnits::measured(const HiddenVariation& hidden) const {
  if (are_plain() || !hidden) return hidden;
  return [hidden, units = *this](StateRanges ranges) {
    ranges.t = {units.time * ranges.t.low, units.time * ranges.t.high};
    ranges.duration *= units.time;
    widen(ranges.q, units.q, 1);
    widen(ranges.v, units.v, 1 / units.time);
    return hidden(ranges);
  };
}

template <class T>
Acceleration<T> MotionUnits::measured(const Acceleration<T>& acceleration) const {
  if (are_plain() || !acceleration) return acceleration;
  return [acceleration, units = *this](const T& t, const Vec<T>& of_q, const Vec<T>& of_v, Vec<T>& a) {
    const double second = units.time;
    acceleration(T(t * second), scaled(of_q, units.q, 1), scaled(of_v, units.v, 1 / second), a);
    a = divided(a, units.v, 1 / second / second);
  };
}

template <class T>
std::optional<ChartsIn<T>> MotionUnits::measured(const std::optional<ChartsIn<T>>& charts) const {
  if (are_plain() || !charts) return charts;
  return ChartsIn<T>{
      [retract = charts->retract, units = *this](const Vec<T>& from, const Vec<T>& theta, Vec<T>& out) {
        retract(scaled(from, units.q, 1), scaled(theta, units.v, 1), out);
        out = divided(out, units.q, 1);
      },
      [rate = charts->rate, units = *this](const Vec<T>& from, const Vec<T>& theta, const Vec<T>& of_v, Vec<T>& out) {
        rate(scaled(from, units.q, 1), scaled(theta, units.v, 1), scaled(of_v, units.v, 1 / units.time), out);
        out = divided(out, units.v, 1 / units.time);
      }};
}

template Acceleration<double> MotionUnits::measured(const Acceleration<double>&) const;
template Acceleration<double_double> MotionUnits::measured(const Acceleration<double_double>&) const;
template Acceleration<quad> MotionUnits::measured(const Acceleration<quad>&) const;
template std::optional<ChartsIn<double_double>> MotionUnits::measured(
    const std::optional<ChartsIn<double_double>>&) const;
template std::optional<ChartsIn<quad>> MotionUnits::measured(const std::optional<ChartsIn<quad>>&) const;

}  // namespace plumb
