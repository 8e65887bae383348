#include "methods/analysis/multistep_border.hpp"

#include <algorithm>
#include <cmath>

namespace plumb {
namespace {

// T_n or U_{n−1} for n = 0, 1, ...: cos(nφ), or sin(nφ)/sin φ, in powers of cos φ.
std::vector<Polynomial> chebyshev(int largest, bool of_first_kind) {
  std::vector<Polynomial> out{of_first_kind ? Polynomial{{1}, {0.}} : Polynomial{},
                              of_first_kind ? Polynomial{{0, 1}, {0., 0.}} : Polynomial{{1}, {0.}}};
  const Polynomial twice{{0, 2}, {0., 0.}};
  while (static_cast<int>(out.size()) <= largest) {
    out.push_back(twice * out.back() - out[out.size() - 2]);
    std::ranges::fill(out.back().within, 0.);  // integer coefficients are exact
  }
  return out;
}

Polynomial term(const Polynomial& p, int k) {
  const auto i = static_cast<std::size_t>(k);
  return {{p.coefficients[i]}, {p.within[i]}};
}

}  // namespace

MultistepBorder::MultistepBorder(const MultistepRoots& of) : step(of), rho(of.rho()), sigma(of.sigma()) {
  const auto most = std::max(rho.degree(), sigma.degree());
  const auto cosines = chebyshev(most, true), sines = chebyshev(most, false);
  for (int j = 0; j <= rho.degree(); ++j)
    for (int k = 0; k <= sigma.degree(); ++k) {
      const Polynomial pair = term(rho, j) * term(sigma, k);
      const auto n = static_cast<std::size_t>(std::abs(j - k));
      real = real + pair * cosines[n];
      imaginary = j > k ? imaginary + pair * sines[n] : imaginary - pair * sines[n];
    }
  real = snapped(real);
  imaginary = snapped(imaginary);
  if (meets_root_condition(step.constant())) meetings = meetings_on_circle();
}

bool MultistepBorder::is_in_right_half_plane() const {
  auto ends = real.is_zero() ? std::vector<Digits100>{} : real_roots(real, -1, 1);
  ends.insert(ends.begin(), Digits100(-1));
  ends.push_back(1);
  for (std::size_t i = 0; i + 1 < ends.size(); ++i)
    if (const Digits100 c = (ends[i] + ends[i + 1]) / 2; real(c) < -Digits100(real.slack(1))) return false;
  return true;
}

std::complex<double> MultistepBorder::locus(double phi) const {
  const Complex100 w{std::cos(phi), std::sin(phi)};
  const auto z = rho(w) / sigma(w);
  return {static_cast<double>(z.re), static_cast<double>(z.im)};
}

// The points e^{iφ} that may be roots for some z on the ray: ρσ̄ has the direction of the ray, or two roots meet.
std::vector<Complex100> MultistepBorder::candidates(const Complex100& direction) const {
  const Polynomial square_of_sine{{1, 0, -1}, {0., 0., 0.}};
  const auto& [cosine, sine] = direction;
  Polynomial meets = sine == 0 ? imaginary : real;
  if (cosine != 0 && sine != 0)
    meets = snapped(scaled(square_of_sine * imaginary * imaginary, cosine * cosine) - scaled(real * real, sine * sine));
  std::vector<Complex100> out;
  std::vector<Digits100> at = {1, -1};
  meets = without_root(without_root(std::move(meets), 1), -1);  // a multiple root at ±1 would be found as a cluster
  if (!meets.is_zero())
    for (const auto& c : real_roots(meets, -1, 1)) at.push_back(c);
  for (const auto& c : at) {
    const Digits100 s = sqrt(std::max(Digits100(0), Digits100(1 - c * c)));
    out.push_back({c, s});
    if (s != 0) out.push_back({c, -s});
  }
  for (const auto& w : step.constant())  // another root may coincide with one of these
    if (on_circle(w)) out.push_back(w.value);
  out.insert(out.end(), meetings.begin(), meetings.end());
  return out;
}

// The points of the circle at which two roots meet, at some z.
std::vector<Complex100> MultistepBorder::meetings_on_circle() const {
  std::vector<Complex100> out;
  const auto collisions = snapped(rho.derivative() * sigma - rho * sigma.derivative());
  if (collisions.degree() > 0)
    for (const auto& w : multiple_roots(collisions))
      if (on_circle(w)) out.push_back(w.value);
  return out;
}

std::vector<Digits100> MultistepBorder::crossings(const Complex100& direction) const {
  const Digits100 vanishing("1e-30");
  const Complex100 conjugate{direction.re, -direction.im};
  std::vector<Digits100> out = {0};
  for (const auto& w : candidates(direction)) {
    const auto down = sigma(w);
    if (modulus(down) <= vanishing) continue;
    const auto t = rho(w) / down * conjugate;
    const Digits100 off = abs(t.im), size = 1 + modulus(t);
    if (t.re > Digits100("1e-25") && off <= Digits100("1e-20") * size) out.push_back(t.re);
  }
  std::ranges::sort(out);
  const auto same = [](const Digits100& x, const Digits100& y) { return y - x <= Digits100("1e-25") * y; };
  out.erase(std::unique(out.begin(), out.end(), same), out.end());
  return out;
}

}  // namespace plumb
