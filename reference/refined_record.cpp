#include "reference/refined_record.hpp"

#include <algorithm>
#include <limits>
#include <map>

#include "reference/refined_comparison.hpp"

namespace plumb {
namespace {

std::vector<std::pair<std::string, CertifiedValue>> nothing_known(const NamedValues& scales) {
  std::vector<std::pair<std::string, CertifiedValue>> out;
  for (const auto& [name, size] : scales)
    out.emplace_back(name, CertifiedValue{std::numeric_limits<quad>::quiet_NaN(), 0, size});
  return out;
}

/// Returns the bounds `unknown`, each at least a rounding of long double of the scale. Both integrations begin with the
/// same rounded numbers, so their difference does not show this rounding.
std::vector<quad> at_least_roundings(std::vector<quad> unknown, const NamedValues& scales) {
  for (std::size_t i = 0; i < unknown.size(); ++i)
    unknown[i] = std::max<quad>(unknown[i], std::numeric_limits<long double>::epsilon() * scales[i].second);
  return unknown;
}

/// Returns the ends of blocks up to a time, without breaks, and all requested times.
std::vector<quad> times_to_compare(const RefinedMotion& motion, const quad& until, const std::vector<quad>& requested) {
  auto out = motion.times_until(until);
  std::erase_if(out, [&](const quad& t) { return motion.blocks().is_break(t); });
  out.insert(out.end(), requested.begin(), requested.end());
  std::ranges::sort(out);
  return out;
}

}  // namespace

void record_refined(const RefinedMotion& motion, const Problem& problem, const Parameters& parameters,
                    const Formulation& formulation, const std::vector<quad>& absolute,
                    std::span<ReferenceRecord* const> records) {
  const auto begin = problem.begin<quad>();
  const quad& horizon = motion.blocks().horizon;
  auto times = absolute;  // times since the beginning
  for (auto& t : times) t -= begin;
  RefinedComparison comparison([&](const quad& t) { return motion.opinions(t); }, problem, parameters, formulation);
  std::map<quad, QuantityRanges> seen;
  for (const quad& t : times_to_compare(motion, std::max(horizon, times.back()), times)) seen[t] = comparison.add(t);
  const auto& whole = std::prev(seen.upper_bound(horizon))->second;
  for (std::size_t k = 0; k < times.size(); ++k) {
    const auto& here = seen.at(times[k]);
    const auto scales = sizes_of(times[k] <= horizon ? whole : here, problem);
    if (motion.digits(times[k]) < RefinedMotion::least_digits) {
      records[k]->values = nothing_known(scales);
      continue;
    }
    const auto& [first, second] = motion.routes();
    records[k]->routes = {first.name, second.name};
    const auto unknown = at_least_roundings(here.unknown, scales);
    records[k]->values = certify({{first.name, here.first, unknown}, {second.name, here.second, unknown}}, scales);
  }
}

}  // namespace plumb
