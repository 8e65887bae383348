#include "reference/naming.hpp"

#include <algorithm>
#include <limits>
#include <random>

#include "contract/stop.hpp"

namespace plumb {
namespace {

void raise(quad& largest, const quad& by) {
  if (!(by <= largest)) largest = by;  // NaN remains NaN
}

Motion moved(const Motion& m, const Motion& by, std::minstd_rand& random) {
  const auto component = [&](const Vec<quad>& x, const Vec<quad>& distance) {
    Vec<quad> y = x;
    for (Eigen::Index i = 0; i < x.size(); ++i) y[i] += random() < random.max() / 2 ? distance[i] : quad(-distance[i]);
    return y;
  };
  const auto q = component(m.q, by.q);
  return {q, component(m.v, by.v)};
}

}  // namespace

Naming::Naming(const Problem& problem, const Parameters& parameters, const Formulation& formulation)
    : problem_(problem),
      parameters_(parameters),
      formulation_(formulation),
      in_quad_(problem, parameters, formulation),
      in_long_(problem, parameters, formulation) {
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

NamedValues Naming::at(const quad& t, const Motion& carried) {
  stopping_point();
  const auto values = in_quad_.at(t, carried);
  NamedValues out;
  for (std::size_t i = 0; i < values.size(); ++i) out.emplace_back(names_[i], values[i]);
  return out;
}

std::vector<quad> Naming::uncertainty(const quad& t, const Motion& carried, const Motion& bound) {
  constexpr int directions = 8;
  std::minstd_rand random;
  const auto here = at(t, carried);
  std::vector<quad> out(here.size());
  const auto look_at = [&](const Motion& state) {
    const auto there = at(t, state);
    for (std::size_t i = 0; i < out.size(); ++i) raise(out[i], 2 * abs(there[i].second - here[i].second));
  };
  look_at({carried.q + bound.q, carried.v + bound.v});
  for (int k = 0; k < directions; ++k) look_at(moved(carried, bound, random));
  const auto rounded = rounding(t, carried, {carried.q * quad(1e-6), carried.v * quad(1e-6)});
  for (std::size_t i = 0; i < out.size(); ++i) out[i] += rounded[i];
  return out;
}

std::vector<quad> Naming::units() const {
  const auto& velocities = in_velocities(problem_, formulation_);
  const auto units = MotionUnits::of(problem_, parameters_, velocities);
  std::vector<quad> out(names_.size(), 1);
  if (units.q.size() == 0) return out;
  const auto place = [&](const Vec<double>& of, int from, bool inverse) {
    for (Eigen::Index i = 0; i < of.size(); ++i)
      out[static_cast<std::size_t>(from + i)] = inverse ? 1 / quad(of[i]) : quad(of[i]);
  };
  const auto sizes = in_quad_.sizes();
  const bool momenta = &velocities != &formulation_;  // inverse units: displacement times force is an energy
  place(units.q, 0, false);
  place(units.v, sizes.q, momenta);
  place(units.v, sizes.q + sizes.v, momenta);
  place(units.of_constraints(problem_, parameters_, velocities), sizes.q + 2 * sizes.v, true);
  return out;
}

quad Naming::fastest(const std::vector<quad>& rounded) const {
  const auto units = MotionUnits::of(problem_, parameters_, formulation_);
  const auto sizes = in_quad_.sizes();
  quad out = 0;
  for (int k = 0; k < sizes.v; ++k) {
    const quad& of_a = rounded[static_cast<std::size_t>(sizes.q + sizes.v + k)];
    if (!isfinite(of_a)) continue;
    const quad in_si = of_a / std::numeric_limits<quad>::epsilon();
    out = std::max<quad>(out, units.v.size() > 0 ? quad(in_si / units.v[k]) : in_si);
  }
  return out;
}

std::vector<quad> Naming::magnitudes(const quad& t, const Motion& carried, const quad& time) {
  const quad small = ldexp(quad(1), -50);  // so small that quantities change linearly
  const auto units = MotionUnits::of(problem_, parameters_, *carrier(problem_));
  const auto one = units.in_si({Vec<quad>::Ones(carried.q.size()), Vec<quad>::Ones(carried.v.size())});
  const auto away = [](const Vec<quad>& x, const Vec<quad>& unit) -> Vec<quad> {
    return quad(1e-6) * (unit + x.cwiseAbs());
  };
  const Motion nearby{away(carried.q, one.q), away(carried.v, one.v)};  // avoids values that are exactly 0
  const auto rounded = rounding(t, carried, nearby);
  const auto of_one_term = [&] {
    const auto& velocities = in_velocities(problem_, formulation_);
    if (&velocities == &formulation_) return fastest(rounded);
    Naming other(problem_, parameters_, velocities);  // rates of momenta are not accelerations
    return other.fastest(other.rounding(t, carried, nearby));
  };
  const quad faster = of_one_term() * time;
  auto out = uncertainty(t, carried, {small * faster * time * one.q, small * faster * units.time * one.v});
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = out[i] / small + rounded[i] / std::numeric_limits<quad>::epsilon();
    if (!isfinite(out[i])) out[i] = 0;
  }
  return out;
}

std::vector<quad> Naming::rounding(const quad& t, const Motion& carried, const Motion& nearby) {
  constexpr int states = 4, margin = 4;
  const quad ratio = std::numeric_limits<quad>::epsilon() / std::numeric_limits<long double>::epsilon();
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

}  // namespace plumb
