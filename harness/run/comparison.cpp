#include "harness/run/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numbers>
#include <stdexcept>

#include "contract/stop.hpp"
#include "harness/run/metric_column.hpp"
#include "harness/run/needed_reference.hpp"

namespace plumb {
namespace {

std::span<const quad> numbers(const Vec<quad>& x) { return {x.data(), static_cast<std::size_t>(x.size())}; }

void append(std::vector<quad>& to, const Vec<quad>& from) {
  to.insert(to.end(), from.data(), from.data() + from.size());
}

/// The numbers at some places of a vector; none: all of them. What has to be gathered is put into `room`.
std::span<const quad> numbers(const Vec<quad>& x, const std::vector<PartRange>& places, std::vector<quad>& room) {
  if (places.empty()) return numbers(x);
  if (places.size() == 1)
    return numbers(x).subspan(static_cast<std::size_t>(places[0].first), static_cast<std::size_t>(places[0].size));
  room.clear();
  for (const auto& [first, size] : places) room.insert(room.end(), x.data() + first, x.data() + first + size);
  return room;
}

/// Angles, as many turns away as is nearest to those of the reference.
std::span<const quad> next_to(std::span<const quad> reference, std::span<const quad> angles, std::vector<quad>& room) {
  const quad turn = 2 * std::numbers::pi_v<quad>;
  std::vector<quad> out;
  for (std::size_t i = 0; i < angles.size(); ++i)
    out.push_back(angles[i] - turn * round((angles[i] - reference[i]) / turn));
  room = std::move(out);
  return room;
}

}  // namespace

Comparison::Comparison(const ResolvedCell& of, const StopRequest& request)
    : cell(of),
      subject(cell),
      stop(request),
      sampled{.steps = cell.steps(), .samples = cell.text().samples},
      begins(cell.t_begin<quad>()),
      h(cell.step<quad>()),
      window(cell.errors_from<quad>() - quad(1e-12) * (cell.errors_from<quad>() - begins)),
      horizon(number_from_text<quad>(cell.text().t_end)),
      left_out(!is_compared(cell)) {}

void Comparison::add(const Sample<quad>& sample) {
  ++samples;
  if (!wants_more() || now() < window) return;
  if (is_beyond_stored()) {
    ends_beyond = true;
    return;
  }
  const auto exact = reference_at(now());
  if (compared.empty()) begin(sample);
  if (exact) add(sample, *exact);
}

/// A computed reference is computed as far as t; that obeys stopping points.
std::optional<ReferenceState> Comparison::reference_at(const quad& t) {
  const Stoppable stoppable(stop);
  try {
    stopping_point();
    if (!known) known = reference_of(cell);
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

void Comparison::begin(const Sample<quad>& sample) {
  const bool outputs_alone = known && known->stored();
  auto system = subject.problem.in_quad.system(cell.data(), subject.formulation);
  theta = no_theta = Vec<quad>::Zero(system.sizes().v);
  if (!system.vector_space() && !outputs_alone) manifold = std::move(system);
  for (const auto& observable : observables()) {
    if (observable.seen != Seen::error || (sample.*observable.computed).size() == 0) continue;
    if (outputs_alone && observable.is_class) continue;
    for (auto& member : observable.members(subject)) {
      member.in_chart = member.in_chart && manifold;
      member.has_size = member.has_size && !member.in_chart;
      compared.push_back({&observable, std::move(member)});
    }
  }
}

void Comparison::add(const Sample<quad>& sample, const ReferenceState& exact) {
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
  if (samples != sampled.count() || known->stored()) return;
  append(end, manifold ? theta : sample.q);
  append(end, sample.v);
  append(reference_end, manifold ? no_theta : exact.q);
  append(reference_end, exact.v);
}

void Comparison::doubt(const ReferenceState& exact) {
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

/// What is stored ends with the horizon, and nothing is lost of it where only the last step goes on.
bool Comparison::is_beyond_stored() const {
  return known && known->stored() && now() > known->stored()->record().end() &&
         horizon <= known->stored()->record().end();
}

/// Of a stored reference only outputs are compared, each at its place.
void Comparison::lose(Compared& output) const {
  if (output.lost_after) return;
  const auto place = static_cast<std::size_t>(output.member.places.front().first);
  output.lost_after = static_cast<double>(known->stored()->holds_until(place, known->least_digits()));
}

std::optional<double> Comparison::lost_after() const {
  auto out = until;
  for (const auto& one : compared)
    if (one.lost_after) out = std::min(out.value_or(*one.lost_after), *one.lost_after);
  return out;
}

std::string Comparison::note() const {
  if (!known || !known->stored()) return {};
  std::string out = "the stored reference has outputs alone";
  for (const auto& one : compared)
    if (one.lost_after)
      out += fmt::format("; that of {} has {} digits until t = {:.4g} s, and fewer from there on", one.member.name,
                         known->least_digits(), *one.lost_after);
  return out;
}

/// Whether a reference is nothing but rounding beside the largest of the same unit: there is no size to be relative to.
bool Comparison::vanishes(const Compared& one) const {
  const quad vanishing("1e-56");  // of squares
  return std::ranges::any_of(compared, [&](const Compared& other) {
    return other.member.unit == one.member.unit && other.observable == one.observable &&
           one.sums.reference_squares() < vanishing * other.sums.reference_squares();
  });
}

/// The observables of a reference that rests, which have no size: no coordinate, or no velocity, is larger than a
/// hundred times what is not known of any at the last sample. Accelerations are as the velocities.
Comparison::AtRest Comparison::at_rest() const {
  if (!known || known->exact()) return {};
  const auto unknown = known->uncertainty(now());
  if (!unknown) return {};
  const auto is_small = [&](auto part, const Vec<quad>& not_known) {
    constexpr int margin = 100;
    const quad least = margin * not_known.maxCoeff();
    return std::ranges::all_of(compared, [&](const Compared& one) {
      return one.observable->computed != part || one.sums.reference_squares() <= quad(samples) * least * least;
    });
  };
  return {.q = is_small(&Sample<quad>::q, unknown->q), .v = is_small(&Sample<quad>::v, unknown->v)};
}

bool Comparison::AtRest::has(const ObservableRow& observable) const {
  if (observable.computed == &Sample<quad>::q) return q;
  return v && (observable.computed == &Sample<quad>::v || observable.computed == &Sample<quad>::a);
}

std::map<std::string, Metric> Comparison::metrics(bool reaches_end) const {
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

std::map<std::string, double> Comparison::uncertainty(const std::map<std::string, Metric>& of) const {
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
