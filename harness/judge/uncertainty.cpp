#include "harness/judge/uncertainty.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "harness/cell/resolve.hpp"
#include "harness/judge/measured_uncertainty.hpp"
#include "harness/judge/motion_of_cell.hpp"
#include "harness/run/metric_column.hpp"
#include "harness/run/needed_reference.hpp"
#include "text/step_count.hpp"

namespace plumb {
namespace {

bool contains(const std::vector<PartRange>& places, int index) {
  return places.empty() || std::ranges::any_of(places, [&](const PartRange& range) {
           return range.first <= index && index < range.first + range.size;
         });
}

/// Returns the index of "q12" among q1, q2, ..., from 0. None if the name has another form.
std::optional<int> place_in(std::string_view name, std::string_view component_class) {
  if (!name.starts_with(component_class)) return {};
  const auto number = name.substr(component_class.size());
  if (number.empty() || number.find_first_not_of("0123456789") != number.npos) return {};
  return std::stoi(std::string(number)) - 1;
}

/// Returns whether a quantity of a record belongs to a member of an observable.
bool belongs(std::string_view quantity, const ObservableRow& observable, const Member& member) {
  if (!observable.is_class) return quantity == member.name;
  const auto place = place_in(quantity, observable.name);
  return place && contains(member.places, *place);
}

/// Returns the bound on the error of the reference: the 2-norm of scale · 10^-digits over the components of a member.
quad uncertified(const ReferenceRecord& record, const ObservableRow& observable, const Member& member) {
  quad squares = 0;
  for (const auto& [name, value] : record.values) {
    if (!belongs(name, observable, member)) continue;
    const quad uncertain = value.scale * pow(quad(10), -value.digits);
    squares += uncertain * uncertain;
  }
  return sqrt(squares);
}

/// Returns the largest 2-norm of a member over the motion.
quad scale(const std::vector<ReferenceState>& motion, const ObservableRow& observable, const Member& member) {
  quad largest = 0;
  for (const auto& state : motion) {
    const auto& x = state.*observable.exact;
    quad squares = 0;
    for (Eigen::Index i = 0; i < x.size(); ++i)
      if (contains(member.places, static_cast<int>(i))) squares += x[i] * x[i];
    largest = std::max(largest, squares);
  }
  return sqrt(largest);
}

/// Returns the scale of a class for the kind of coordinates of `member`, which may belong to another class.
quad scale_of_class(const std::vector<ReferenceState>& motion, const Subject& subject, const Member& member,
                    ComponentClass of) {
  const auto kind = member.name.substr(std::min(member.name.find('.'), member.name.size()));
  for (const auto& observable : observables()) {
    if (observable.exact != of) continue;
    for (const auto& other : observable.members(subject))
      if (other.name == std::string(observable.name) + kind) return scale(motion, observable, other);
  }
  return 0;
}

/// Returns the number of steps, or with step size control an upper bound: iterations, or evaluations if
/// the method has none. Without a run the number is infinite.
quad steps_of(const ResolvedCell& cell, const RunResult* run) {
  if (cell.method().info.fixed_step) return cell.steps();
  if (!run) return std::numeric_limits<quad>::infinity();
  const auto iterations = run->counters.newton_iterations.value_or(0);
  const auto evaluations = run->counters.rhs_evaluations.value_or(0);
  const auto most = iterations > 0 ? iterations : evaluations;
  return most > 0 ? quad(most) : std::numeric_limits<quad>::infinity();
}

quad rounding_of_steps(const ResolvedCell& cell, const quad& scale, const RunResult* run) {
  return scale == 0 ? quad(0) : quad(roundoff(cell.text().precision) * scale * sqrt(steps_of(cell, run)));
}

/// The rounding of a member of a class of components, including the parts divided by the step.
class Rounding {
 public:
  Rounding(const ResolvedCell& of, const std::vector<ReferenceState>& states, const RunResult* result)
      : cell(of), motion(states), run(result), subject(of) {}

  quad of(const ObservableRow& observable, const Member& member) const {
    const quad size = scale(motion, observable, member);
    if (observable.exact == &ReferenceState::lambda) return of_multipliers(size);
    return std::max(rounding_of_steps(cell, size, run), divided(observable.exact, member));
  }

