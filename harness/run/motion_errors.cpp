#include "harness/run/motion_errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numbers>
#include <stdexcept>

#include "contract/stop.hpp"
#include "harness/run/metric_column.hpp"

namespace plumb {
namespace {

std::span<const quad> numbers(const Vec<quad>& x) { return {x.data(), static_cast<std::size_t>(x.size())}; }

void append(std::vector<quad>& to, const Vec<quad>& from) {
  to.insert(to.end(), from.data(), from.data() + from.size());
}

/// Returns the numbers in some ranges of a vector; without ranges the whole vector. Numbers from several ranges are
/// copied to `room`.
std::span<const quad> numbers(const Vec<quad>& x, const std::vector<PartRange>& places, std::vector<quad>& room) {
  if (places.empty()) return numbers(x);
  if (places.size() == 1)
    return numbers(x).subspan(static_cast<std::size_t>(places[0].first), static_cast<std::size_t>(places[0].size));
  room.clear();
  for (const auto& [first, size] : places) room.insert(room.end(), x.data() + first, x.data() + first + size);
  return room;
}

/// Adds full turns to each angle so that it is nearest to the angle of the reference.
std::span<const quad> next_to(std::span<const quad> reference, std::span<const quad> angles, std::vector<quad>& room) {
  const quad turn = 2 * std::numbers::pi_v<quad>;
  std::vector<quad> out;
  for (std::size_t i = 0; i < angles.size(); ++i)
    out.push_back(angles[i] - turn * round((angles[i] - reference[i]) / turn));
  room = std::move(out);
  return room;
}

}  // namespace

MotionErrors::MotionErrors(Subject of, const Parameters& with, FindsReference reference, const StopRequest& request)
    : subject(std::move(of)), data(with), find(std::move(reference)), stop(request) {}

void MotionErrors::add(const quad& t, const Sample<quad>& sample, bool is_last) {
  if (!needs_more()) return;
  latest = t;
  ++times;
  const auto exact = reference_at(t);
  if (compared.empty()) begin(sample);
  if (exact) add(sample, *exact, is_last);
}

/// Returns the state of the reference at t, and computes the reference up to t if necessary. None if that fails or is
/// stopped; the reason is stored in a member.
std::optional<ReferenceState> MotionErrors::reference_at(const quad& t) {
  const Stoppable stoppable(stop);
  try {
    stopping_point();
    if (!known) known = find();
    while (!known->advance(t)) stopping_point();
    auto state = known->at(t, subject.formulation);
    second = known->second_opinion(t, subject.formulation, state);
    return state;
  } catch (const ReferenceLost& e) {
    missing = e.what();
    until = e.holds_until;
  } catch (const std::invalid_argument& e) {
    missing = e.what();
  } catch (const Stopped&) {
    stopped = true;
  }
  return {};
}

void MotionErrors::begin(const Sample<quad>& sample) {
  const bool outputs_alone = known && known->stored();
  auto system = subject.problem.in_quad.system(data, subject.formulation);
  theta = no_theta = Vec<quad>::Zero(system.sizes().v);
  if (!system.vector_space() && !outputs_alone) manifold = std::move(system);
  for (const auto& observable : observables()) {
    if (observable.kind != ObservableKind::error || (sample.*observable.computed).size() == 0) continue;
    if (outputs_alone && observable.is_class) continue;
    for (auto& member : observable.members(subject)) {
      member.in_chart = member.in_chart && manifold;
      member.has_size = member.has_size && !member.in_chart;
      compared.push_back({&observable, std::move(member)});
    }
  }
}

void MotionErrors::add(const Sample<quad>& sample, const ReferenceState& exact, bool is_last) {
  if (manifold) manifold->local(exact.q, sample.q, theta);
  for (auto& one : compared) {
    auto& [observable, member, sums, doubts, lost] = one;
    const auto& x = member.in_chart ? theta : sample.*observable->computed;
    const auto& r = member.in_chart ? no_theta : exact.*observable->exact;
    const auto& places = member.in_chart ? member.chart_places : member.places;
    const auto of_reference = numbers(r, places, reference_room);
    if (known->stored() && isnan(of_reference.front())) lose(one);
    if (lost) continue;
    sums.add(member.wraps ? next_to(of_reference, numbers(x, places, room), room) : numbers(x, places, room),
             of_reference);
  }
  doubt(exact);
  if (!is_last || known->stored()) return;
  append(end, manifold ? theta : sample.q);
  append(end, sample.v);
  append(reference_end, manifold ? no_theta : exact.q);
  append(reference_end, exact.v);
}

void MotionErrors::doubt(const ReferenceState& exact) {
  if (!second) return;
  if (manifold) manifold->local(exact.q, second->q, theta);
  for (auto& [observable, member, sums, doubts, lost] : compared) {
    if (lost) continue;
    const auto& places = member.in_chart ? member.chart_places : member.places;
    const auto of_reference = numbers(member.in_chart ? no_theta : exact.*observable->exact, places, reference_room);
    const auto of_other = numbers(member.in_chart ? theta : *second.*observable->exact, places, room);
    doubts.add(member.wraps ? next_to(of_reference, of_other, room) : of_other, of_reference);
  }
}

/// Marks an output as lost, because the stored reference is too inaccurate. The place of the member is the index of the
/// stored output.
void MotionErrors::lose(Compared& output) const {
  if (output.lost_after) return;
  const auto place = static_cast<std::size_t>(output.member.places.front().first);
  output.lost_after = static_cast<double>(known->stored()->holds_until(place, known->least_digits()));
}

std::optional<double> MotionErrors::lost_after() const {
  auto out = until;
  for (const auto& one : compared)
    if (one.lost_after) out = std::min(out.value_or(*one.lost_after), *one.lost_after);
  return out;
}

std::string MotionErrors::note() const {
  if (!known || !known->stored()) return {};
  std::string out = "the stored reference has outputs only";
  for (const auto& one : compared)
    if (one.lost_after)
      out += fmt::format("; the reference of {} has {} digits until t = {:.4g} s, and fewer after that",
                         one.member.name, known->least_digits(), *one.lost_after);
  return out;
}

/// Returns whether the reference of a member is only rounding error, compared with another member of the same
/// observable and unit. A relative error is then meaningless.
bool MotionErrors::vanishes(const Compared& one) const {
  const quad vanishing("1e-56");  // largest ratio of squares that counts as 0
  return std::ranges::any_of(compared, [&](const Compared& other) {
    return other.member.unit == one.member.unit && other.observable == one.observable &&
           one.sums.reference_squares() < vanishing * other.sums.reference_squares();
  });
}

/// Returns whether the reference is at rest in q, or in v: the rms over the samples is at most 100 times the largest
/// uncertainty at the last sample. Relative errors are then meaningless. Accelerations are treated like velocities.
MotionErrors::AtRest MotionErrors::at_rest() const {
  if (!known || known->exact()) return {};
  const auto unknown = known->uncertainty(latest);
  if (!unknown) return {};
  const auto is_small = [&](auto part, const Vec<quad>& not_known) {
    constexpr int margin = 100;
    const quad least = margin * not_known.maxCoeff();
    return std::ranges::all_of(compared, [&](const Compared& one) {
      return one.observable->computed != part || one.sums.reference_squares() <= quad(times) * least * least;
    });
  };
  return {.q = is_small(&Sample<quad>::q, unknown->q), .v = is_small(&Sample<quad>::v, unknown->v)};
}

bool MotionErrors::AtRest::has(const ObservableRow& observable) const {
  if (observable.computed == &Sample<quad>::q) return q;
  return v && (observable.computed == &Sample<quad>::v || observable.computed == &Sample<quad>::a);
}

std::map<std::string, Metric> MotionErrors::metrics(bool reaches_end) const {
  std::map<std::string, Metric> out;
  if ((!missing.empty() && !until) || stopped || compared.empty()) return out;
  const auto rest = until ? AtRest{} : at_rest();
  for (const auto& reducer : reducers()) {
    if (reducer.needs_end && !reaches_end) continue;
    if (reducer.digits && !known->stored())
      out[std::string(reducer.name)] = until ? std::nullopt : reducer.digits({end}, {reference_end});
    if (!reducer.error) continue;
    for (const auto& one : compared) {
      const bool has_none = until || one.lost_after || (reducer.needs_end && ends_beyond) ||
                            (reducer.relative && (!one.member.has_size || vanishes(one) || rest.has(*one.observable)));
      out[metric_name(*one.observable, reducer, one.member.name)] =
          has_none ? std::nullopt : (one.sums.*reducer.error)();
    }
  }
  return out;
}

std::map<std::string, double> MotionErrors::uncertainty(const std::map<std::string, Metric>& of) const {
  constexpr double margin = 4;
  std::map<std::string, double> out;
  for (const auto& reducer : reducers()) {
    if (!reducer.error) continue;
    for (const auto& one : compared) {
      const auto name = metric_name(*one.observable, reducer, one.member.name);
      const auto known_error = of.find(name);
      const auto of_other = (one.doubts.*reducer.error)();
      if (known_error != of.end() && known_error->second && of_other) out[name] = margin * *of_other;
    }
  }
  return out;
}

}  // namespace plumb
