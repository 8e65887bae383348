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
  if (value.is_null()) return "none";
  if (value.is_number_float()) return significant(value.get<double>(), 4);
  return value.is_string() ? value.get<std::string>() : value.dump();
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

std::optional<Doubt> doubt(const Difference& d, const Weighing& w) {
  return w.settings.doubt ? w.settings.doubt(w.after, d) : std::nullopt;
}

/// Grades a metric that the run no longer has, although its status is ok.
Weighed lost_number(const Difference& d, const Weighing& w) {
  const auto unknown = doubt(d, w);
  const bool of_reference = unknown && unknown->origin == "reference" && std::isinf(unknown->bound);
  return changed(d, of_reference ? Grade::reference_lost : Grade::worse, all);
}

/// Returns the number of lost decimal digits, log10(after/before), which is negative if digits were gained. If only
/// `before` is 0, all digits are lost.
double loss(double before, double after) {
  if (before == after) return 0;
  if (before == 0 || after == 0) return before == 0 ? all : -all;
  return std::clamp(std::log10(after / before), -all, all);
}

std::string loss_text(const Difference& d, double lost) {
  return fmt::format("{}: {:.2f} digits {}", transition(d), std::abs(lost), lost > 0 ? "lost" : "won");
}

/// Returns whether a metric changed although the run has the same bits, so that the computation of the metric must have
/// changed.
bool is_measured_otherwise(const Difference& d, const Weighing& w) {
  constexpr double last_digit = 2e-3;  // relative size of the last digit of `error_digits`
  const auto bits = w.after.result.find("bits");
  const bool same_run = bits != w.after.result.end() && w.before.item.result.value("bits", Json()) == *bits;
  return same_run && distance(d.before, d.after) > last_digit * std::abs(d.before.get<double>());
}

std::optional<Weighed> of_metric(const Difference& d, const Weighing& w) {
  if (d.before.is_null()) return fresh(d);
  if (d.after.is_null()) return lost_number(d, w);
  const double lost = loss(d.before.get<double>(), d.after.get<double>());
  const double tolerated = d.name.starts_with("drift.") ? std::log10(tolerated_drift) : tolerated_loss;
  const bool is_little = std::abs(lost) <= tolerated * (1 + 1e-12);
  if (is_little && !is_measured_otherwise(d, w)) return {};
  const auto unknown = doubt(d, w);
  if (unknown && distance(d.before, d.after) <= unknown->bound)
    return Weighed{Grade::noise, fmt::format("{}: {} explains a change of up to {}", transition(d), unknown->origin,
                                             significant(unknown->bound, 2))};
  if (is_little)
    return Weighed{w.same_surroundings ? Grade::worse : Grade::warning,
                   transition(d) + ", although the run is identical in every bit", std::abs(lost)};
  return Weighed{lost > 0 ? Grade::worse : Grade::better, loss_text(d, lost), std::abs(lost)};
}

/// Returns a number with all digits.
std::string in_full(const Json& value) {
  return value.is_number_float() ? shortest(value.get<double>()) : shown(value);
}

/// Returns a text about the component of a list that changed most, or about the value itself if it is not a list.
std::string furthest(const Difference& d) {
  if (!d.before.is_array() || !d.after.is_array() || d.before.size() != d.after.size())
    return fmt::format("{} {} -> {}", named(d), in_full(d.before), in_full(d.after));
  std::size_t position = 0;
  double most = -1;
  for (std::size_t i = 0; i < d.before.size(); ++i) {
    const double apart = std::abs(number_or_nan(d.before[i]) - number_or_nan(d.after[i]));
    if (!(apart > most)) continue;
    most = apart;
    position = i;
  }
  return fmt::format("{}[{}] {} -> {}", d.name, position + 1, in_full(d.before[position]), in_full(d.after[position]));
}