 private:
  quad of_multipliers(const quad& size) const {
    const Member all{"a", {}};
    const quad accelerations = scale_of_class(motion, subject, all, &ReferenceState::a);
    const quad rounded = std::max(rounding_of_steps(cell, accelerations, run), divided(&ReferenceState::a, all));
    return accelerations > 0 ? quad(rounded * size / accelerations) : quad(0);
  }

  quad divided(ComponentClass of, const Member& member) const {
    const auto form = cell.formulation().form;
    const bool by_positions = imposes_positions(form);
    const quad h =
        cell.method().info.fixed_step ? cell.step<quad>() : quad(cell.duration<quad>() / steps_of(cell, run));
    const quad u = roundoff(cell.text().precision);
    const auto size = [&](ComponentClass other) { return scale_of_class(motion, subject, member, other); };
    if (of == &ReferenceState::v && by_positions) return u * size(&ReferenceState::q) / h;
    if (of == &ReferenceState::a && by_positions) return u * size(&ReferenceState::q) / (h * h);
    if (of == &ReferenceState::a && imposes_velocities(form)) return u * size(&ReferenceState::v) / h;
    return 0;
  }

  const ResolvedCell& cell;
  const std::vector<ReferenceState>& motion;
  const RunResult* run;
  const Subject subject;
};

quad newton_tolerance(const ResolvedCell& cell, const RunResult* run) {
  const bool iterates = !run || run->counters.newton_iterations.value_or(0) != 0;
  return cell.text().newton_tol && iterates ? number_from_text<quad>(*cell.text().newton_tol) : quad(0);
}

// Returns the rms of the reference over the samples: absolute by relative error of the run; without both, the scale.
quad size_of_reference(const MetricColumn& column, const RunResult* run, const quad& scale) {
  if (!run) return scale;
  const auto relative = metric_of(*run, column.name), absolute = metric_of(*run, "rms." + column.member.name);
  return relative && absolute && *relative > 0 && *absolute > 0 ? quad(*absolute) / quad(*relative) : scale;
}

/// Digits of the reference: certified at the end time, or promised by every reference (Solution::least_digits()).
enum class ReferenceDigits { certified, promised };

quad of_reference(const ResolvedCell& cell, const MetricColumn& column, ReferenceDigits digits) {
  if (digits == ReferenceDigits::certified) return uncertified(horizon_of(cell), *column.observable, column.member);
  const int promised = reference_of(cell)->least_digits();
  return scale(motion_of(cell), *column.observable, column.member) * pow(quad(10), -promised);
}

Uncertainty of_error(const ResolvedCell& cell, const MetricColumn& column, const RunResult* run,
                     ReferenceDigits digits) {
  const auto& motion = motion_of(cell);
  Uncertainty out{of_reference(cell, column, digits), Rounding(cell, motion, run).of(*column.observable, column.member),
                  newton_tolerance(cell, run)};
  if (column.reducer->relative) {
    const quad size = size_of_reference(column, run, scale(motion, *column.observable, column.member));
    return size > 0 ? out * (1 / size) : Uncertainty{};
  }
  // A run with status ok lacks its error only if the reference is too inaccurate.
  const bool lost = run && run->status == Status::ok && !metric_of(*run, column.name);
  if (lost) out.reference = std::numeric_limits<quad>::infinity();
  return out;
}

// Returns the uncertainty of scd or mescd, from the least accurate component of q and v.
Uncertainty of_digits(const ResolvedCell& cell, const MetricColumn& column, const RunResult* run) {
  const auto digits = run ? metric_of(*run, column.name) : std::nullopt;
  if (!digits) return {};
  Uncertainty out;
  for (const auto& [name, value] : horizon_of(cell).values) {
    if (!place_in(name, "q") && !place_in(name, "v")) continue;
    const quad divisor = column.reducer->divisor(value.value);
    if (divisor == 0) continue;
    out.reference = std::max<quad>(out.reference, value.scale * pow(quad(10), -value.digits) / divisor);
    out.rounding = std::max<quad>(out.rounding, rounding_of_steps(cell, value.scale, run) / divisor);
    out.newton = std::max<quad>(out.newton, newton_tolerance(cell, run) / divisor);
  }
  return out * (pow(quad(10), quad(*digits)) / log(quad(10)));
}

// Returns the cell, with the problem's default end time if that is earlier. Only the scale of the motion is needed, so
// a longer motion is unnecessary: the terms of an invariant keep their magnitude.
ResolvedCell of_usual_length(const ResolvedCell& cell) {
  auto text = cell.text();
  if (cell.t_end<quad>() <= number_from_text<quad>(cell.problem().t_end)) return cell;
  text.t_end = cell.problem().t_end;
  text.step = duration(cell.problem().t_begin, text.t_end);
  return resolve(text);
}

// Returns the largest magnitude over the motion, or at the start if the reference has no motion or only stored outputs.
quad size_over_motion(const ResolvedCell& of, const MetricColumn& column) {
  const auto cell = of_usual_length(of);
  auto system = cell.problem().in_quad.system(cell.data(), cell.formulation());
  const auto size = [&](const quad& t, const ReferenceState& x) {
    return column.observable->size(system, t, x, column.place);
  };
  const auto at_start = [&] {
    const auto x = initial_state(cell.problem(), cell.data(), cell.formulation(), system);
    return size(cell.t_begin<quad>(), {x.q, x.v, x.a, x.lambda, {}});
  };
  try {
    if (reference_of(cell)->stored()) return at_start();
    const auto& motion = motion_of(cell);
    const auto times = motion_times(cell);
    quad largest = 0;
    for (std::size_t i = 0; i < motion.size(); ++i) largest = std::max(largest, size(times[i], motion[i]));
    return largest;
  } catch (const std::invalid_argument&) {
    return at_start();
  }
}

// Deviations need no reference solution, but the work that is subtracted from an energy is uncertain.
Uncertainty of_deviation(const ResolvedCell& cell, const MetricColumn& column, const RunResult* run) {
  const bool less_work = column.observable->subtracts_work && run && run->work;
  return {.reference = less_work ? quad(run->work->uncertainty) : quad(0),
          .rounding = rounding_of_steps(cell, size_over_motion(cell, column), run)};
}

Uncertainty of_column(const ResolvedCell& cell, const MetricColumn& column, const RunResult* run,
                      ReferenceDigits digits) {
  switch (column.observable->kind) {
    case ObservableKind::error: return of_error(cell, column, run, digits);
    case ObservableKind::end_state: return of_digits(cell, column, run);
    case ObservableKind::deviation: return of_deviation(cell, column, run);
    case ObservableKind::count:
    case ObservableKind::time: break;
  }
  return {};
}

MetricColumn column_named(const ResolvedCell& cell, std::string_view metric) {
  auto column = metric_column(Subject(cell), metric);
  if (!column) throw std::invalid_argument(fmt::format("the metric '{}' is unknown", metric));
  return *std::move(column);
}

/// Returns whether an error is far above the guaranteed accuracy of every reference, so its digits need no certificate.
bool is_far_from(const Uncertainty& promised, double measured) {
  constexpr double far = 1000;
  return !(measured < far * promised.reference);
}

/// Uses certified digits only if the run's error is not far above the guaranteed accuracy of every reference.
Uncertainty with_digits_needed(const ResolvedCell& cell, const MetricColumn& column, const RunResult& run) {
  const auto measured = metric_of(run, column.name);
  if (column.observable->kind == ObservableKind::error && measured) {
    const auto promised = of_column(cell, column, &run, ReferenceDigits::promised);
    if (is_far_from(promised, *measured)) return promised;
  }
  return of_column(cell, column, &run, ReferenceDigits::certified);
}

/// Calls `of` for each run. If one error is below the Newton tolerance, no run uses the tolerance as a bound.
template <class Of>
std::vector<Uncertainty> of_runs(const std::vector<ResolvedCell>& cells, std::string_view metric,
                                 const std::vector<const RunResult*>& runs, const Of& of) {
  if (cells.empty()) return {};
  const auto column = metric_column(Subject(cells.front()), metric);
  const bool is_error = column && column->observable->kind == ObservableKind::error;
  std::vector<Uncertainty> out;
  bool disproved = false;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    out.push_back(of(cells[i], runs[i]));
    const auto measured = runs[i] && runs[i]->status == Status::ok ? metric_of(*runs[i], metric) : std::nullopt;
    disproved = disproved || (is_error && measured && *measured < out.back().newton);
  }
  for (auto& u : out)
    if (disproved) u.newton = 0;
  return out;
}

}  // namespace

