#include "harness/judge/verdict.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>

#include "contract/exact_number.hpp"
#include "text/number_text.hpp"

namespace plumb {
namespace {

double number(std::string_view decimal) { return number_from_text<double>(decimal); }

bool both_are_within(const Floor& floor, double measured, double published) {
  const double spread = rounding_spread, ratio = measured / published;
  return std::abs(published - floor.clean) <= spread * floor.uncertainty && ratio <= spread && ratio >= 1 / spread;
}

}  // namespace

std::string_view name(Verdict verdict) {
  static constexpr std::array<std::string_view, 6> names = {"match",   "close",        "same-floor",
                                                            "differs", "not-compared", "not-run"};
  return names[static_cast<std::size_t>(verdict)];
}

bool matches(double measured, std::string_view printed) {
  return number(fmt::format("{:.{}e}", measured, printed_digits(printed) - 1)) == number(printed);
}

bool matches_cut_off(double measured, std::string_view printed) {
  const double surplus = std::abs(measured) - std::abs(number(printed));
  return (measured < 0) == (number(printed) < 0) && surplus >= 0 && surplus < std::pow(10., last_place(printed));
}

Floor floor_of(double measured, const RepeatRuns& repeats, const Uncertainty& uncertainty) {
  return {repeats.converged.value_or(repeats.longer.value_or(measured)), static_cast<double>(uncertainty.bound())};
}

Verdict judged(double measured, std::string_view printed, const std::optional<Floor>& floor) {
  if (matches(measured, printed)) return Verdict::match;
  const double published = number(printed);
  if (std::abs(measured - published) <= close_ratio * std::abs(published)) return Verdict::close;
  return floor && both_are_within(*floor, measured, published) ? Verdict::same_floor : Verdict::differs;
}

Verdict judged_word(std::string_view status, std::string_view printed) {
  const auto lower = [](char c) { return std::tolower(static_cast<unsigned char>(c)); };
  const bool same = std::equal(status.begin(), status.end(), printed.begin(), printed.end(),
                               [&](char a, char b) { return lower(a) == lower(b); });
  if (same) return Verdict::match;
  return status == "ok" ? Verdict::differs : Verdict::close;
}

}  // namespace plumb
