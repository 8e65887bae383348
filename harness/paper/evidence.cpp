#include "harness/paper/evidence.hpp"

#include <fmt/format.h>

#include <cmath>
#include <initializer_list>

#include "harness/run/metric_column.hpp"
#include "text/number_text.hpp"

namespace plumb {
namespace {

bool compares_printed_numbers(const Check& check) {
  return check.quantity.kind == QuantityKind::published && (!check.over || check.over->kind == QuantityKind::published);
}

/// Errors, deviations and magnitudes are never negative; numbers of correct digits may be.
bool never_negative(const Quantity& q) {
  if (q.kind == QuantityKind::largest) return true;
  const auto column = q.kind == QuantityKind::metric ? metric_column(Subject(q.cells.front()), q.name) : std::nullopt;
  return column && column->observable->kind != ObservableKind::end_state;
}

/// A number with its uncertainty.
struct Known {
  const Quantity* quantity;
  double number;
  Uncertainty uncertainty;
  RepeatRuns repeats = {};  // repeat runs that measured a part of the uncertainty

  /// Returns whether the largest part of the uncertainty is neither measured by a repeat run nor a certified bound.
  bool is_estimated() const {
    const auto origin = uncertainty.origin();
    return (origin == Origin::rounding && !repeats.longer) || (origin == Origin::newton && !repeats.converged);
  }
  Interval interval(double rounding_factor) const {
    auto u = uncertainty;
    u.rounding *= rounding_factor;
    return around(number, static_cast<double>(u.bound()), never_negative(*quantity));
  }
};

/// The compared number: one quantity, or the ratio of two.
struct Compared {
  std::vector<Known> parts;

