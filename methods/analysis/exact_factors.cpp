#include "methods/analysis/exact_factors.hpp"

#include <boost/math/tools/polynomial.hpp>
#include <boost/multiprecision/cpp_int.hpp>

#include "contract/stop.hpp"
#include "numerics/boost_number.hpp"

namespace plumb {
namespace {

using Integer = boost::multiprecision::cpp_int;
using Rational = boost::multiprecision::cpp_rational;
using Exact = boost::math::tools::polynomial<Rational>;  // without leading zeros

Integer integer(const Digits100& x) { return Integer(boost_number(x)); }

Digits100 rounded(const Integer& x) { return long_number<100>(BoostNumber<100>(x)); }

// Returns the fraction that rounds to `value` in 100 digits; nullopt if none has a denominator of at most 46 digits.
// There is at most one such fraction.
std::optional<Rational> fraction(const Digits100& value, double within) {
  const Digits100 rounding = Digits100("1e-96") * abs(value);
  if (within > rounding) return {};
  Digits100 x = value, p = 1, q = 0, p_before = 0, q_before = 1;
  while (q < Digits100("1e46")) {
    const Digits100 whole = floor(x), next_p = whole * p + p_before, next_q = whole * q + q_before;
    p_before = std::exchange(p, next_p);
    q_before = std::exchange(q, next_q);
    if (abs(p) > Digits100("1e90")) return {};
    if (abs(p / q - value) <= rounding) return Rational(integer(p), integer(q));
    if (x == whole) return {};
    x = 1 / (x - whole);
  }
  return {};
}

std::optional<Exact> exact(const Polynomial& p) {
  std::vector<Rational> out;
  for (std::size_t k = 0; k < p.coefficients.size(); ++k) {
    const auto x = fraction(p.coefficients[k], p.within[k]);
    if (!x) return {};
    out.push_back(*x);
  }
  return Exact(std::move(out));
}

Polynomial rounded(const Exact& p) {
  Polynomial out;
  for (const auto& x : p.data()) {
    out.coefficients.push_back(rounded(numerator(x)) / rounded(denominator(x)));
    out.within.push_back(1e-98 * std::abs(static_cast<double>(out.coefficients.back())));
  }
  return out;
}

Exact monic(Exact p) {
  const Rational leading = p.data().back();
  return p /= leading;
}

using Residue = boost::multiprecision::uint128_t;
using Residues = std::vector<Residue>;  // coefficients modulo `prime`, the constant first
const Residue prime = (Residue(1) << 61) - 1;

Residue inverse(const Residue& x) {
  Residue out = 1, square = x;
  for (Residue power = prime - 2; power != 0; power >>= 1) {
    if ((power & 1) != 0) out = out * square % prime;
    square = square * square % prime;
  }
  return out;
}

Residue residue(Integer x) {
  x %= Integer(prime);
  if (x < 0) x += Integer(prime);
  return Residue(x);
}

/// Returns nullopt if a denominator or the leading coefficient vanishes.
std::optional<Residues> residues(const Exact& p) {
  Residues out;
  for (const auto& x : p.data()) {
    const auto below = residue(denominator(x));
    if (below == 0) return {};
    out.push_back(residue(numerator(x)) * inverse(below) % prime);
  }
  return out.empty() || out.back() == 0 ? std::nullopt : std::optional(out);
}

void take_rest(Residues& p, const Residues& by) {
  const Residue leading = inverse(by.back());
  while (p.size() >= by.size()) {
    const Residue factor = p.back() * leading % prime;
    const auto shift = p.size() - by.size();
    for (std::size_t k = 0; k < by.size(); ++k) p[shift + k] = (p[shift + k] + (prime - factor) * by[k]) % prime;
    while (!p.empty() && p.back() == 0) p.pop_back();
  }
}

// Two polynomials without a common factor modulo a prime are coprime. The test modulo a prime needs no long
// numbers.
bool are_coprime_modulo_a_prime(const Exact& one, const Exact& other) {
  auto p = residues(one), q = residues(other);
  if (!p || !q) return false;
  while (!q->empty()) {
    take_rest(*p, *q);
    std::swap(*p, *q);
  }
  return p->size() == 1;
}

Exact gcd(Exact p, Exact q) {
  if (are_coprime_modulo_a_prime(p, q)) return Exact(Rational(1));
  while (!q.is_zero()) {
    stopping_point();
    const Exact rest = p % q;
    p = std::move(q);
    q = rest.is_zero() ? rest : monic(rest);
  }
  return monic(std::move(p));
}

void add_simple_roots(const Exact& p, int multiplicity, std::vector<MultipleRoot>& out) {
  for (const auto& z : complex_roots(rounded(p))) out.push_back({z, multiplicity, 1e-60});
}

}  // namespace

std::optional<CommonFactor> common_factor(const Polynomial& p, const Polynomial& q) {
  const auto first = exact(p), second = exact(q);
  if (!first || !second || first->is_zero() || second->is_zero()) return {};
  const auto factor = gcd(*first, *second);
  return CommonFactor{rounded(factor), rounded(*first / factor), rounded(*second / factor)};
}

std::vector<MultipleRoot> roots_by_factors(const Polynomial& p) {
  const auto of = exact(p);
  if (!of || of->size() < 2) return multiple_roots(p);
  std::vector<MultipleRoot> out;
  const auto slope = of->prime();
  const auto repeated = gcd(*of, slope);
  Exact b = *of / repeated, d = slope / repeated - b.prime();
  for (int multiplicity = 1; b.size() > 1; ++multiplicity) {
    const auto factor = d.is_zero() ? monic(b) : gcd(b, d);
    if (factor.size() > 1) add_simple_roots(factor, multiplicity, out);
    b /= factor;
    d = d / factor - b.prime();
  }
  return out;
}

}  // namespace plumb