ResolvedCell cell_of_motion(const ResolvedCell& cell, std::string_view metric) {
  return column_named(cell, metric).observable->kind == ObservableKind::deviation ? of_usual_length(cell) : cell;
}

quad Uncertainty::bound() const {
  if (isnan(reference) || isnan(rounding) || isnan(newton)) return std::numeric_limits<quad>::quiet_NaN();
  return std::max({reference, rounding, newton});
}

Origin Uncertainty::origin() const {
  const quad largest = bound();
  return reference == largest ? Origin::reference : rounding == largest ? Origin::rounding : Origin::newton;
}

Uncertainty operator*(const Uncertainty& u, const quad& by) {
  return {u.reference * by, u.rounding * by, u.newton * by};
}

std::string_view name(Origin origin) {
  static constexpr std::array<std::string_view, 3> names = {"reference", "rounding", "newton"};
  return names[static_cast<std::size_t>(origin)];
}

quad roundoff(Precision p) {
  return p == Precision::double_ ? quad(unit_roundoff<double>())
         : p == Precision::long_ ? quad(unit_roundoff<long double>())
                                 : unit_roundoff<quad>();
}

Uncertainty uncertainty(const ResolvedCell& cell, std::string_view metric, const RunResult* run) {
  return of_column(cell, column_named(cell, metric), run, ReferenceDigits::certified);
}

