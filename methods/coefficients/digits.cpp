#include "methods/coefficients/digits.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "contract/expression.hpp"

namespace plumb {
namespace {

constexpr double rounding = 1e-98;  // relative rounding error of an operation in 100 digits, with a safety factor
constexpr int undecided_bits = 0;   // bits of rule `double` before the order conditions are evaluated
constexpr int longest_exact = 5;    // largest number of significant digits of a decimal that counts as exact
constexpr int shortest_of_double = 16, longest_of_double = 17;  // significant digits of a double as printed by programs

double magnitude(const Digits100& x) { return static_cast<double>(abs(x)); }

Digits100 square_root(const Digits100& x) { return sqrt(x); }

bool is_whole(const Digits100& x) { return x == floor(x); }

bool is_decimal(std::string_view text) { return text.find_first_of(".eEdD") != std::string_view::npos; }

// The number of digits of a decimal from its first nonzero digit, with and without trailing zeros, and the power of ten
// of the last written digit.
struct Written {
  int significant = 0, without_zeros = 0, last = 0;
};

Written written(std::string_view decimal) {
  const auto e = decimal.find_first_of("eEdD");
  const auto mantissa = decimal.substr(0, e);
  Written out;
  if (e != std::string_view::npos) {
    const auto exponent = decimal.substr(e + 1);
    out.last = std::stoi(std::string(exponent.starts_with('+') ? exponent.substr(1) : exponent));
  }
  const auto point = mantissa.find('.');
  if (point != std::string_view::npos) out.last -= static_cast<int>(mantissa.size() - point - 1);
  std::string digits;
  for (const char c : mantissa)
    if (c != '.') digits += c;
  const auto first = digits.find_first_not_of('0'), last = digits.find_last_not_of('0');
  if (first == std::string::npos) return out;
  out.significant = static_cast<int>(digits.size() - first);
  out.without_zeros = static_cast<int>(last - first) + 1;
  return out;
}

// Returns the power of ten of the last nonzero digit.
int last_nonzero(const Written& w) { return w.last + w.significant - w.without_zeros; }

// Returns whether a decimal is a whole number, such as 1767732205903.0.
bool is_whole(const Written& w) { return last_nonzero(w) >= 0; }

// Returns the unit of the n-th significant digit.
double unit_of_digit(const Digits100& x, int n) {
  return x == 0 ? 0 : std::pow(10, std::floor(std::log10(magnitude(x))) + 1 - n);
}

double last_bit(const Digits100& x) {
  return std::nextafter(magnitude(x), std::numeric_limits<double>::infinity()) - magnitude(x);
}

// Applies the rules chosen by a user or the catalogue: the length of each number decides.
double open_by_length(const Written& w, const Digits100& value, const Digits& digits) {
  using Rule = Digits::Rule;
  const int declared_digits = w.without_zeros <= longest_exact ? w.without_zeros : w.significant;
  if (declared_digits <= (digits.rule == Rule::long_decimals ? 15 : longest_exact)) return 0;
  const double unit = std::pow(10, w.last);
  if (digits.rule == Rule::printed || w.significant < shortest_of_double || w.significant > longest_of_double)
    return unit;
  return last_bit(value) + unit;
}

// A number with far fewer digits than the longest numbers is exact, since many trailing zeros are unlikely by accident.
double open_in_table(const Written& w, const Digits100& value, const Digits& digits) {
  constexpr int zeros_of_exact = 6, longest_terminating = 8, far_before = 16;
  const bool of_double = digits.rule == Digits::Rule::as_double;
  const int missing = (digits.right > 0 ? std::min(digits.count, digits.right) : digits.count) - w.without_zeros;
  const double unit = std::pow(10, -digits.decimals), written_unit = std::pow(10, w.last);
  const bool is_double = w.significant >= shortest_of_double && w.significant <= longest_of_double;
  const double own = std::max(unit, written_unit) + (digits.by_own_length && is_double ? last_bit(value) : 0);
  const int zeros_of_short = digits.by_own_length ? 2 : 4;
  const bool is_short =
      missing >= zeros_of_short && w.without_zeros > longest_exact && w.significant == w.without_zeros;
  const bool is_terminating = w.without_zeros <= longest_terminating && missing >= far_before;
  if (is_terminating) return 0;
  if (is_short && (digits.by_own_length || (of_double && w.without_zeros > longest_terminating))) return own;
  if (is_whole(value) || missing >= zeros_of_exact) return 0;
  if (of_double)
    return std::max(1, digits.bits) * (last_bit(value) + std::numeric_limits<double>::epsilon() / 2) + unit;
  const double right = digits.right == 0 ? 0 : std::pow(10, -digits.right) * std::max(1., magnitude(value));
  const double of_table = std::max(unit, unit_of_digit(value, digits.count));
  const bool has_spare_zeros = w.last < -digits.decimals;  // trailing zeros, as in `%.40f` of 15 digits
  return std::max(right, has_spare_zeros ? of_table : std::min(own, of_table));
}

double open(std::string_view decimal, const Digits100& value, const Digits& digits) {
  using Rule = Digits::Rule;
  if (digits.rule == Rule::exact || digits.rule == Rule::significant) return 0;
  const auto w = written(decimal);
  if (!is_decimal(decimal)) {
    const bool is_rounded = digits.rule == Rule::as_double && w.without_zeros > longest_exact;
    return is_rounded ? magnitude(value) * std::numeric_limits<double>::epsilon() : 0;
  }
  const bool in_table = digits.rule == Rule::table || digits.rule == Rule::as_double;
  return in_table ? open_in_table(w, value, digits) : open_by_length(w, value, digits);
}

// A number with its uncertainty, with the operations that contract/expression.hpp requires.
struct Open : Known {
  double least_denominator = 0;  // smallest denominator of a fraction that counts as an approximation

