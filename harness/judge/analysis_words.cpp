#include "harness/judge/analysis_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "text/number_text.hpp"

namespace plumb {
namespace {

std::string number(double x, int digits) { return std::isinf(x) ? "infinite" : significant(x, digits); }

// Returns a number with its uncertainty, "2.584 within 0.037". The number has two digits of the uncertainty, and at
// most `digits` digits. The uncertainty is rounded up and includes the rounding of the printed number. An uncertainty
// below the last of `digits` digits is omitted.
std::string significant_within(double value, double within, int digits) {
  const auto plain = significant(value, digits);
  if (value == 0 || !std::isfinite(value) || !(within > 0)) return plain;
  const auto place = [](double x) { return static_cast<int>(std::floor(std::log10(std::abs(x)))); };
  if (within < std::pow(10, place(value) + 1 - digits)) return plain;
  const auto text = significant(value, std::clamp(place(value) - place(within) + 2, 1, digits));
  const double all = within + std::abs(std::stod(text) - value), unit = std::pow(10, place(all) - 1);
  return text + " within " + significant(std::ceil(all / unit) * unit, 2);
}

// Returns the bound of an interval with eleven digits, or with fewer if the coefficients are less accurate.
std::string end_text(double x, double within) {
  constexpr int most = 11;
  return std::isinf(x) ? "infinite" : significant_within(x, within, most);
}

std::string proven_text(const ProvenOrder& p, bool is_claim) {
  auto out = fmt::format("{}", p.position);
  if (p.velocity != p.position) out += fmt::format(" of positions, {} of velocities", p.velocity);
  const int both = p.of_velocity(true);
  if (both != p.position) out += fmt::format("; {} of both where accelerations depend on velocities", both);
  return out + (is_claim ? " (claimed by the library)" : " (proven)");
}

}  // namespace

std::string yes_no(const std::optional<bool>& x) { return !x ? "unknown" : *x ? "yes" : "no"; }

std::string limit_text(const Analysis& a) {
  if (!a.limit_known) return "unknown";
  if (!a.stability_limit) return "unlimited: all steps are stable";
  if (*a.stability_limit == 0) return "0: small steps are unstable";
  return end_text(*a.stability_limit, a.intervals.empty() ? 0 : a.intervals.front().to_within);
}

// Order conditions are checked up to `largest_tree`. A method that satisfies all of them may have a higher order.
std::string order_text(const Analysis& a, bool is_claim) {
  if (!a.order) return "unknown";
  if (a.conditions && *a.order == largest_tree && a.linear_order > largest_tree)
    return fmt::format("at least {}", *a.order);
  if (a.irreducible && a.zero_stable == false)
    return fmt::format("{} (consistency only); not zero-stable, so it does not converge", *a.order);
  if (!a.is_order_decided)
    return fmt::format("at least {}; the coefficients have too few digits to decide a higher order", *a.order);
  return a.proven ? proven_text(*a.proven, is_claim) : fmt::format("{}", *a.order);
}

std::string stable_text(const std::optional<bool>& stable, double ignored) {
  if (stable != true || ignored == 0) return yes_no(stable);
  return fmt::format("yes, within the accuracy {} of the coefficients", significant(ignored, 2));
}

std::string intervals_text(const std::vector<StableInterval>& intervals, double known_until) {
  std::string out;
  for (const auto& i : intervals)
    out += fmt::format("{}{} to {}", out.empty() ? "" : ", ", end_text(i.from, i.from_within),
                       end_text(i.to, i.to_within));
  if (!std::isinf(known_until)) out += fmt::format("; not known beyond {}", significant(known_until, 3));
  return out;
}

std::string bound_text(const Bound& x, int digits) {
  return std::isinf(x.value) ? "infinite" : significant_within(x.value, x.within, digits);
}

std::string real_axis_text(const StableIntervals& axis) {
  if (axis.everywhere()) return "stable everywhere";
  if (!axis.is_known) return "unknown: the coefficients have too few digits";
  if (axis.list.empty()) return "stable nowhere";
  return "stable for " + intervals_text(axis.list, axis.known_until);
}

std::string phase_text(const PhaseOrders& phase) {
  const auto text = [](const std::optional<int>& order, int least) {
    if (order) return std::to_string(*order);
    return least == 0 ? "none" : fmt::format("at least {}", least);
  };
  return fmt::format("dispersion of order {}, dissipation {}", text(phase.dispersion, phase.least_dispersion),
                     text(phase.dissipation, phase.least_dissipation));
}

std::string oscillator_text(const Analysis& a) {
  auto out = fmt::format("order {}", number(*a.linear_order, 4));
  if (a.velocity_order) out += fmt::format(", velocity {}", number(*a.velocity_order, 4));
  return out;
}

}  // namespace plumb
