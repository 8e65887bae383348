#include "harness/paper/evidence_text.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <sstream>

#include "text/number_text.hpp"

namespace plumb {
namespace {

/// Returns whether the text of a check contains the number in `text`.
bool contains_number(const std::string& check, const std::string& text) {
  std::istringstream words(check);
  for (std::string word; words >> word;)
    if (std::strtod(word.c_str(), nullptr) == std::strtod(text.c_str(), nullptr)) return true;
  return false;
}

/// Returns a measured number with four digits, or with more if it would equal a number in the text of the check.
/// Integers have all digits.
std::string number_text(double x, const std::string& check) {
  if (x == std::round(x) && std::abs(x) < 1e9) return fmt::format("{:.0f}", x);
  int digits = 4;
  if (printed_digits(shortest(x)) <= digits) return shortest(x);
  while (digits < 10 && contains_number(check, significant(x, digits))) ++digits;
  return significant(x, digits);
}

std::string measured_text(const Evidence& e) {
  if (!e.word.empty()) return e.word;
  if (!e.measured) return e.outcome == Outcome::omitted ? "left out" : "not measured";
  if (std::isinf(*e.measured)) return "infinite";
  const auto number = number_text(*e.measured, e.check);
  if (!e.uncertainty) return number;
  const auto distance = std::isinf(*e.uncertainty) ? "without bounds" : significant(*e.uncertainty, 2);
  return fmt::format("{} ± {} by {}{}", number, distance, name(e.origin), e.is_estimated ? ", estimated" : "");
}

/// Returns the origin of the threshold, and the range of our thresholds with the same outcome.
std::string threshold_text(const Evidence& e) {
  if (!e.words.empty()) return fmt::format("; \"{}\"", e.words);
  if (!e.threshold) return "";
  const auto& stands = e.threshold->stands;
  auto out = fmt::format("; the same with any {}", e.threshold->is_distance ? "distance" : "value");
  if (std::isfinite(stands.low)) out += " above " + significant(stands.low, 4);
  if (std::isfinite(stands.high)) out += " below " + significant(stands.high, 4);
  return out;
}

std::string_view mark_of(Outcome outcome) {
  static constexpr std::array<std::string_view, 7> marks = {"yes", "NO", "turns", "open", "?", "-", "shown:"};
  return marks[static_cast<std::size_t>(outcome)];
}

std::string evidence_text(const Evidence& e) {
  // A failed result of a check with a quantifier is only counted.
  const auto mark = e.quantifier && e.outcome == Outcome::failed ? "no" : mark_of(e.outcome);
  return fmt::format("{} {}: {}{}{}", mark, e.check, measured_text(e), threshold_text(e),
                     e.note.empty() ? "" : fmt::format(" ({})", e.note));
}

}  // namespace

std::string count_text(const Count& c) {
  const auto others = c.of - c.passed - c.failed;
  return fmt::format("{} {}: {} of {} pass{}", mark_of(c.outcome), name(c.quantifier), c.passed, c.of,
                     others == 0 ? "" : fmt::format(", {} are open", others));
}

std::vector<std::string> evidence_lines(const JudgedClaim& claim) {
  std::vector<std::string> out;
  const auto counts = counts_of(claim.evidence);
  auto next = counts.begin();
  for (const auto& e : claim.evidence) {
    if (next != counts.end() && next->check_number == e.check_number) out.push_back(count_text(*next++));
    out.push_back(evidence_text(e));
  }
  return out;
}

}  // namespace plumb
