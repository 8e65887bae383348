#include "reference/refinement.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "contract/stop.hpp"
#include "reference/known_motion.hpp"
#include "reference/narrow_stretches.hpp"
#include "reference/refined_motion.hpp"

namespace plumb {
namespace {

constexpr double least_gain = 0.5;  // smallest gain of a level [digits]

double fewest(const std::vector<double>& digits) { return digits.empty() ? 0 : *std::ranges::min_element(digits); }

/// Returns the sum of the digits of all quantities, each at most `enough`.
double sum_of(const std::vector<double>& digits, double enough) {
  double out = 0;
  for (const double d : digits) out += std::min(d, enough);
  return out;
}

/// Returns a time [s] after `begin` at which forces given by formulas may vary within a step, undetected by its stages;
/// negative if there is none. The agreement of the integrations does not show such variation, because all of them may
/// miss the same pulse.
quad hidden_since(const quad& begin, const SteppedTrack& track, const TimeBlocks& blocks,
                  const HiddenVariation& hidden) {
  if (!hidden) return -1;
  for (quad from = begin; from < track.reached();) {
    const quad end = blocks.end_after(from);
    const auto first = track.step_at(from), last = track.step_at(end);
    const quad step = (end - from) / static_cast<std::int64_t>(last - first);
    auto before = track.state(first);
    for (auto k = first; k < last; ++k) {
      auto after = track.state(k + 1);
      const quad t = from + step * static_cast<std::int64_t>(k - first);
      if (const quad found = hidden_in_step(hidden, t, step, before, after); found >= 0) return found;
      before = std::move(after);
    }
    from = end;
  }
  return -1;
}

[[noreturn]] void throw_hidden(const quad& t) {
  throw MotionUnknown("the steps of the reference are too long to resolve the forces at t = " + t.str(6, {}) +
                      " s after the beginning");
}

/// Returns the number of refinements without progress after which refinement stops. If few digits hold, a vibration
/// that is not yet resolved may hide the progress of further levels.
int patience(double digits) { return digits < RefinedMotion::least_digits ? 3 : digits < 9 ? 2 : 1; }

}  // namespace

quad Refinement::unknown(const Opinions& of) {
  constexpr double roundings = 16;
  const quad shift = roundings * std::numeric_limits<long double>::epsilon() / quad(earlier);
  return 4 * abs(of.first - of.second) + abs(of.first - of.coarser) / 1000 + shift * abs(of.first - of.first_earlier);
}

Vec<quad> Refinement::unknown(const Vec<quad>& first, const Vec<quad>& second, const Vec<quad>& coarser,
                              const Vec<quad>& first_earlier) {
  Vec<quad> out(first.size());
  for (Eigen::Index i = 0; i < out.size(); ++i) out[i] = unknown({first[i], second[i], coarser[i], first_earlier[i]});
  return out;
}

Refinement::Refinement(const Problem& problem, const Parameters& parameters, RefinedRoutes routes, RefinementGoal goal)
    : problem_(problem),
      parameters_(parameters),
      routes_(std::move(routes)),
      goal_(std::move(goal)),
      blocks_{goal_.horizon.value_or(number_from_text<quad>(problem.t_end) - problem.begin<quad>()),
              breaks_of(problem, parameters), goal_.blocks},
      kinds_(by_kind(carrier(problem)->parts(parameters))),
      velocities_(problem.in_long.system(parameters, *routes_.first.formulation).sizes().v),
      trial_(pair_of(nullptr)) {}

void Refinement::advance() {
  if (!settled_) return refine();
  const quad begin = best_.agreement->reached(), end = blocks_.end_after(begin);
  best_.coarse->first.go_on(end, 1);
  best_.extend(begin, end);
  const quad hidden = hidden_since(begin, best_.fine->first, blocks_, problem_.hidden_variation(parameters_));
  if (hidden >= 0) throw_hidden(hidden);
}

// Extends the trial level by a block. If a level fails although a coarser one has succeeded, finer levels would fail
// too, so refinement ends with the best level.
void Refinement::refine() {
  require_in_reach();
  const quad begin = trial_.reached(), end = blocks_.end_after(begin);
  report_progress("refinement of the reference of", static_cast<double>(begin), static_cast<double>(blocks_.horizon),
                  "s");
  try {
    trial_.extend(begin, end);
  } catch (const MotionUnknown&) {
    if (!best_.fine) throw;
    return settle();
  }
  if (end >= blocks_.horizon) judge_trial();
}

// Throws MotionUnknown if the second level would exceed four times the limit of work.
void Refinement::require_in_reach() const {
  constexpr double longer = 4;
  const auto steps = std::max<double>(blocks_.count, static_cast<double>(trial_.fine->first.step_at(trial_.reached())));
  if (best_.fine || 2 * steps * velocities_ <= longer * goal_.most_work) return;
  if (trial_.coarse) {
    const quad hidden = hidden_since(0, trial_.coarse->first, blocks_, problem_.hidden_variation(parameters_));
    if (hidden >= 0) throw_hidden(hidden);
  }
  throw MotionUnknown("refining a motion with " + std::to_string(velocities_) +
                      " velocities takes too many steps; the limit is " +
                      std::to_string(static_cast<long>(longer * goal_.most_work / velocities_)));
}

void Refinement::judge_trial() {
  ++levels_;
  if (trial_.agreement && hidden_since(0, trial_.fine->first, blocks_, problem_.hidden_variation(parameters_)) < 0) {
    const auto opinions = [this](const quad& t) { return trial_.opinions(t); };
    trial_.digits =
        goal_.digits ? goal_.digits(opinions, blocks_) : std::vector{trial_.agreement->digits(blocks_.horizon)};
    const double before = sum_of(best_.digits, goal_.enough_digits), now = sum_of(trial_.digits, goal_.enough_digits);
    stalled_ = now < before + least_gain ? stalled_ + 1 : 0;
    if (!best_.fine || now > before) best_ = trial_;
  }
  if (best_.fine && is_enough()) return settle();
  trial_ = pair_of(trial_.fine);
}

bool Refinement::is_enough() const {
  const double next_work = 2. * static_cast<double>(trial_.fine->first.step_at(blocks_.horizon)) * velocities_;
  const double digits = fewest(best_.digits);
  return digits >= goal_.enough_digits || stalled_ >= patience(digits) || next_work > goal_.most_work;
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
  fine->second.extend(end, steps + 1);  // one step more, for different rounding errors
  agreement->add(end, fine->first.at(end), unknown(end));
}

MotionOpinions Refinement::Pair::opinions(const quad& t) const {
  return {fine->first.at(t), fine->second.at(t), coarse->first.at(t), fine->first.at(t * (1 - quad(earlier)))};
}

Motion Refinement::Pair::unknown(const quad& t) const {
  const auto [a, b, c, d] = opinions(t);
  return {Refinement::unknown(a.q, b.q, c.q, d.q), Refinement::unknown(a.v, b.v, c.v, d.v)};
}

std::shared_ptr<Refinement::Level> Refinement::new_level() const {
  const auto& [first, second] = routes_;
  return std::shared_ptr<Level>(new Level{{problem_, parameters_, *first.formulation, first.method},
                                          {problem_, parameters_, *second.formulation, second.method}});
}

Refinement::Pair Refinement::pair_of(std::shared_ptr<Level> coarse) const {
  auto agreement = coarse ? std::make_shared<Agreement>(kinds_, blocks_.horizon) : nullptr;
  return {std::move(coarse), new_level(), std::move(agreement), {}};
}

void Refinement::write(PackedNumbers& out) const {
  best_.agreement->write(out);
  for (const auto* track : {&coarser(), &first(), &second()}) track->write(out);
}

// Omits the second integration of the coarser level, which is not needed any more.
void Refinement::Pair::write(PackedNumbers& out) const {
  out.add(quad(digits.size()));
  for (const double d : digits) out.add(quad(d));
  if (agreement) {
    agreement->write(out);
    coarse->first.write(out);
  }
  fine->first.write(out);
  fine->second.write(out);
}

void Refinement::Pair::read(NumberReader& in) {
  digits.clear();
  for (auto left = in.count(); left > 0; --left) digits.push_back(static_cast<double>(in.number()));
  if (agreement) {
    agreement->read(in, fine->first.state(0));
    coarse->first.read(in);
  }
  fine->first.read(in);
  fine->second.read(in);
}

void Refinement::write_unsettled(PackedNumbers& out) const {
  for (const int number : {levels_, stalled_, best_.fine ? 1 : 0, trial_.coarse ? 1 : 0}) out.add(quad(number));
  if (best_.fine) best_.write(out);
  trial_.write(out);
}

void Refinement::read_unsettled(NumberReader& in) {
  levels_ = static_cast<int>(in.number());
  stalled_ = static_cast<int>(in.number());
  const bool has_best = in.number() != 0, has_coarse = in.number() != 0;
  if (has_best) (best_ = pair_of(new_level())).read(in);
  trial_ = pair_of(has_coarse ? new_level() : nullptr);
  trial_.read(in);
}

// Repeats the step in the middle of each of `parts` parts.
bool Refinement::repeats() const {
  constexpr std::size_t parts = 8;
  constexpr double rounding = 1e-13;
  const auto units = MotionUnits::of(problem_, parameters_, *carrier(problem_));
  for (const auto* track : {&coarser(), &first(), &second()}) {
    const auto steps = track->step_at(track->reached());
    for (std::size_t part = 0; part < parts; ++part)
      if (!(track->misfit(1 + (2 * part + 1) * (steps - 1) / (2 * parts), units) <= rounding)) return false;
  }
  return true;
}

void Refinement::read(NumberReader& in) {
  best_ = pair_of(new_level());
  best_.agreement->read(in, best_.fine->first.state(0));
  for (auto* track : {&best_.coarse->first, &best_.fine->first, &best_.fine->second}) track->read(in);
  settle();
}

}  // namespace plumb