  Open& operator+=(const Open& y) {
    value += y.value;
    within += y.within;
    return rounded();
  }
  Open& operator-=(const Open& y) {
    value -= y.value;
    within += y.within;
    return rounded();
  }
  Open& operator*=(const Open& y) {
    within = within * magnitude(y.value) + magnitude(value) * y.within + within * y.within;
    value *= y.value;
    return rounded();
  }
  Open& operator/=(const Open& y) {
    const bool is_approximation =
        least_denominator > 0 && y.least_denominator > 0 && magnitude(y.value) >= least_denominator;
    value /= y.value;
    within = (within + magnitude(value) * y.within) / magnitude(y.value);
    if (is_approximation && !is_whole(value)) within += 2 / (magnitude(y.value) * magnitude(y.value));
    return rounded();
  }
  Open operator-() const {
    Open out = *this;
    out.value = -value;
    return out;
  }
  bool operator==(int x) const { return value == x; }
  bool operator<(int x) const { return value < x; }
  Open& rounded() {
    least_denominator = 0;
    if (!is_whole(value) || within > 0) within += rounding * magnitude(value);
    return *this;
  }
};

struct OpenArithmetic {
  using Number = Open;
  Digits digits;

  static Open sqrt(const Open& x) {
    Open out;
    out.value = square_root(x.value);
    if (x.within > 0) out.within = x.value == 0 ? std::sqrt(x.within) : x.within / magnitude(out.value);
    return out.rounded();
  }
  static Open pi() {
    Open out;
    out.value = Digits100::pi();
    return out.rounded();
  }
  Open number(std::string_view, std::size_t, std::string_view text) const {
    Open out;
    out.value = Digits100(expression_detail::with_e(text));
    out.within = open(text, out.value, digits);
    out.rounded();
    if (is_whole(out.value)) out.least_denominator = digits.least_denominator;
    return out;
  }
};

// A placeholder for a number whose value is not needed. Sums of placeholders are never 0 or negative.
struct Anything {
  Anything& operator+=(Anything) { return *this; }
  Anything& operator-=(Anything) { return *this; }
  Anything& operator*=(Anything) { return *this; }
  Anything& operator/=(Anything) { return *this; }
  Anything operator-() const { return *this; }
  bool operator==(int) const { return false; }
  bool operator<(int) const { return false; }
};

// Returns whether a decimal with more digits than a double needs is the exact value of a double. Of other decimals with
// 18 digits, one in ten to a hundred looks like a double by chance; with 30 digits, one in 10^14.
bool is_double_written_out(std::string_view text, const Written& w) {
  const Digits100 value(expression_detail::with_e(text));
  const Digits100 off = abs(value - Digits100(static_cast<double>(value)));
  return off <= Digits100("0.51") * pow(Digits100(10), w.last);
}

// The lengths of the longest numbers, and whether long decimals are doubles.
struct Decimals {
  int longest = 0, behind_point = 0;
  bool are_doubles = true;  // whether all decimals with more digits than a double needs are doubles
  int longest_whole = 0;
};
struct DecimalsOf {
  using Number = Anything;
  Decimals* found;
  static Anything sqrt(Anything) { return {}; }
  static Anything pi() { return {}; }
  Anything number(std::string_view, std::size_t, std::string_view text) const {
    const auto w = written(text);
    if (!is_decimal(text) || is_whole(w)) {
      found->longest_whole = std::max(found->longest_whole, w.without_zeros);
      return {};
    }
    found->longest = std::max(found->longest, w.without_zeros);
    found->behind_point = std::max(found->behind_point, -last_nonzero(w));
    if (w.without_zeros > longest_of_double) found->are_doubles = found->are_doubles && is_double_written_out(text, w);
    return {};
  }
};

}  // namespace

Digits digits_from_text(std::string_view text) {
  using Rule = Digits::Rule;
  if (text.empty()) return {.rule = Rule::unset};
  if (text == "exact") return {.rule = Rule::exact};
  if (text == "printed") return {.rule = Rule::printed};
  if (text == "double") return {.rule = Rule::as_double, .count = 17, .decimals = 40, .bits = undecided_bits};
  int count = 0;
  for (const char c : text) count = c >= '0' && c <= '9' && count <= 50 ? 10 * count + (c - '0') : 100;
  if (count < 3 || count > 50)
    throw std::invalid_argument("digits: \"exact\", \"printed\", \"double\" or a number from 3 to 50 is allowed");
  return {.rule = Rule::significant, .count = count};
}

// Appends hypotheses in which fractions are approximations: fractions whose denominators have about as many digits as
// the longest, or all with more than five digits.
static void add_fractions(std::vector<Digits>& hypotheses, int longest) {
  const auto without = hypotheses;
  for (int digits = std::max(longest - 5, longest_exact);; digits = longest_exact) {
    for (auto one : without) {
      one.least_denominator = std::pow(10, digits);
      hypotheses.push_back(one);
    }
    if (digits == longest_exact) return;
  }
}

// Returns the hypotheses for doubles: exact to the bit, partly printed with fewer digits, or results of operations.
static std::vector<Digits> of_doubles(Digits doubles) {
  doubles.bits = 1;
  std::vector<Digits> out = {doubles};
  doubles.by_own_length = true;
  out.push_back(doubles);
  doubles.bits = 16;
  out.push_back(doubles);
  return out;
}

std::vector<Digits> hypotheses(const Digits& digits, const std::vector<const std::vector<std::string>*>& coefficients) {
  using Rule = Digits::Rule;
  if (digits.rule == Rule::as_double && digits.bits == undecided_bits) return of_doubles(digits);
  if (digits.rule != Rule::unset) return {digits};
  Decimals found;
  for (const auto* list : coefficients)
    for (const auto& text : *list)
      if (text.find_first_of(".eEdD/") != std::string::npos)
        expression_detail::Parser(text, DecimalsOf{&found}).value();
  Digits table{.rule = Rule::table, .count = found.longest, .decimals = found.behind_point};
  std::vector<Digits> out;
  constexpr int fewest = 3;
  if (found.longest >= 16 && found.are_doubles) {
    table.rule = Rule::as_double;
    out = of_doubles(table);
  } else {
    if (found.longest <= longest_exact) out.push_back({.rule = Rule::exact});
    if (found.longest >= fewest) out.push_back(table);
    table.by_own_length = true;
    if (found.longest > longest_exact) out.push_back(table);
  }
  if (found.longest_whole > longest_exact) add_fractions(out, found.longest_whole);
  return out;
}

Digits decided(const Digits& digits, const std::vector<const std::vector<std::string>*>& coefficients) {
  return hypotheses(digits, coefficients).front();
}

std::string in_words(const Digits& digits) {
  const auto number = [](int n) { return std::to_string(n); };
  std::string out;
  switch (digits.rule) {
    case Digits::Rule::exact:
      return digits.least_denominator > 0 ? "exact, but long fractions within 2/denominator^2" : "exact";
    case Digits::Rule::significant: return "all but whole numbers within digit " + number(digits.count);
    case Digits::Rule::long_decimals: return "exact, decimals of more than 15 digits within their last digit or bit";
    case Digits::Rule::as_double:
      out = digits.bits == 1 ? "doubles, within their last bit" : "doubles, within the last four bits of each";
      break;
    case Digits::Rule::table:
      out = "a table of " + number(digits.count) + " digits, " + number(digits.decimals) +
            " after the decimal point: decimals within a unit of the last digit";
      if (digits.right > 0)
        out = "decimals of " + number(digits.count) + " digits, of which the order conditions show " +
              number(digits.right) + " to be correct";
      break;
    case Digits::Rule::unset:
    case Digits::Rule::printed:
      out = "decimals of more than 5 digits within a unit of their last digit, all other numbers exact";
  }
  if (digits.by_own_length) out += "; shorter decimals within a unit of their own last digit";
  if (digits.least_denominator > 0) out += "; long fractions within 2/denominator^2";
  return out;
}

Known known(std::string_view text, const Digits& digits) {
  Known out = expression_detail::Parser(text, OpenArithmetic{digits}).value();
  if (digits.rule == Digits::Rule::significant && !is_whole(out.value))
    out.within = std::pow(10, std::floor(std::log10(magnitude(out.value))) + 1 - digits.count);
  return out;
}

std::vector<Known> known(const std::vector<std::string>& texts, const Digits& digits) {
  std::vector<Known> out;
  for (const auto& text : texts) out.push_back(known(text, digits));
  return out;
}

}  // namespace plumb