std::optional<Weighed> of_state(const Difference& d, const Weighing& w) {
  if (d.before.is_null()) return fresh(d);
  if (d.after.is_null()) return changed(d, Grade::worse);
  const auto unknown = doubt(d, w);
  const double apart = distance(d.before, d.after), bound = unknown ? unknown->bound : 0;
  if (apart <= bound) return {};
  const double beyond = bound > 0 ? std::clamp(std::log10(apart / bound), 0., all) : all;
  return Weighed{Grade::worse,
                 fmt::format("{} changed by {}, {} digits agree; rounding explains a change of up to {}", furthest(d),
                             significant(apart, 2), d.digits ? static_cast<int>(*d.digits) : 0, significant(bound, 2)),
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
  const double gained = d.after.get<double>() - d.before.get<double>();
  if (std::abs(gained) <= order_tolerance * (1 + 1e-12)) return {};
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

/// Returns the relative accuracy of numbers of the analysis: limits are computed by bisection, sectors by scans, all
/// others directly in quad.
double relative_tolerance(std::string_view name) {
  return name == "stability_limit" || name == "intervals" ? 1e-9 : name == "sector" ? 1e-7 : 1e-12;
}

bool agree(const Json& a, const Json& b, double tolerance) {
  constexpr double nothing = 1e-24;  // bound on the rounding error of a value 0 in quad
  if (a.is_array() && b.is_array() && a.size() == b.size())
    return std::equal(a.begin(), a.end(), b.begin(),
                      [&](const Json& x, const Json& y) { return agree(x, y, tolerance); });
  if (!a.is_number() || !b.is_number()) return a == b;
  const double x = a.get<double>(), y = b.get<double>();
  return std::abs(x - y) <= tolerance * std::max(std::abs(x), std::abs(y)) + nothing;
}

std::optional<Weighed> of_analysis(const Difference& d, const Weighing&) {
  if (d.before.is_null()) return fresh(d);
  if (agree(d.before, d.after, relative_tolerance(d.name))) return {};
  const double digits = d.digits.value_or(0);
  const bool is_list = d.before.is_array() && d.after.is_array();
  return Weighed{Grade::worse,
                 is_list ? fmt::format("{}: {}, {} digits agree", named(d), furthest(d), static_cast<int>(digits))
                         : fmt::format("{}: {} digits agree", transition(d), static_cast<int>(digits)),
                 all - digits};
}

std::optional<Weighed> of_digits(const Difference& d, const Weighing&) {
  if (d.before.is_null()) return fresh(d);
  const double gained = number_or_nan(d.after) - d.before.get<double>();
  return changed(d, gained > 0 ? Grade::better : Grade::reference_lost, std::abs(gained));
}

/// Compares two values of a reference, which are decimal texts, up to the certified digits that both have.
std::optional<Weighed> of_reference_value(const Difference& d, const Weighing&) {
  if (d.before.is_null()) return fresh(d);
  if (!d.after.is_string()) return changed(d, Grade::reference_lost, all);
  const auto before = d.before.get<std::string>(), after = d.after.get<std::string>();
  if (!decimal_from_text(before) || !decimal_from_text(after)) return changed(d, Grade::reference_lost, all);
  constexpr int surplus = 2;  // number of printed digits beyond the certified digits
  const quad unit = pow(quad(10), std::max(last_place(before), last_place(after)) + surplus);
  if (abs(number_from_text<quad>(before) - number_from_text<quad>(after)) <= unit) return {};
  return Weighed{Grade::worse, fmt::format("{} was {} and is now {}", named(d), before, after), all};
}

std::optional<Weighed> of_published(const Difference& d, const Weighing& w) {
  if (d.before.is_null()) return fresh(d);
  if (d.after.is_null()) return changed(d, Grade::worse);
  if (!d.before.is_number() || !d.after.is_number()) return changed(d, Grade::worse);
  const double before = d.before.get<double>(), after = d.after.get<double>(), apart = std::abs(after - before);
  constexpr double thousandth = 1e-3;
  if (apart <= thousandth * std::abs(before)) return {};
  const auto known = w.after.result.find("uncertainty");
  const double bound = known == w.after.result.end() ? 0 : known->get<double>();
  if (apart <= bound)
    return Weighed{Grade::noise, fmt::format("{}: within its uncertainty {}", transition(d), significant(bound, 2))};
  return changed(d, Grade::worse, std::abs(loss(std::abs(before), std::abs(after))));
}

std::optional<Weighed> of_time(const Difference& d, const Weighing&) {
  if (d.before.is_null()) return fresh(d);
  const double before = d.before.get<double>(), after = number_or_nan(d.after);
  if (after <= tolerated_slowness * before && before <= tolerated_slowness * after) return {};
  if (after < before) return changed(d, Grade::better, before / after);
  return Weighed{Grade::warning,
                 fmt::format("{} (relative to the calibration), {:.2f} times as long", transition(d), after / before),
                 after / before};
}

std::optional<Weighed> nothing(const Difference&, const Weighing&) { return {}; }

struct Rule {
  std::string_view part;
  Weighs weigh;
};

constexpr Rule rules[] = {{"status", of_status},
                          {"metrics", of_metric},
                          {"counters", of_counter},
                          {"q", of_state},
                          {"v", of_state},
                          {"lambda", of_state},
                          {"outputs", of_state},
                          {"bits", of_bits},
                          {"orders", of_order},
                          {"verdicts", of_order_verdict},
                          {"properties", of_analysis},
                          {"curve", of_analysis},
                          {"digits", of_digits},
                          {"values", of_reference_value},
                          {"measured", of_published},
                          {"verdict", of_verdict},
                          {"uncertainty", nothing},
                          {"times", of_time}};

}  // namespace

bool is_state(std::string_view part) {
  const auto* rule = std::ranges::find(rules, part, &Rule::part);
  return rule != std::end(rules) && rule->weigh == of_state;
}

std::optional<Weighed> weigh(const Difference& d, const Weighing& w) {
  const auto* rule = std::ranges::find(rules, d.part, &Rule::part);
  if (rule == std::end(rules)) return changed(d, Grade::warning);
  try {
    return rule->weigh(d, w);
  } catch (const Json::exception&) {  // a value has a wrong type, as in an edited baseline
    return changed(d, Grade::worse, all);
  } catch (const FormatError&) {
    return changed(d, Grade::worse, all);
  }
}

}  // namespace plumb
