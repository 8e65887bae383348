#include "reference/refined_record.hpp"

#include <algorithm>
#include <limits>
#include <map>

#include "reference/naming.hpp"
#include "reference/refinement.hpp"

namespace plumb {
namespace {

/// What was seen of every quantity up to a time.
struct Seen {
  NamedValues first, second;  // at that time
  std::vector<quad> largest, unknown;
};

/// The class of "q12", or the unit of an output: quantities that have one size where they have none of their own.
std::vector<std::string> classes_of(const NamedValues& values, const Problem& problem) {
  std::vector<std::string> out;
  const auto outputs = values.size() - problem.outputs.size();
  for (std::size_t i = 0; i < values.size(); ++i)
    out.push_back(i < outputs ? values[i].first.substr(0, values[i].first.find_first_of("0123456789"))
                              : "output in " + problem.outputs[i - outputs].unit);
  return out;
}

/// Sizes that digits are counted from: what is nothing but rounding beside its class, by a symmetry say, has its size.
NamedValues sizes(const NamedValues& names, const std::vector<quad>& largest, const Problem& problem) {
  constexpr double vanishing = 1e-12;
  const auto classes = classes_of(names, problem);
  std::map<std::string, quad> of_class;
  for (std::size_t i = 0; i < largest.size(); ++i) of_class[classes[i]] = std::max(of_class[classes[i]], largest[i]);
  NamedValues out;
  for (std::size_t i = 0; i < largest.size(); ++i) {
    const quad& common = of_class[classes[i]];
    out.emplace_back(names[i].first, largest[i] < vanishing * common ? common : largest[i]);
  }
  return out;
}

class Comparisons {
 public:
  Comparisons(const RefinedMotion& motion, const Problem& problem, const Parameters& parameters,
              const Formulation& formulation)
      : motion_(motion), begin_(problem.begin<quad>()), naming_(problem, parameters, formulation) {}

  const Seen& add(const quad& since) {
    const auto of = motion_.opinions(since);
    const quad t = begin_ + since;
    seen_.first = naming_.at(t, of.first);
    seen_.second = naming_.at(t, of.second);
    const auto third = naming_.at(t, of.coarser), fourth = naming_.at(t, of.first_earlier);
    seen_.largest.resize(third.size());
    seen_.unknown.resize(third.size());
    for (std::size_t i = 0; i < third.size(); ++i) {
      const auto& value = seen_.first[i].second;
      raise(seen_.largest[i], abs(value));
      raise(seen_.unknown[i], Refinement::unknown({value, seen_.second[i].second, third[i].second, fourth[i].second}));
    }
    return seen_;
  }

 private:
  static void raise(quad& largest, const quad& by) {
    if (!(by <= largest)) largest = by;  // what is no number stays
  }

  const RefinedMotion& motion_;
  const quad begin_;  // s
  Naming naming_;
  Seen seen_;
};

std::vector<std::pair<std::string, CertifiedValue>> nothing_known(const NamedValues& scales) {
  std::vector<std::pair<std::string, CertifiedValue>> out;
  for (const auto& [name, size] : scales)
    out.emplace_back(name, CertifiedValue{std::numeric_limits<quad>::quiet_NaN(), 0, size});
  return out;
}

}  // namespace

void tell_refined(const RefinedMotion& motion, const Problem& problem, const Parameters& parameters,
                  const Formulation& formulation, const std::vector<quad>& absolute,
                  std::span<ReferenceRecord* const> records) {
  const auto begin = problem.begin<quad>();
  const quad horizon = number_from_text<quad>(problem.t_end) - begin;
  auto times = absolute;  // since the beginning
  for (auto& t : times) t -= begin;
  auto all = motion.times_until(std::max(horizon, times.back()));
  all.insert(all.end(), times.begin(), times.end());
  std::ranges::sort(all);
  Comparisons comparisons(motion, problem, parameters, formulation);
  std::map<quad, Seen> seen;
  for (const quad& t : all) seen[t] = comparisons.add(t);
  const auto& whole = std::prev(seen.upper_bound(horizon))->second;
  for (std::size_t k = 0; k < times.size(); ++k) {
    const auto& here = seen.at(times[k]);
    const auto scales = sizes(here.first, (times[k] <= horizon ? whole : here).largest, problem);
    if (motion.digits(times[k]) < RefinedMotion::least_digits) {
      records[k]->values = nothing_known(scales);
      continue;
    }
    const auto& [first, second] = motion.routes();
    records[k]->routes = {first.name, second.name};
    records[k]->values =
        certify({{first.name, here.first, here.unknown}, {second.name, here.second, here.unknown}}, scales);
  }
}

}  // namespace plumb
