#include "harness/gate/tolerance.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "harness/judge/order.hpp"
#include "text/number_text.hpp"

namespace plumb {
namespace {

// The first rule whose part and name fit a value applies. Limits of stability are computed by bisection, sectors by
// scans, all other properties directly in quad. A reference prints two digits more than are certified.
constexpr ValueRule value_rules[] = {
    {"status", "", ValueKind::status},
    {"metrics", "drift.", ValueKind::metric, Measure::decades, std::numbers::ln2 / std::numbers::ln10},
    {"metrics", "", ValueKind::metric, Measure::decades, tolerated_loss},
    {"counters", "", ValueKind::counter},
    {"q", "", ValueKind::state, Measure::absolute},
    {"v", "", ValueKind::state, Measure::absolute},
    {"lambda", "", ValueKind::state, Measure::absolute},
    {"outputs", "", ValueKind::state, Measure::absolute},
    {"bits", "", ValueKind::bits},
    {"reason", "", ValueKind::text},
    {"note", "", ValueKind::text},
    {"linear_algebra", "", ValueKind::text},
    {"uncertainty", "", ValueKind::bound},
    {"reference_uncertainty", "", ValueKind::bound},
    {"reference_until", "", ValueKind::bound},
    {"energy", "work_uncertainty", ValueKind::bound},
    {"energy", "below_uncertainty", ValueKind::bound},
    {"orders", "", ValueKind::order, Measure::absolute, OrderSettings{}.tolerance},
    {"verdicts", "", ValueKind::order_verdict},
    {"properties", "stability_limit", ValueKind::property, Measure::relative, 1e-9},
    {"properties", "sector", ValueKind::property, Measure::relative, 1e-7},
    {"properties", "", ValueKind::property, Measure::relative, 1e-12},
    {"curve", "", ValueKind::property, Measure::relative, 1e-12},
    {"digits", "", ValueKind::digits},
    {"values", "", ValueKind::decimal, Measure::last_place, 2},
    {"measured", "", ValueKind::published, Measure::relative, 1e-3},
    {"verdict", "", ValueKind::verdict},
    {"times", "", ValueKind::time, Measure::ratio, 1.5}};

bool is_close(const Json& before, const Json& after, double tolerance) {
  constexpr double rounding = 1e-24;  // bound on the rounding error of a value 0 in quad
  if (before.is_array() && after.is_array() && before.size() == after.size())
    return std::ranges::equal(before, after, [&](const Json& x, const Json& y) { return is_close(x, y, tolerance); });
  if (!before.is_number() || !after.is_number()) return before == after;
  const double x = before.get<double>(), y = after.get<double>();
  return std::abs(x - y) <= tolerance * std::abs(x) + rounding;
}

/// Returns whether two decimal texts agree up to the last place that both have.
bool agree_in_places(const Json& before, const Json& after, double places) {
  if (!before.is_string() || !after.is_string()) return false;
  const auto a = before.get<std::string>(), b = after.get<std::string>();
  if (!decimal_from_text(a) || !decimal_from_text(b)) return false;
  const quad unit = pow(quad(10), std::max(last_place(a), last_place(b)) + static_cast<int>(places));
  return abs(number_from_text<quad>(a) - number_from_text<quad>(b)) <= unit;
}

/// Returns whether a change, computed from the difference of two numbers, is at most the tolerance.
bool is_at_most(double change, double tolerance) {
  constexpr double rounding = 1e-12;  // relative
  return change <= tolerance * (1 + rounding);
}

}  // namespace

const ValueRule& rule_of(const Difference& d) {
  const auto* rule = std::ranges::find_if(
      value_rules, [&](const ValueRule& r) { return r.part == d.part && d.name.starts_with(r.name); });
  return rule == std::end(value_rules) ? no_tolerance : *rule;
}

bool is_tolerated(const Difference& d, const ValueRule& rule) {
  const auto before = [&] { return number_or_nan(d.before); };
  const auto after = [&] { return number_or_nan(d.after); };
  switch (rule.measure) {
    case Measure::equality: return false;
    case Measure::absolute: return is_at_most(distance(d.before, d.after), rule.tolerance);
    case Measure::relative: return is_close(d.before, d.after, rule.tolerance);
    case Measure::decades: return is_at_most(std::abs(digits_lost(before(), after())), rule.tolerance);
    case Measure::ratio: return after() <= rule.tolerance * before() && before() <= rule.tolerance * after();
    case Measure::last_place: return agree_in_places(d.before, d.after, rule.tolerance);
  }
  return false;
}

double digits_lost(double before, double after) {
  constexpr double all = std::numeric_limits<double>::max_digits10;
  if (before == after) return 0;
  if (before == 0 || after == 0) return before == 0 ? all : -all;
  return std::clamp(std::log10(after / before), -all, all);
}

double ComparedValue::multiple_of_doubt() const {
  if (distance == 0) return 0;
  return doubt && doubt->bound > 0 ? distance / doubt->bound : std::numeric_limits<double>::infinity();
}

ComparedValue compared(const Difference& d, const ValueRule& rule, const DoubtOfValue& doubt) {
  ComparedValue out{.is_tolerated = is_tolerated(d, rule), .distance = distance(d.before, d.after)};
  if (!out.is_tolerated && doubt) out.doubt = doubt(d);
  return out;
}

}  // namespace plumb
