#include "text/range.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>
#include <stdexcept>

#include "contract/exact_number.hpp"
#include "contract/excerpt.hpp"
#include "text/number_text.hpp"

namespace plumb {
namespace {

using Texts = std::vector<std::string>;
using boost::multiprecision::cpp_int;

constexpr std::size_t most_digits = 15;  // limit of the digits of an integer

[[noreturn]] void refuse(const std::string& message) { throw std::invalid_argument(message); }

// Throws for three dots, because "1e-1...1e-2" would be read as 1e-1 to .1e-2.
void require_two_dots(std::string_view text, std::string_view after_two) {
  if (after_two.starts_with('.'))
    refuse(
        fmt::format("a range has exactly two dots between its ends, as in 1e-2..1e-5; '{}' has more", excerpt(text)));
}

void require_few(const cpp_int& count) {
  if (count > most_values) refuse(fmt::format("a range of more than {} values", most_values));
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Reads an end or the step of a range. Throws unless it is a decimal in the range of a double, which keeps powers of
// ten small.
Decimal decimal_end(std::string_view text) {
  const auto out = decimal_from_text(text);
  if (!out) refuse(fmt::format("the ends and the step of a range must be decimal numbers, not '{}'", excerpt(text)));
  number_from_text<double>(text);
  return *out;
}

cpp_int in_units(const Decimal& x, long unit) {
  const cpp_int out =
      cpp_int(x.digits) * boost::multiprecision::pow(cpp_int(10), static_cast<unsigned>(x.exponent - unit));
  return x.negative ? cpp_int(-out) : out;
}

std::string decimal_text(const cpp_int& units, long unit) {
  if (units == 0) return "0";
  Decimal out{units < 0, cpp_int(abs(units)).str(), unit};
  const auto zeros = out.digits.size() - out.digits.find_last_not_of('0') - 1;
  out.digits.resize(out.digits.size() - zeros);
  out.exponent += static_cast<long>(zeros);
  return text_of(out);
}

// Returns the values first, first + step, ..., last. The arguments are multiples of 10^unit.
Texts equal_steps(const cpp_int& first, const cpp_int& step, const cpp_int& last, long unit) {
  const auto text = [&](const cpp_int& x) { return decimal_text(x, unit); };
  if (step == 0) refuse("the step of a range must not be 0");
  const cpp_int span = last - first, count = span / step;
  if (count < 0 || (count == 0 && span != 0 && (span < 0) != (step < 0)))
    refuse(
        fmt::format("the step {0} of a range from {1} to {2} has the wrong sign", text(step), text(first), text(last)));
  if (count * step != span)
    refuse(fmt::format("{} is not reached from {} in steps of {}; the nearest values are {} and {}", text(last),
                       text(first), text(step), text(first + count * step), text(first + (count + 1) * step)));
  require_few(count + 1);
  Texts out;
  for (cpp_int k = 0; k <= count; ++k) out.push_back(text(first + k * step));
  return out;
}

Texts whole_numbers(std::string_view first, std::string_view last) {
  const long from = std::stol(std::string(first)), to = std::stol(std::string(last));
  return equal_steps(from, from <= to ? 1 : -1, to, 0);
}

Texts decades(std::string_view first, std::string_view last) {
  auto value = decimal_end(first);
  const auto end = decimal_end(last);
  if (value.digits == "0" || value.digits != end.digits || value.negative != end.negative)
    refuse(fmt::format("{0} is not reached from {1} by factors of ten; equal steps are written {1}:STEP:{0}",
                       text_of(end), text_of(value)));
  require_few(std::abs(end.exponent - value.exponent) + 1);
  Texts out = {text_of(value)};
  while (value.exponent != end.exponent) {
    value.exponent += value.exponent < end.exponent ? 1 : -1;
    out.push_back(text_of(value));
  }
  return out;
}

Texts first_step_last(std::string_view first, std::string_view step, std::string_view last) {
  const auto a = decimal_end(first), h = decimal_end(step), b = decimal_end(last);
  const long unit = std::min({a.exponent, h.exponent, b.exponent});
  return equal_steps(in_units(a, unit), in_units(h, unit), in_units(b, unit), unit);
}

}  // namespace

bool is_whole(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  return !text.empty() && text.size() <= most_digits && std::ranges::all_of(text, is_digit);
}

std::optional<Texts> range_of_numbers(std::string_view text) {
  if (const auto dots = text.find(".."); dots != std::string_view::npos) {
    const auto first = text.substr(0, dots), last = text.substr(dots + 2);
    if (is_whole(first) && is_whole(last)) return whole_numbers(first, last);
    if (!decimal_from_text(first) && !decimal_from_text(last)) return {};
    require_two_dots(text, last);
    return decades(first, last);
  }
  if (std::ranges::count(text, ':') != 2) return {};
  const auto colon = text.find(':'), second = text.rfind(':');
  const auto first = text.substr(0, colon), step = text.substr(colon + 1, second - colon - 1);
  if (!decimal_from_text(first) && !decimal_from_text(step)) return {};
  return first_step_last(first, step, text.substr(second + 1));
}

std::optional<Texts> range_of_names(std::string_view text) {
  const auto dots = text.find("..");
  if (dots == std::string_view::npos) return {};
  auto begin = dots;
  while (begin > 0 && is_digit(text[begin - 1])) --begin;
  const auto first = text.substr(begin, dots - begin), last = text.substr(dots + 2);
  if (!is_whole(first)) return {};
  require_two_dots(text, last);
  if (!is_whole(last) || last.starts_with('-')) return {};
  Texts out;
  for (const auto& number : whole_numbers(first, last)) out.push_back(std::string(text.substr(0, begin)) + number);
  return out;
}

}  // namespace plumb
