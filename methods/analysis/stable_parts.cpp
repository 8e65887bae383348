#include "methods/analysis/stable_parts.hpp"

#include <algorithm>
#include <cmath>

namespace plumb {
namespace {

// cos(kθ) with cos θ = −ξ (Chebyshev).
std::vector<Digits100> cosines(const Digits100& damping_ratio, std::size_t count) {
  std::vector<Digits100> out{1, -damping_ratio};
  while (out.size() < count) out.push_back(-2 * damping_ratio * out.back() - out[out.size() - 2]);
  return out;
}

}  // namespace

Polynomial squared_modulus(const Polynomial& f, const Digits100& damping_ratio) {
  const auto n = f.coefficients.size();
  const auto cosine = cosines(damping_ratio, n + 1);
  const bool even = damping_ratio == 0;
  const auto size = even ? n : 2 * n - 1;
  Polynomial out{std::vector<Digits100>(size, 0), std::vector<double>(size, 0.)};
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t k = 0; k < n; ++k) {
      if (even && (j + k) % 2 != 0) continue;
      const auto at = even ? (j + k) / 2 : j + k;
      const auto& c = cosine[j > k ? j - k : k - j];
      const auto &x = f.coefficients[j], &y = f.coefficients[k];
      out.coefficients[at] += c * x * y;
      out.within[at] += size_of(c) * (size_of(x) * f.within[k] + size_of(y) * f.within[j] + f.within[j] * f.within[k] +
                                      1e-95 * size_of(x * y));
    }
  return out;
}

std::vector<StablePart> parts_by_sign(Polynomial e) {
  if (e.is_zero()) return {{0, -1, 1}};
  while (e.coefficients.front() == 0) {
    e.coefficients.erase(e.coefficients.begin());
    e.within.erase(e.within.begin());
  }
  auto ends = real_roots(e, 0, root_bound(e));
  ends.insert(ends.begin(), Digits100(0));
  const auto same = [](const Digits100& x, const Digits100& y) { return y - x <= Digits100("1e-25") * y; };
  ends.erase(std::unique(ends.begin(), ends.end(), same), ends.end());
  std::vector<StablePart> out;
  for (std::size_t i = 0; i < ends.size(); ++i) {
    const bool last = i + 1 == ends.size();
    const Digits100 inside = last ? Digits100(2 * ends[i] + 1) : Digits100((ends[i] + ends[i + 1]) / 2);
    const bool is_stable = !(e(inside) < -Digits100(e.slack(size_of(inside))));
    const Digits100 to = last ? Digits100(-1) : ends[i + 1];
    if (!out.empty() && out.back().is_stable == is_stable)
      out.back().to = to;
    else
      out.push_back({ends[i], to, inside, is_stable});
  }
  return out;
}

double Growth::largest(const StablePart& part, int sign) const {
  constexpr double points = 60;
  const Digits100 low = part.from > 0 ? part.from : Digits100(part.to < 0 ? 1e-4 : part.to * 1e-4);
  const Digits100 high = part.to < 0 ? Digits100(1e8 * (1 + part.from)) : part.to;
  const double ratio = static_cast<double>(log(Digits100(high / low)));
  double out = at(part.inside, sign);
  for (double k = 0; k <= points; ++k) out = std::max(out, at(low * std::exp(ratio * k / points), sign));
  return out > 1e-60 ? out : 0;
}

double Growth::at(const Digits100& t, int sign) const {
  const auto down = scale(t);
  return down == 0 ? 0. : static_cast<double>((excess(t) + sign * excess.slack(size_of(t))) / (2 * down));
}

}  // namespace plumb
