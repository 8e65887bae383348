#include "reference/solution.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <mutex>

#include "problems/catalogue.hpp"
#include "reference/quick_routes.hpp"
#include "reference/refined_motion.hpp"

namespace plumb {
namespace {

constexpr std::size_t max_cached_solutions = 200;

struct Kept {
  std::shared_ptr<const Solution> solution;
  std::uint64_t last_used = 0;
};

/// Evicts the least recently used solutions until there is room for one more. Solutions in use are not evicted, since
/// their motions would otherwise be computed twice.
void forget_some(std::map<std::string, Kept>& known) {
  while (known.size() >= max_cached_solutions) {
    auto oldest = known.end();
    for (auto at = known.begin(); at != known.end(); ++at) {
      if (at->second.solution.use_count() > 1) continue;
      if (oldest == known.end() || at->second.last_used < oldest->second.last_used) oldest = at;
    }
    if (oldest == known.end()) return;
    known.erase(oldest);
  }
}

/// Returns whether name and data identify the problem: for problems of the catalogue, and for problems from files,
/// whose data contain a fingerprint of the file.
bool is_known_by_name(const Problem& problem, const Parameters& data) {
  return data.has("content") ||
         std::ranges::any_of(problems(), [&](const Problem& known) { return &known == &problem; });
}

/// Returns a motion that has the digits of stored outputs, but no states.
KnownMotion stored_motion(const std::shared_ptr<const StoredOutputs>& outputs) {
  return {.exact = false,
          .at = [outputs](const quad&) -> Motion {
            throw MotionUnknown("the stored reference of " + outputs->record().problem + " has outputs only");
          },
          .digits = [outputs](const quad& t, int) { return outputs->digits(t); },
          .uncertainty = [](const quad&) { return std::optional<Motion>(); },
          .holds_until = [outputs](const quad& t, int enough) { return std::min(t, outputs->holds_until(enough)); },
          .least_digits = RefinedMotion::least_digits};
}

/// Returns the first state, moved towards the second by half the bound, or by their distance if that is larger. At one
/// time the integrations may agree in a component by chance, so their distance is not sufficient. The bound includes
/// four times the largest difference before that time, and roundings that both integrations have in common.
Motion away_from(const Motion& first, const Motion& second, const std::optional<Motion>& bound) {
  if (!bound) return second;
  const auto away = [](const Vec<quad>& x, const Vec<quad>& other, const Vec<quad>& unknown) {
    Vec<quad> out = x;
    for (Eigen::Index i = 0; i < x.size(); ++i) {
      const quad by = std::max<quad>(abs(other[i] - x[i]), unknown[i] / 2);
      const bool is_less = other[i] < x[i] || (other[i] == x[i] && i % 2 == 1);
      out[i] += is_less ? quad(-by) : by;
    }
    return out;
  };
  return {away(first.q, second.q, bound->q), away(first.v, second.v, bound->v)};
}

}  // namespace

ReferenceLost::ReferenceLost(const std::string& problem, int digits, const quad& until)
    : std::invalid_argument("the reference of " + problem + " has " + std::to_string(digits) +
                            " digits until t = " + until.str(4, {}) + " s, and fewer after that"),
      holds_until(static_cast<double>(until)) {}

std::string name_of(const Problem& problem, const MotionRequest& request) {
  if (problem.reference.of) return name_of(*problem.reference.of, request);
  if (request.kind == ReferenceKind::certified) return "";
  return " quick over " + quick_horizon(problem, request.until).str() + " s";
}

Solution::Solution(const Problem& subject, const Parameters& data, const MotionRequest& request)
    : problem(subject),
      parameters(data),
      outputs(stored_outputs(problem, parameters)),
      motion(outputs                                ? stored_motion(outputs)
             : request.kind == ReferenceKind::quick ? quick_motion(problem, parameters, request.until)
                                                    : known_motion(problem, parameters)) {}

AnySystem<quad> Solution::borrowed(const Formulation& formulation) const {
  {
    const std::lock_guard lock(guard);
    const auto known = idle.find(formulation.name);
    if (known != idle.end() && !known->second.empty()) {
      auto system = std::move(known->second.back());
      known->second.pop_back();
      return system;
    }
  }
  return problem.in<quad>().system(parameters, formulation);
}

ReferenceState Solution::at(const quad& t, const Formulation& formulation) const {
  const int least = least_digits();
  if (!isfinite(t)) throw std::invalid_argument("the time of a reference must be a finite number");
  if (motion.digits(t, least) < least) throw ReferenceLost(problem.name, least, motion.holds_until(t, least));
  if (outputs) return {{}, {}, {}, {}, outputs->values(t, least)};
  const StateKey key(formulation.name, t, false);
  if (const auto known = cached(key)) return *known;
  const auto state = evaluated(t, formulation, motion.at(t));
  keep(key, state);
  return state;
}

std::optional<ReferenceState> Solution::second_opinion(const quad& t, const Formulation& formulation,
                                                       const ReferenceState& state) const {
  if (outputs) return ReferenceState{{}, {}, {}, {}, outputs->doubted(t, state.outputs)};
  if (!motion.refined) return {};
  const StateKey key(formulation.name, t, true);
  if (const auto known = cached(key)) return known;
  const auto second = motion.refined->second(t - problem.begin<quad>());
  const auto other = evaluated(t, formulation, away_from(motion.at(t), second, motion.uncertainty(t)));
  keep(key, other);
  return other;
}

std::optional<ReferenceState> Solution::cached(const StateKey& key) const {
  const std::lock_guard lock(guard);
  const auto known = states.find(key);
  return known == states.end() ? std::nullopt : std::optional(known->second);
}

ReferenceState Solution::evaluated(const quad& t, const Formulation& formulation, const Motion& carried) const {
  auto system = borrowed(formulation);
  auto x = zero_state(system);
  const auto state = in_coordinates(problem, parameters, formulation, t, carried);
  x.q = state.q;
  x.v = state.v;
  acceleration_or_nan(system, t, x.q, x.v, x.a, x.lambda);
  Vec<quad> values(static_cast<Eigen::Index>(problem.outputs.size()));
  system.outputs(t, x, values);
  const std::lock_guard lock(guard);
  idle[formulation.name].push_back(std::move(system));
  return {x.q, x.v, x.a, x.lambda, values};
}

void Solution::keep(const StateKey& key, const ReferenceState& state) const {
  constexpr Eigen::Index most_numbers = 2'000'000;  // limit of the stored numbers (32 MB)
  const std::lock_guard lock(guard);
  if (cached_numbers > most_numbers) {
    states.clear();
    cached_numbers = 0;
  }
  cached_numbers += state.q.size() + 2 * state.v.size() + state.lambda.size() + state.outputs.size();
  states.emplace(key, state);
}

Parameters physical_data(const Problem& problem, const Parameters& parameters) {
  std::map<std::string, std::string> overrides;
  for (const auto& spec : problem.parameters)
    if (!spec.numerical) overrides.emplace(spec.name, parameters.text(spec.name));
  return {problem.parameters, overrides};
}

bool needs_computed_motion(const Problem& problem, const Parameters& parameters, ReferenceKind kind) {
  const auto& reference = problem.reference;
  const auto& none = kind == ReferenceKind::quick ? reference.none_of_few_digits : reference.none;
  return !reference.closed_form && carrier(problem) && none(parameters).empty() &&
         !stored_outputs(problem, physical_data(problem, parameters));
}

bool has_reference(const Problem& problem) {
  return carrier(problem) && problem.reference.none(Parameters(problem.parameters, {})).empty();
}

std::shared_ptr<const Solution> solution(const Problem& problem, const Parameters& parameters,
                                         const MotionRequest& request) {
  if (problem.reference.of) return solution(*problem.reference.of, parameters, request);
  static std::mutex guard;
  static std::map<std::string, Kept> known;
  static std::uint64_t calls = 0;
  const auto data = physical_data(problem, parameters);
  if (!is_known_by_name(problem, data)) return std::make_shared<const Solution>(problem, data, request);
  const std::lock_guard lock(guard);
  const auto name = problem.name + "(" + data.canonical() + ")" + name_of(problem, request);
  auto found = known.find(name);
  if (found == known.end()) {
    forget_some(known);
    found = known.emplace(name, Kept{std::make_shared<const Solution>(problem, data, request)}).first;
  }
  found->second.last_used = ++calls;
  return found->second.solution;
}

}  // namespace plumb
