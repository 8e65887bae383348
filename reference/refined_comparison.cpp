#include "reference/refined_comparison.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <numbers>
#include <random>
#include <utility>

namespace plumb {
namespace {

/// Returns the class of each quantity ("q" for "q12"), or the unit of an output. Quantities that are too small to have
/// a size use the size of their class.
std::vector<std::string> classes_of(const NamedValues& values, const Problem& problem) {
  std::vector<std::string> out;
  const auto outputs = values.size() - problem.outputs.size();
  for (std::size_t i = 0; i < values.size(); ++i)
    out.push_back(i < outputs ? values[i].first.substr(0, values[i].first.find_first_of("0123456789"))
                              : "output in " + problem.outputs[i - outputs].unit);
  return out;
}

void raise_number(quad& largest, const quad& by) {
  if (!(by <= largest)) largest = by;  // NaN remains NaN
}

/// Returns a state that differs by some roundings of long double, with pseudorandom signs.
Motion rounded_away(const Motion& m) {
  constexpr int roundings = 4;
  std::minstd_rand random;
  const auto away = [&](const Vec<quad>& x) {
    Vec<quad> out = x;
    const quad size = x.size() > 0 ? quad(x.cwiseAbs().maxCoeff()) : quad(0);
    const quad by = roundings * quad(std::numeric_limits<long double>::epsilon()) * size;
    for (auto& component : out) component += random() < random.max() / 2 ? by : quad(-by);
    return out;
  };
  const auto q = away(m.q);
  return {q, away(m.v)};
}

/// Adds full turns to wrapping angles so that they are nearest to the angles of the first route.
void turn_next_to(const NamedValues& first, const std::vector<Output>& outputs, NamedValues& other) {
  const auto before = first.size() - outputs.size();
  for (std::size_t i = 0; i < outputs.size(); ++i)
    if (outputs[i].wraps) other[before + i].second = turned_next_to(first[before + i].second, other[before + i].second);
}

}  // namespace

quad turned_next_to(const quad& reference, const quad& angle) {
  const quad turn = 2 * std::numbers::pi_v<quad>;
  return angle - turn * round((angle - reference) / turn);
}

RefinedComparison::RefinedComparison(OpinionsAt opinions, const Problem& problem, const Parameters& parameters,
                                     const Formulation& formulation)
    : opinions_(std::move(opinions)),
      outputs_(problem.outputs),
      begin_(problem.begin<quad>()),
      naming_(problem, parameters, formulation) {
  ranges_.units = naming_.units();
}

const QuantityRanges& RefinedComparison::add(const quad& since) {
  const auto of = opinions_(since);
  const quad t = begin_ + since;
  ranges_.first = naming_.at(t, of.first);
  ranges_.second = naming_.at(t, of.second);
  auto third = naming_.at(t, of.coarser), fourth = naming_.at(t, of.first_earlier);
  auto moved = naming_.at(t, rounded_away(of.first));
  for (auto* other : {&ranges_.second, &third, &fourth, &moved}) turn_next_to(ranges_.first, outputs_, *other);
  ranges_.largest.resize(third.size());
  ranges_.unknown.resize(third.size());
  for (std::size_t i = 0; i < third.size(); ++i) {
    const auto& value = ranges_.first[i].second;
    raise_number(ranges_.largest[i], abs(value));
    const quad rounding = abs(moved[i].second - value) + std::numeric_limits<long double>::epsilon() * abs(value);
    raise_number(ranges_.unknown[i],
                 Refinement::unknown({value, ranges_.second[i].second, third[i].second, fourth[i].second}) + rounding);
  }
  return ranges_;
}

NamedValues sizes_of(const QuantityRanges& ranges, const Problem& problem) {
  constexpr double vanishing = 1e-12;
  const auto& [names, second, largest, unknown, units] = ranges;
  const auto classes = classes_of(names, problem);
  std::map<std::string, quad> of_class;
  for (std::size_t i = 0; i < largest.size(); ++i)
    of_class[classes[i]] = std::max<quad>(of_class[classes[i]], largest[i] / units[i]);
  NamedValues out;
  for (std::size_t i = 0; i < largest.size(); ++i) {
    const quad common = of_class[classes[i]] * units[i];
    out.emplace_back(names[i].first, largest[i] < vanishing * common ? common : largest[i]);
  }
  return out;
}

}  // namespace plumb