  double number() const { return parts.size() == 1 ? parts[0].number : parts[0].number / parts[1].number; }
  /// Returns the interval of the number if the rounding error is `rounding_factor` times its estimate.
  Interval interval(double rounding_factor = 1) const {
    const auto first = parts[0].interval(rounding_factor);
    return parts.size() == 1 ? first : ratio(first, parts[1].interval(rounding_factor));
  }
  /// Returns the part with the larger relative uncertainty.
  const Known& worst() const {
    const auto relative = [](const Known& k) { return k.uncertainty.bound() / abs(quad(k.number)); };
    return parts.size() == 2 && relative(parts[1]) > relative(parts[0]) ? parts[1] : parts[0];
  }
};

/// Returns the uncertainty without the effect that the check itself measures.
Uncertainty without_measured_effect(const Check& check, Uncertainty u) {
  if (check.about_rounding) u.rounding = 0;
  if (check.about_newton) u.newton = 0;
  return u;
}

/// Returns the numbers; nullopt if one of them is missing, or if their ratio is undefined (0 to 0, or two infinities).
std::optional<Compared> compared(const Check& check, Laboratory& laboratory) {
  Compared out;
  for (const auto* quantity : {&check.quantity, check.over ? &*check.over : nullptr}) {
    if (!quantity) continue;
    const auto measured = laboratory.value(*quantity);
    if (!measured.number) return {};
    const bool finite = std::isfinite(*measured.number);
    const auto uncertainty = finite ? laboratory.uncertainty(*quantity) : Uncertainty{};
    out.parts.push_back({quantity, *measured.number, without_measured_effect(check, uncertainty), {}});
  }
  if (std::isnan(out.number())) return {};
  return out;
}

// Returns whether the outcome is certain. The estimate of rounding is only correct to an order of magnitude, so it is
// multiplied by `rounding_spread`.
bool is_clear(const Check& check, const Compared& compared) {
  const auto interval = compared.interval(rounding_spread);
  const auto ours = threshold(check.criterion, interval);
  return decided(check.criterion, interval) && (!ours || ours->is_clear());
}

/// Returns the sources of uncertainty that repeat runs must remove. A source is skipped if removing only the other
/// source makes the check clear: a repeat run in long double takes several times the time of its run.
RemovedSources decisive(const Check& check, const Compared& compared) {
  const auto is_clear_without = [&](quad Uncertainty::*source) {
    auto out = compared;
    for (auto& part : out.parts) part.uncertainty.*source = 0;
    return is_clear(check, out);
  };
  if (is_clear_without(&Uncertainty::newton)) return {.rounding = false};
  return {.newton = !is_clear_without(&Uncertainty::rounding)};
}

/// Returns the sources that repeat runs remove, in rounds until the check is clear. Quantities read from samples have
/// no estimate, so runs with a converged Newton iteration come first.
std::vector<RemovedSources> rounds_of_repeats(const Check& check, const Compared& compared) {
  if (std::ranges::none_of(compared.parts, [](const Known& k) { return is_read_from_samples(*k.quantity); }))
    return {decisive(check, compared)};
  return {{.rounding = false}, {}};
}

/// Returns the numbers with the uncertainties that the repeat runs measured; none if a repeat run is missing. A run
/// with a converged Newton iteration also has different rounding errors. For quantities read from samples, the change
/// of the number by convergence is therefore the estimate of rounding, too, unless there is a run in long double.
std::optional<Compared> with_repeats(const Check& check, Compared compared, RemovedSources removed,
                                     Laboratory& laboratory) {
  for (auto& part : compared.parts) {
    const auto repeats = laboratory.values(repeat_quantities(*part.quantity, removed));
    if (!repeats) return {};
    part.repeats = *repeats;
    auto shown = shown_by(*repeats, part.number, part.uncertainty);
    const bool shows_both = repeats->converged && !repeats->longer && shown.newton > 0;
    if (shows_both && is_read_from_samples(*part.quantity)) shown.rounding = shown.newton;
    part.uncertainty = without_measured_effect(check, shown);
  }
  return compared;
}

/// Returns the numbers with as many rounds of repeat runs as needed. Adds the repeat runs that have not run to
/// `missing`.
Compared known_by_repeats(const Check& check, const Compared& estimated, Laboratory& laboratory,
                          std::vector<Quantity>& missing) {
  auto of = estimated;
  for (const auto removed : rounds_of_repeats(check, estimated)) {
    if (is_clear(check, of)) break;
    const auto better = with_repeats(check, estimated, removed, laboratory);
    if (!better) {
      for (const auto& part : of.parts)
        for (const auto repeats = repeat_quantities(*part.quantity, removed); const auto* repeat : repeats.all())
          missing.push_back(*repeat);
      break;
    }
    of = *better;
  }
  return of;
}

void decide(Evidence& out, const Check& check, Compared of, Laboratory& laboratory) {
  std::vector<Quantity> missing;
  of = known_by_repeats(check, of, laboratory, missing);
  if (!missing.empty()) {
    out.note += out.note.empty() ? "its repeat runs are missing" : "; its repeat runs are missing";
    return;
  }
  const auto interval = of.interval();
  const double distance = interval.distance_from(of.number());
  if (distance > 0) out.uncertainty = distance;
  out.origin = of.worst().uncertainty.origin();
  out.is_estimated = distance > 0 && std::isfinite(distance) && of.worst().is_estimated();
  const auto passed = decided(check.criterion, interval);
  out.outcome = !passed ? Outcome::undecided : *passed ? Outcome::passed : Outcome::failed;
  if (!passed) return;
  out.threshold = threshold(check.criterion, interval);
  if (out.threshold && out.threshold->factor() <= close_factor) out.outcome = Outcome::depends;
}

/// The range of steps of a slope is a choice, like a threshold. Returns a text on the slopes over ranges of smaller
/// steps: one with another outcome, or that there is none.
std::string turn_of_range(const Check& check, Laboratory& laboratory) {
  if (check.over || check.quantity.kind != QuantityKind::slope) return {};
  const auto all = laboratory.value(check.quantity).number;
  if (!all) return {};
  const bool passes = check.criterion.passes(*all);
  for (const auto& [step, slope] : laboratory.partial_slopes(check.quantity))
    if (check.criterion.passes(slope) != passes)
      return fmt::format("the verdict changes if only steps up to {} s are used: slope {}", shortest(step),
                         significant(slope, 3));
  return "the smaller steps alone give the same verdict";
}

std::string joined(std::initializer_list<std::string> texts) {
  std::string out;
  for (const auto& text : texts)
    if (!text.empty()) out += (out.empty() ? "" : "; ") + text;
  return out;
}

/// Returns the notes of the laboratory, and the two numbers of a ratio if both exist.
std::string note_of(const Check& check, Laboratory& laboratory) {
  const auto first = laboratory.value(check.quantity);
  if (!check.over) return first.note.empty() ? turn_of_range(check, laboratory) : first.note;
  const auto second = laboratory.value(*check.over);
  const auto numbers = first.number && second.number
                           ? fmt::format("{} to {}", significant(*first.number, 4), significant(*second.number, 4))
                           : "";
  return joined({numbers, first.note, first.note == second.note ? "" : second.note});
}

}  // namespace

std::string in_words(const Check& check) {
  auto text = check.quantity.title();
  if (check.over) text = fmt::format("ratio of {} to {}", text, check.over->title());
  text += fmt::format(" {} {}", check.criterion.relation, check.criterion.value);
  if (check.criterion.within) text += fmt::format(" within {}", shortest(*check.criterion.within));
  return text;
}

std::vector<const Quantity*> compared_numbers(const Check& check, Laboratory& laboratory) {
  std::vector<const Quantity*> out;
  if (check.quantity.is_word()) return out;
  for (const auto* quantity : {&check.quantity, check.over ? &*check.over : nullptr}) {
    if (!quantity) continue;
    const auto number = laboratory.value(*quantity).number;
    if (!number) return {};
    if (std::isfinite(*number)) out.push_back(quantity);
  }
  return out;
}

std::vector<Quantity> repeats_needed(const Check& check, Laboratory& laboratory) {
  if (check.quantity.is_word() || compares_printed_numbers(check)) return {};
  const auto of = compared(check, laboratory);
  std::vector<Quantity> out;
  if (of) known_by_repeats(check, *of, laboratory, out);
  return out;
}

Evidence evidence_for(const Check& check, Laboratory& laboratory) {
  Evidence out{.check = in_words(check), .note = note_of(check, laboratory), .words = check.criterion.words};
  if (const auto word = laboratory.value(check.quantity).word; !word.empty()) {
    out.word = word;
    out.outcome =
        (word == check.criterion.value) == (check.criterion.relation == "=") ? Outcome::passed : Outcome::failed;
    return out;
  }
  const auto of = compared(check, laboratory);
  if (!of) return out;
  out.measured = of->number();
  if (compares_printed_numbers(check))
    out.outcome = Outcome::shown;
  else
    decide(out, check, *of, laboratory);
  return out;
}

}  // namespace plumb