bool counts_on_certified_digits(const ResolvedCell& cell, std::string_view metric, const RunResult& run) {
  const auto column = column_named(cell, metric);
  const auto measured = metric_of(run, metric);
  if (column.observable->kind == ObservableKind::end_state) return measured.has_value();
  if (column.observable->kind != ObservableKind::error) return false;
  return !measured || !is_far_from(of_column(cell, column, &run, ReferenceDigits::promised), *measured);
}

Uncertainty measured_uncertainty(const ResolvedCell& cell, std::string_view metric, const RunResult& run) {
  const auto column = column_named(cell, metric);
  const auto measured = metric_of(run, metric);
  auto out = with_digits_needed(cell, column, run);
  const bool is_other_unit = column.observable->kind == ObservableKind::deviation;
  if (is_other_unit && newton_tolerance(cell, &run) > 0) out.newton = std::numeric_limits<quad>::infinity();
  // an error below the tolerance shows that the tolerance is no bound
  if (column.observable->kind == ObservableKind::error && measured && *measured < out.newton) out.newton = 0;
  return out;
}

std::vector<Uncertainty> measured_uncertainties(const std::vector<ResolvedCell>& cells, std::string_view metric,
                                                const std::vector<const RunResult*>& runs) {
  return of_runs(cells, metric, runs, [&](const ResolvedCell& cell, const RunResult* run) {
    return run ? with_digits_needed(cell, column_named(cell, metric), *run) : uncertainty(cell, metric);
  });
}

std::vector<Uncertainty> uncertainties(const std::vector<ResolvedCell>& cells, std::string_view metric,
                                       const std::vector<const RunResult*>& runs) {
  return of_runs(cells, metric, runs,
                 [&](const ResolvedCell& cell, const RunResult* run) { return uncertainty(cell, metric, run); });
}

Uncertainty shown_by(const RepeatRuns& repeats, double measured, Uncertainty estimated) {
  if (repeats.longer) estimated.rounding = std::abs(measured - *repeats.longer);
  if (repeats.converged) estimated.newton = std::abs(repeats.longer.value_or(measured) - *repeats.converged);
  return estimated;
}

}  // namespace plumb
