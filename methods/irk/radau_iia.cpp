#include "methods/irk/radau_iia.hpp"

#include <cmath>

#include "methods/coefficients/digits.hpp"

namespace plumb {
namespace {

using Numbers = std::vector<Digits100>;

struct ValueAndSlope {
  Digits100 value, slope;
};

// Legendre's P_n and its derivative, by their recursions.
ValueAndSlope legendre(int n, const Digits100& t) {
  ValueAndSlope before{0, 0}, now{1, 0};
  for (int k = 1; k <= n; ++k) {
    const ValueAndSlope next{((2 * k - 1) * t * now.value - (k - 1) * before.value) / k,
                             before.slope + (2 * k - 1) * now.value};
    before = now;
    now = next;
  }
  return now;
}

// Ascending zeros of P_s − P_{s−1} in t, the last of them 1: each by Newton's iteration from near where it lies, at
// cos(2kπ/(2s − 1)) but for a few hundredths.
Numbers nodes(int stages) {
  Numbers out;
  for (int k = stages - 1; k >= 1; --k) {
    Digits100 t = std::cos(2 * 3.14159265358979 * k / (2 * stages - 1));
    for (int iteration = 0; iteration < 12; ++iteration) {
      const auto one = legendre(stages, t), other = legendre(stages - 1, t);
      t -= (one.value - other.value) / (one.slope - other.slope);
    }
    out.push_back((1 + t) / 2);
  }
  out.emplace_back(1);
  return out;
}

// ∫_0^x of the polynomial that is 1 at node j and 0 at all others.
Digits100 integral(const Numbers& c, std::size_t j, const Digits100& x) {
  Numbers p = {1};  // the constant first
  for (std::size_t k = 0; k < c.size(); ++k) {
    if (k == j) continue;
    p.emplace_back(0);
    for (std::size_t m = p.size(); m-- > 0;) p[m] = ((m > 0 ? p[m - 1] : Digits100(0)) - c[k] * p[m]) / (c[j] - c[k]);
  }
  Digits100 out = 0;
  for (auto m = p.size(); m-- > 0;) out = (out + p[m] / (m + 1)) * x;
  return out;
}

std::string text(const Digits100& x) { return x.str(45, std::ios_base::scientific); }

}  // namespace

TableauData radau_iia_tableau(int stages) {
  const auto c = nodes(stages);
  TableauData out{.stages = stages};
  for (const auto& x : c) {
    for (std::size_t j = 0; j < c.size(); ++j) out.a.push_back(text(integral(c, j, x)));
    out.c.push_back(text(x));
  }
  out.b.assign(out.a.end() - stages, out.a.end());
  return out;
}

}  // namespace plumb
