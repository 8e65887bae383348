#include "reference/refinement.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "contract/stop.hpp"
#include "reference/known_motion.hpp"
#include "reference/refined_motion.hpp"

namespace plumb {
namespace {

constexpr int blocks = 256;
constexpr double enough_digits = 11, least_gain = 0.5;  // rounding leaves not much more than these
constexpr double most_work = 1e6;                       // steps up to the horizon times velocities: some minutes

/// How often refinement may bring next to nothing: where few digits hold, a vibration that no steps resolve yet hides
/// what the next ones will bring.
int patience(double digits) { return digits < RefinedMotion::least_digits ? 3 : digits < 9 ? 2 : 1; }

}  // namespace

quad Refinement::unknown(const Opinions& of) {
  constexpr double roundings = 16;
  const quad shift = roundings * std::numeric_limits<long double>::epsilon() / quad(earlier);
  return 4 * abs(of.first - of.second) + abs(of.first - of.coarser) / 1000 + shift * abs(of.first - of.first_earlier);
}

Refinement::Refinement(const Problem& problem, const Parameters& parameters, RefinedRoutes routes)
    : problem_(problem),
      parameters_(parameters),
      routes_(std::move(routes)),
      horizon_(number_from_text<quad>(problem.t_end) - problem.begin<quad>()),
      breaks_(breaks_of(problem, parameters)),
      kinds_(by_kind(carrier(problem)->parts(parameters))),
      velocities_(problem.in_long.system(parameters, *routes_.first.formulation).sizes().v),
      trial_(pair_of(nullptr)) {}

void Refinement::advance() {
  if (!settled_) return refine();
  const quad begin = best_.agreement->reached(), end = block_end_after(begin);
  best_.coarse->first.go_on(end, 1);
  best_.extend(begin, end);
}

// A level that fails has steps as short as any: no finer one would come through.
void Refinement::refine() {
  require_in_reach();
  const quad begin = trial_.reached(), end = block_end_after(begin);
  tell_progress("refinement of the reference of", static_cast<double>(begin), static_cast<double>(horizon_), "s");
  try {
    trial_.extend(begin, end);
  } catch (const MotionUnknown&) {
    if (!best_.fine) throw;
    return settle();
  }
  if (end >= horizon_) judge_trial();
}

// Two levels there have to be, and they may take somewhat longer than more of them.
void Refinement::require_in_reach() const {
  constexpr double longer = 4;
  const auto steps = std::max<double>(blocks, static_cast<double>(trial_.fine->first.step_at(trial_.reached())));
  if (best_.fine || 2 * steps * velocities_ <= longer * most_work) return;
  throw MotionUnknown("to refine the motion of " + std::to_string(velocities_) +
                      " velocities takes too many steps: more than " +
                      std::to_string(static_cast<long>(longer * most_work / velocities_)));
}

void Refinement::judge_trial() {
  if (trial_.agreement) {
    trial_.digits = trial_.agreement->digits(horizon_);
    stalled_ = trial_.digits < best_.digits + least_gain ? stalled_ + 1 : 0;
    if (!best_.fine || trial_.digits > best_.digits) best_ = trial_;
  }
  const double next_work = 2. * static_cast<double>(trial_.fine->first.step_at(horizon_)) * velocities_;
  if (best_.fine && (best_.digits >= enough_digits || stalled_ >= patience(best_.digits) || next_work > most_work))
    return settle();
  trial_ = pair_of(trial_.fine);
}

void Refinement::settle() {
  settled_ = true;
  trial_ = {};
}

quad Refinement::Pair::reached() const { return agreement ? agreement->reached() : fine->first.reached(); }

void Refinement::Pair::extend(const quad& begin, const quad& end) const {
  if (!agreement) return fine->first.go_on(end, 2);
  const auto steps = 2 * static_cast<int>(coarse->first.step_at(end) - coarse->first.step_at(begin));
  fine->first.extend(end, steps);
  fine->second.extend(end, steps + 1);  // so that steps are rounded in another way
  agreement->add(end, fine->first.at(end), unknown(end));
}

Motion Refinement::Pair::unknown(const quad& t) const {
  const auto a = fine->first.at(t), b = fine->second.at(t), c = coarse->first.at(t),
             d = fine->first.at(t * (1 - quad(earlier)));
  const auto each = [](const Vec<quad>& first, const Vec<quad>& second, const Vec<quad>& coarser,
                       const Vec<quad>& before) {
    Vec<quad> out(first.size());
    for (Eigen::Index i = 0; i < out.size(); ++i)
      out[i] = Refinement::unknown({first[i], second[i], coarser[i], before[i]});
    return out;
  };
  return {each(a.q, b.q, c.q, d.q), each(a.v, b.v, c.v, d.v)};
}

std::shared_ptr<Refinement::Level> Refinement::new_level() const {
  const auto& [first, second] = routes_;
  return std::shared_ptr<Level>(new Level{{problem_, parameters_, *first.formulation, first.method},
                                          {problem_, parameters_, *second.formulation, second.method}});
}

Refinement::Pair Refinement::pair_of(std::shared_ptr<Level> coarse) const {
  auto agreement = coarse ? std::make_shared<Agreement>(kinds_) : nullptr;
  return {std::move(coarse), new_level(), std::move(agreement)};
}

// A multiple of a part of the horizon, or a break.
quad Refinement::block_end_after(const quad& t) const {
  constexpr double rounding = 1e-9;
  const quad unit = horizon_ / blocks, end = unit * (floor(t / unit + rounding) + 1);
  const auto next = std::ranges::upper_bound(breaks_, t);
  return next != breaks_.end() && *next < end * (1 + rounding) ? *next : end;
}

std::vector<quad> Refinement::block_ends(const quad& until) const {
  std::vector<quad> out = {0};
  while (out.back() < until) out.push_back(block_end_after(out.back()));
  if (out.back() > until) out.back() = until;
  return out;
}

void Refinement::write(PackedNumbers& out) const {
  best_.agreement->write(out);
  for (const auto* track : {&coarser(), &first(), &second()}) track->write(out);
}

void Refinement::read(NumberReader& in) {
  best_ = pair_of(new_level());
  best_.agreement->read(in, best_.fine->first.state(0));
  for (auto* track : {&best_.coarse->first, &best_.fine->first, &best_.fine->second}) track->read(in);
  settle();
}

}  // namespace plumb
