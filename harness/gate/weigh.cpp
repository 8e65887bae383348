#include "harness/gate/weigh.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "contract/status.hpp"
#include "harness/run/run_result.hpp"
#include "text/number_text.hpp"

namespace plumb {
namespace {

using Weighs = std::optional<Weighed> (*)(const Difference&, const Weighing&);

constexpr double all = std::numeric_limits<double>::max_digits10;
// Severity of a changed value for each digit beyond rounding. It is so small that all increased errors are sorted
// before changed values.
constexpr double moved = tolerated_loss / all;

std::string shown(const Json& value) {
  return value.is_number_float() ? significant(value.get<double>(), 4) : value_text(value);
}

/// Returns the name of a difference in messages: "end.q" for a metric, but "digits q" with the part if the name alone
/// would be unclear.
std::string named(const Difference& d) {
  const bool stands_alone =
      d.part == d.name || d.part == "metrics" || d.part == "counters" || d.part == "outputs" || d.part == "properties";
  return stands_alone ? d.name : d.part + " " + d.name;
}

std::string transition(const Difference& d) {
  return fmt::format("{} {} -> {}", named(d), shown(d.before), shown(d.after));
}

Weighed fresh(const Difference& d) { return {Grade::fresh, named(d) + " has no baseline"}; }

Weighed changed(const Difference& d, Grade grade, double severity = 1) { return {grade, transition(d), severity}; }

std::optional<Weighed> of_status(const Difference& d, const Weighing&) {
  const auto word = [](const Json& json) { return json.is_string() ? json.get<std::string>() : "none"; };
  const auto ends = [](const std::string& end) { return end == "none" ? Status::crashed : status_from_name(end); };
  const auto after = ends(word(d.after));
  if (depends_on_the_machine(after) && after != Status::crashed) return changed(d, Grade::missing, all);
  return changed(d, after == Status::ok ? Grade::better : Grade::worse, all);
}

/// Compares the values of a difference by a rule, with the uncertainty of the measured run.
ComparedValue compared_in_run(const Difference& d, const Weighing& w, const ValueRule& rule) {
  if (!w.settings.doubt) return compared(d, rule);
  return compared(d, rule, [&](const Difference& of) { return w.settings.doubt(w.after, of); });
}

/// Grades a metric that the run no longer has, although its status is ok.
Weighed lost_number(const Difference& d, const Weighing& w) {
  const auto unknown = compared_in_run(d, w, no_tolerance).doubt;
  const bool of_reference = unknown && unknown->origin == "reference" && std::isinf(unknown->bound);
  return changed(d, of_reference ? Grade::reference_lost : Grade::worse, all);
}

std::string loss_text(const Difference& d, double lost) {
  return fmt::format("{}: {:.2f} digits {}", transition(d), std::abs(lost), lost > 0 ? "lost" : "won");
}

bool is_same_run(const Weighing& w) {
  const auto bits = w.after.result.find("bits");
  return bits != w.after.result.end() && w.before.item.result.value("bits", Json()) == *bits;
}

/// Grades a metric. If it changed although the run has the same bits, the computation of the metric has changed.
std::optional<Weighed> of_metric(const Difference& d, const Weighing& w) {
  if (d.before.is_null()) return fresh(d);
  if (d.after.is_null()) return lost_number(d, w);
  const double lost = digits_lost(number_or_nan(d.before), number_or_nan(d.after));
  const bool is_little = is_tolerated(d, rule_of(d));
  const auto found = compared_in_run(d, w, is_little && is_same_run(w) ? metric_of_same_bits : rule_of(d));
  if (found.is_tolerated) return {};
  if (found.is_noise())
    return Weighed{Grade::noise, fmt::format("{}: {} explains a change of up to {}", transition(d), found.doubt->origin,
                                             significant(found.doubt->bound, 2))};
  if (is_little)
    return Weighed{w.same_surroundings ? Grade::worse : Grade::warning,
                   transition(d) + ", although the run is identical in every bit", std::abs(lost)};
  return Weighed{lost > 0 ? Grade::worse : Grade::better, loss_text(d, lost), std::abs(lost)};
}

std::optional<Weighed> of_state(const Difference& d, const Weighing& w) {
  if (d.before.is_null()) return fresh(d);
  if (d.after.is_null()) return changed(d, Grade::worse);
  const auto found = compared_in_run(d, w, rule_of(d));
  if (found.is_tolerated || found.is_noise()) return {};
  const double beyond = std::clamp(std::log10(found.multiple_of_doubt()), 0., all);
  return Weighed{Grade::worse,
                 fmt::format("{} changed by {}, {} digits agree; rounding explains a change of up to {}",
                             change_text(d), significant(found.distance, 2), d.digits ? static_cast<int>(*d.digits) : 0,
                             significant(found.doubt ? found.doubt->bound : 0, 2)),
                 moved * beyond};
}

std::optional<Weighed> of_counter(const Difference& d, const Weighing& w) {
  if (d.before.is_null()) return fresh(d);
  if (!w.same_surroundings || d.after.is_null()) return changed(d, Grade::warning);
  const bool is_more = d.after.get<double>() > d.before.get<double>();
  return changed(d, is_more ? Grade::worse : Grade::better, moved);
}

std::optional<Weighed> of_bits(const Difference& d, const Weighing& w) {
  if (!w.settings.bits || d.before.is_null()) return {};
  if (w.same_surroundings) return changed(d, Grade::worse, 0);
  return Weighed{Grade::warning, "the last bits differ, but so do the compiler, the flags or the processor"};
}

std::optional<Weighed> of_order(const Difference& d, const Weighing&) {
  if (d.before.is_null()) return changed(d, Grade::better);
  if (d.after.is_null()) return changed(d, Grade::worse);
  if (compared(d, rule_of(d)).is_tolerated) return {};
  const double gained = d.after.get<double>() - d.before.get<double>();
  return changed(d, gained < 0 ? Grade::worse : Grade::better, std::abs(gained));
}

/// Grades a change between two of `words`, which are ordered from the best to the worst. A longer text counts as the
/// word with which it begins.
template <std::size_t n>
std::optional<Weighed> by_rank(const Difference& d, const std::array<std::string_view, n>& words) {
  if (d.before.is_null()) return fresh(d);
  const auto rank = [&](const Json& json) {
    const auto text = shown(json);
    return std::ranges::find_if(words, [&](auto word) { return text.starts_with(word); }) - words.begin();
  };
  if (shown(d.after).ends_with("(reference-limited)")) return changed(d, Grade::reference_lost, all);
  const auto fallen = rank(d.after) - rank(d.before);
  return changed(d, fallen < 0 ? Grade::better : Grade::worse, std::abs(static_cast<double>(fallen)));
}

std::optional<Weighed> of_order_verdict(const Difference& d, const Weighing&) {
  // "none": there is a slope, but no expected order
  constexpr std::array<std::string_view, 6> words = {"pass",    "superconvergent", "none",
                                                     "reduced", "no-window",       "diverging"};
  return by_rank(d, words);
}

std::optional<Weighed> of_verdict(const Difference& d, const Weighing&) {
  constexpr std::array<std::string_view, 12> words = {"match",        "holds",   "close",     "same-floor",
                                                      "partly",       "depends", "undecided", "differs",
                                                      "not-compared", "fails",   "not-run",   "none"};
  return by_rank(d, words);
}

std::optional<Weighed> of_property(const Difference& d, const Weighing&) {
  if (d.before.is_null()) return fresh(d);
  if (compared(d, rule_of(d)).is_tolerated) return {};
  const double digits = d.digits.value_or(0);
  const bool is_list = d.before.is_array() && d.after.is_array();
  return Weighed{Grade::worse,
                 is_list ? fmt::format("{}: {}, {} digits agree", named(d), change_text(d), static_cast<int>(digits))
                         : fmt::format("{}: {} digits agree", transition(d), static_cast<int>(digits)),
                 all - digits};
}

std::optional<Weighed> of_digits(const Difference& d, const Weighing&) {
  if (d.before.is_null()) return fresh(d);
  const double gained = number_or_nan(d.after) - d.before.get<double>();
  return changed(d, gained > 0 ? Grade::better : Grade::reference_lost, std::abs(gained));
}

std::optional<Weighed> of_decimal(const Difference& d, const Weighing&) {
  if (d.before.is_null()) return fresh(d);
  const auto is_decimal = [](const Json& value) { return value.is_string() && decimal_from_text(shown(value)); };
  if (!is_decimal(d.before) || !is_decimal(d.after)) return changed(d, Grade::reference_lost, all);
  if (compared(d, rule_of(d)).is_tolerated) return {};
  return Weighed{Grade::worse, fmt::format("{} was {} and is now {}", named(d), shown(d.before), shown(d.after)), all};
}

std::optional<Weighed> of_published(const Difference& d, const Weighing& w) {
  if (d.before.is_null()) return fresh(d);
  if (!d.before.is_number() || !d.after.is_number()) return changed(d, Grade::worse);
  const auto found = compared(d, rule_of(d), [&](const Difference&) -> std::optional<Doubt> {
    const auto known = w.after.result.find("uncertainty");
    if (known == w.after.result.end()) return {};
    return Doubt{known->get<double>()};
  });
  if (found.is_tolerated) return {};
  if (found.is_noise())
    return Weighed{Grade::noise,
                   fmt::format("{}: within its uncertainty {}", transition(d), significant(found.doubt->bound, 2))};
  const double before = d.before.get<double>(), after = d.after.get<double>();
  return changed(d, Grade::worse, std::abs(digits_lost(std::abs(before), std::abs(after))));
}

std::optional<Weighed> of_time(const Difference& d, const Weighing&) {
  if (d.before.is_null()) return fresh(d);
  if (compared(d, rule_of(d)).is_tolerated) return {};
  const double before = d.before.get<double>(), after = number_or_nan(d.after);
  if (after < before) return changed(d, Grade::better, before / after);
  return Weighed{Grade::warning,
                 fmt::format("{} (relative to the calibration), {:.2f} times as long", transition(d), after / before),
                 after / before};
}

std::optional<Weighed> ignored(const Difference&, const Weighing&) { return {}; }

std::optional<Weighed> as_warning(const Difference& d, const Weighing&) { return changed(d, Grade::warning); }

/// Returns the function that grades values of a kind.
Weighs weighs(ValueKind kind) {
  switch (kind) {
    case ValueKind::status: return of_status;
    case ValueKind::metric: return of_metric;
    case ValueKind::state: return of_state;
    case ValueKind::counter: return of_counter;
    case ValueKind::bits: return of_bits;
    case ValueKind::bound: return ignored;
    case ValueKind::order: return of_order;
    case ValueKind::order_verdict: return of_order_verdict;
    case ValueKind::property: return of_property;
    case ValueKind::digits: return of_digits;
    case ValueKind::decimal: return of_decimal;
    case ValueKind::published: return of_published;
    case ValueKind::verdict: return of_verdict;
    case ValueKind::time: return of_time;
    case ValueKind::text:
    case ValueKind::other: return as_warning;
  }
  return as_warning;
}

}  // namespace

std::optional<Weighed> weigh(const Difference& d, const Weighing& w) {
  try {
    return weighs(rule_of(d).kind)(d, w);
  } catch (const Json::exception&) {  // a value has a wrong type, as in an edited baseline
    return changed(d, Grade::worse, all);
  } catch (const FormatError&) {
    return changed(d, Grade::worse, all);
  }
}

}  // namespace plumb
