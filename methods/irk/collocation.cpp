#include "methods/irk/collocation.hpp"

namespace plumb {
namespace {

// ∫_0^x of the polynomial that is 1 at node j and 0 at all others.
Digits100 integral(const std::vector<Digits100>& c, std::size_t j, const Digits100& x) {
  std::vector<Digits100> p = {1};  // coefficients from the constant term up
  for (std::size_t k = 0; k < c.size(); ++k) {
    if (k == j) continue;
    p.emplace_back(0);
    for (std::size_t m = p.size(); m-- > 0;) p[m] = ((m > 0 ? p[m - 1] : Digits100(0)) - c[k] * p[m]) / (c[j] - c[k]);
  }
  Digits100 out = 0;
  for (auto m = p.size(); m-- > 0;) out = (out + p[m] / (m + 1)) * x;
  return out;
}

std::string decimals(const Digits100& x) { return x.str(45, std::ios_base::scientific); }

}  // namespace

// Computes both by their recursions.
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

TableauData collocation_tableau(const std::vector<Digits100>& c) {
  TableauData out{.stages = static_cast<int>(c.size())};
  for (const auto& x : c) {
    for (std::size_t j = 0; j < c.size(); ++j) out.a.push_back(decimals(integral(c, j, x)));
    out.c.push_back(decimals(x));
  }
  for (std::size_t j = 0; j < c.size(); ++j) out.b.push_back(decimals(integral(c, j, 1)));
  return out;
}

}  // namespace plumb
