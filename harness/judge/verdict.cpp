#include "harness/judge/verdict.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>

#include "contract/exact_number.hpp"
#include "harness/judge/uncertainty.hpp"
#include "harness/text/number_text.hpp"

namespace plumb {
namespace {

double number(std::string_view decimal) { return number_from_text<double>(decimal); }

bool both_are_rounding(double measured, double published, double twin) {
  const double ours = rounding_shown(measured, twin), theirs = std::abs(published - twin), ratio = measured / published;
  return theirs <= floor_spread * ours && ratio <= floor_spread && ratio >= 1 / floor_spread;
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

Verdict judged(double measured, std::string_view printed, std::optional<double> twin) {
  if (matches(measured, printed)) return Verdict::match;
  const double published = number(printed);
  if (std::abs(measured - published) <= close_ratio * std::abs(published)) return Verdict::close;
  return twin && both_are_rounding(measured, published, *twin) ? Verdict::same_floor : Verdict::differs;
}

Verdict judged_word(std::string_view status, std::string_view printed) {
  const auto lower = [](char c) { return std::tolower(static_cast<unsigned char>(c)); };
  const bool same = std::equal(status.begin(), status.end(), printed.begin(), printed.end(),
                               [&](char a, char b) { return lower(a) == lower(b); });
  if (same) return Verdict::match;
  return status == "ok" ? Verdict::differs : Verdict::close;
}

}  // namespace plumb
