#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include "methods/analysis/exact_factors.hpp"
#include "methods/analysis/sector.hpp"
#include "methods/analysis/stability_by_formula.hpp"
#include "methods/coefficients/multistep_formula.hpp"

namespace plumb {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
const Digits100 tiny = Digits100("1e-30");  // far above the rounding of simple roots, far below any digits

Polynomial ascending(const std::vector<Known>& newest_first) {
  Polynomial out;
  for (auto x = newest_first.rbegin(); x != newest_first.rend(); ++x) {
    out.coefficients.push_back(x->value);
    out.within.push_back(x->within);
  }
  return snapped(out);
}

// T_n, or U_{n−1}, of n = 0, 1, ...: cos(nφ), or sin(nφ)/sin φ, in powers of cos φ.
std::vector<Polynomial> chebyshev(int largest, bool of_first_kind) {
  std::vector<Polynomial> out{of_first_kind ? Polynomial{{1}, {0.}} : Polynomial{},
                              of_first_kind ? Polynomial{{0, 1}, {0., 0.}} : Polynomial{{1}, {0.}}};
  const Polynomial twice{{0, 2}, {0., 0.}};
  while (static_cast<int>(out.size()) <= largest) {
    out.push_back(twice * out.back() - out[out.size() - 2]);
    std::ranges::fill(out.back().within, 0.);  // whole numbers
  }
  return out;
}

bool on_circle(const MultipleRoot& root) { return abs(modulus(root.value) - 1) <= tiny + 10 * root.within; }

// All roots in the closed unit disc, those on the circle simple.
bool meets_root_condition(const std::vector<MultipleRoot>& roots) {
  return std::ranges::all_of(roots, [](const MultipleRoot& r) {
    if (on_circle(r)) return r.multiplicity == 1;
    return modulus(r.value) < 1;
  });
}

// The formula without the common factor of ρ and σ, whose roots are those of every step.
CommonFactor reduced(const MultistepFormula& formula) {
  const auto rho = ascending(formula.alpha), sigma = ascending(formula.beta);
  if (auto exact = common_factor(rho, sigma)) return std::move(*exact);
  return {{{1}, {0.}}, rho, sigma};
}

class Multistep {
 public:
  explicit Multistep(const MultistepFormula& formula)
      : of(formula),
        explicit_(formula.beta.front().value == 0),
        parts(reduced(formula)),
        rho(parts.first),
        sigma(parts.second),
        roots_of_rho(roots_by_factors(ascending(formula.alpha))),
        roots_of_sigma(roots_by_factors(ascending(formula.beta))),
        constant_roots(roots_by_factors(parts.factor)) {
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
  }

  const MultistepFormula& formula() const { return of; }

  bool zero_stable() const { return meets_root_condition(roots_of_rho); }

  quad rho_infinity() const {
    if (explicit_) return std::numeric_limits<quad>::infinity();
    return in_quad(largest_at_infinity().first);
  }
  double rho_infinity_within() const { return explicit_ ? 0 : largest_at_infinity().second; }

  // Re ρ/σ >= 0 on the circle and no root of σ outside of it: then Re ρ/σ > 0 outside (maximum principle). A double
  // root of σ on the circle can only be one that ρ has too, and does no harm at any finite z.
  bool a_stable(const StableIntervals& axis) const {
    const auto in_disc = [](const MultipleRoot& r) { return on_circle(r) || modulus(r.value) < 1; };
    if (explicit_ || !zero_stable() || !std::ranges::all_of(roots_of_sigma, in_disc)) return false;
    auto ends = real.is_zero() ? std::vector<Digits100>{} : real_roots(real, -1, 1);
    ends.insert(ends.begin(), Digits100(-1));
    ends.push_back(1);
    for (std::size_t i = 0; i + 1 < ends.size(); ++i)
      if (const Digits100 c = (ends[i] + ends[i + 1]) / 2; real(c) < -Digits100(real.slack(1))) return false;
    return axis.everywhere();
  }

  // Of A(α)-stability, where it is not A-stable.
  std::optional<double> sector(const StableIntervals& real_axis) const {
    if (explicit_ || !zero_stable() || !meets_root_condition(roots_of_sigma) || !real_axis.everywhere()) return {};
    return stable_sector_of_formula(rho, sigma);
  }

  bool irreducible() const {
    if (parts.factor.degree() > 0) return false;
    return std::ranges::none_of(roots_of_rho, [this](const MultipleRoot& r) {
      const auto size = static_cast<double>(modulus(r.value));
      const auto slope = static_cast<double>(modulus(sigma.derivative()(r.value)));
      return static_cast<double>(modulus(sigma(r.value))) <= sigma.slack(size) + slope * r.within + 1e-60;
    });
  }

  // Whether all roots stay on the circle together with their z on the imaginary axis.
  bool is_modulus_one() const { return real.is_zero(); }

  StableIntervals intervals(const Digits100& damping_ratio) const {
    const Digits100& xi = damping_ratio;
    if (xi <= 1) return on_ray({-xi, sqrt(1 - xi * xi)}, 1);
    const Digits100 root = sqrt(xi * xi - 1);  // two real eigenvalues, −Ω(ξ ± √(ξ² − 1))
    return common(on_ray({-1, 0}, xi + root), on_ray({-1, 0}, xi - root));
  }

  std::complex<double> locus(double phi) const {  // the border of stability: ρ/σ at e^{iφ}
    const Complex100 w{std::cos(phi), std::sin(phi)};
    const auto z = rho(w) / sigma(w);
    return {static_cast<double>(z.re), static_cast<double>(z.im)};
  }

  const Polynomial& first() const { return rho; }
  const Polynomial& second() const { return sigma; }
  const std::vector<MultipleRoot>& constant() const { return constant_roots; }

 private:
  std::pair<Digits100, double> largest_at_infinity() const {
    std::pair<Digits100, double> out{0, 0};
    for (const auto& r : roots_of_sigma)
      if (const auto size = modulus(r.value); size > out.first) out = {size, r.within > 1e-50 ? r.within : 0};
    return out;
  }

  static Polynomial term(const Polynomial& p, int k) {
    const auto i = static_cast<std::size_t>(k);
    return {{p.coefficients[i]}, {p.within[i]}};
  }

  std::vector<Complex100> characteristic(const Complex100& z) const {
    std::vector<Complex100> out;
    for (std::size_t k = 0; k < rho.coefficients.size() || k < sigma.coefficients.size(); ++k) {
      Complex100 x;
      if (k < sigma.coefficients.size()) x = Complex100{-sigma.coefficients[k], 0} * z;
      if (k < rho.coefficients.size()) x.re += rho.coefficients[k];
      out.push_back(x);
    }
    return out;
  }

  // How far a root may be off where the value is open: if it is simple, and in any case.
  static Digits100 open_simple(double open, const Digits100& slope) {
    return open > 0 ? open / (slope + open) : slope * 0;
  }
  static Digits100 open_multiple(double open, const std::vector<Complex100>& p) {
    const auto n = static_cast<double>(p.size() - 1);
    return n * std::pow(open / static_cast<double>(modulus(p.back())), 1 / n);
  }

  // Whether the powers of a step at z, which is on no border, are bounded.
  bool is_bounded(const Complex100& z, double& ignored) const {
    const auto p = characteristic(z);
    const auto roots = complex_roots(p, {});
    std::vector<Complex100> near;
    for (const auto& r : constant_roots)
      if (on_circle(r)) near.push_back(r.value);
    for (const auto& w : roots) {
      const Digits100 r = modulus(w);
      Complex100 slope;
      for (auto k = p.size(); k-- > 1;) slope = slope * w + Complex100{p[k].re * k, p[k].im * k};
      const auto size = static_cast<double>(r);
      const double open = rho.slack(size) + static_cast<double>(modulus(z)) * sigma.slack(size);
      const Digits100 within = std::min(open_simple(open, modulus(slope)), open_multiple(open, p));
      if (r > 1 + tiny + 10 * within) return false;
      if (r > 1 + tiny) ignored = std::max(ignored, static_cast<double>(r - 1));
      if (r >= 1 - tiny - 10 * within) near.push_back(w);
    }
    for (std::size_t i = 0; i < near.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        if (modulus(near[i] - near[j]) < Digits100("1e-10")) return false;
    return true;
  }

  // Points e^{iφ} that may be roots at some z of the ray: where ρσ̄ has its direction, or two roots meet.
  std::vector<Complex100> candidates(const Complex100& direction) const {
    const Polynomial square_of_sine{{1, 0, -1}, {0., 0., 0.}};
    const auto& [cosine, sine] = direction;
    Polynomial meets = sine == 0 ? imaginary : real;
    if (cosine != 0 && sine != 0)
      meets =
          snapped(scaled(square_of_sine * imaginary * imaginary, cosine * cosine) - scaled(real * real, sine * sine));
    std::vector<Complex100> out;
    std::vector<Digits100> at = {1, -1};
    meets =
        without_root(without_root(std::move(meets), 1), -1);  // multiple ones there are not to be found as a cluster
    if (!meets.is_zero())
      for (const auto& c : real_roots(meets, -1, 1)) at.push_back(c);
    for (const auto& c : at) {
      const Digits100 s = sqrt(std::max(Digits100(0), Digits100(1 - c * c)));
      out.push_back({c, s});
      if (s != 0) out.push_back({c, -s});
    }
    for (const auto& w : constant_roots)  // where another root meets one of these
      if (on_circle(w)) out.push_back(w.value);
    const auto collisions = snapped(rho.derivative() * sigma - rho * sigma.derivative());
    if (collisions.degree() > 0)
      for (const auto& w : multiple_roots(collisions))
        if (on_circle(w)) out.push_back(w.value);
    return out;
  }

  // Ω at which a root may cross the circle, ascending from 0.
  std::vector<Digits100> crossings(const Complex100& direction) const {
    const Complex100 conjugate{direction.re, -direction.im};
    std::vector<Digits100> out = {0};
    for (const auto& w : candidates(direction)) {
      const auto down = sigma(w);
      if (modulus(down) <= tiny) continue;
      const auto t = rho(w) / down * conjugate;
      const Digits100 off = abs(t.im), size = 1 + modulus(t);
      if (t.re > Digits100("1e-25") && off <= Digits100("1e-20") * size) out.push_back(t.re);
    }
    std::ranges::sort(out);
    const auto same = [](const Digits100& x, const Digits100& y) { return y - x <= Digits100("1e-25") * y; };
    out.erase(std::unique(out.begin(), out.end(), same), out.end());
    return out;
  }

  StableIntervals on_ray(const Complex100& direction, const Digits100& stretch) const {
    if (!meets_root_condition(constant_roots)) return {};
    const auto ends = crossings(direction);
    StableIntervals out;
    for (std::size_t i = 0; i < ends.size(); ++i) {
      const bool last = i + 1 == ends.size();
      const Digits100 t = last ? Digits100(2 * ends[i] + 1) : Digits100((ends[i] + ends[i + 1]) / 2);
      if (!is_bounded({direction.re * t, direction.im * t}, out.ignored)) continue;
      const double from = static_cast<double>(ends[i] / stretch);
      const double to = last ? infinity : static_cast<double>(ends[i + 1] / stretch);
      if (!out.list.empty() && out.list.back().to == from)
        out.list.back().to = to;
      else
        out.list.push_back({from, to});
    }
    return out;
  }

  MultistepFormula of;
  bool explicit_;
  CommonFactor parts;
  const Polynomial &rho, &sigma;                           // without the common factor
  Polynomial real = {}, imaginary = {};                    // Re ρσ̄ and Im ρσ̄/sin φ on the circle, of cos φ
  std::vector<MultipleRoot> roots_of_rho, roots_of_sigma;  // of the whole formula
  std::vector<MultipleRoot> constant_roots;                // of the common factor: roots of every step
};

// The roots of ρ − zσ, in quad. Those of the last call are where the next begins.
class FollowedRoots {
 public:
  FollowedRoots(const Multistep& method, const quad& damping_ratio)
      : rho(rounded(method.first())), sigma(rounded(method.second())), xi(damping_ratio) {
    for (const auto& r : method.constant())
      for (int k = 0; k < r.multiplicity; ++k) constant.push_back({in_quad(r.value.re), in_quad(r.value.im)});
  }

  Roots operator()(const quad& omega_h) {
    last = complex_roots(characteristic({-xi * omega_h, omega_h * sqrt(1 - xi * xi)}), std::move(last));
    Roots out;
    for (const auto* roots : {&last, &constant})
      for (const auto& w : *roots) {
        out.values.emplace_back(w.re, w.im);
        out.values.emplace_back(w.re, -w.im);
      }
    std::ranges::sort(out.values, std::greater{}, [](const Root& z) { return plumb::modulus(z); });
    return out;
  }

 private:
  static std::vector<quad> rounded(const Polynomial& p) {
    std::vector<quad> out;
    for (const auto& x : p.coefficients) out.push_back(in_quad(x));
    return out;
  }

  std::vector<ComplexOf<quad>> characteristic(const ComplexOf<quad>& z) const {
    std::vector<ComplexOf<quad>> out(std::max(rho.size(), sigma.size()));
    for (std::size_t k = 0; k < sigma.size(); ++k) out[k] = ComplexOf<quad>{-sigma[k], 0} * z;
    for (std::size_t k = 0; k < rho.size(); ++k) out[k].re += rho[k];
    return out;
  }

  std::vector<quad> rho, sigma;
  quad xi;
  std::vector<ComplexOf<quad>> last = {}, constant = {};
};

// The largest root of ρ − zσ, in double, from one z to the next.
class FollowedRadius {
 public:
  explicit FollowedRadius(const Multistep& method) : rho(rounded(method.first())), sigma(rounded(method.second())) {
    for (const auto& r : method.constant()) least = std::max(least, static_cast<double>(modulus(r.value)));
  }

  double operator()(std::complex<double> z) {
    std::vector<ComplexOf<double>> p(std::max(rho.size(), sigma.size()));
    for (std::size_t k = 0; k < sigma.size(); ++k) p[k] = {-sigma[k] * z.real(), -sigma[k] * z.imag()};
    for (std::size_t k = 0; k < rho.size(); ++k) p[k].re += rho[k];
    last = complex_roots(std::move(p), std::move(last));
    double out = least;
    for (const auto& w : last) out = std::max(out, modulus(w));
    return out;
  }

 private:
  static std::vector<double> rounded(const Polynomial& p) {
    std::vector<double> out;
    for (const auto& x : p.coefficients) out.push_back(static_cast<double>(x));
    return out;
  }

  std::vector<double> rho, sigma;
  std::vector<ComplexOf<double>> last = {};
  double least = 0;
};

}  // namespace

StabilityByFormula stability_by_formula(const MultistepData& data, const Digits& digits) {
  const auto method = std::make_shared<const Multistep>(multistep_formula(data, digits));
  const auto axis = method->intervals(0);
  StabilityByFormula out{.linear_order = order_of(method->formula()),
                         .error_constant = error_constant(method->formula()),
                         .phase = phase_orders(method->formula()),
                         .rho_infinity = method->rho_infinity(),
                         .rho_infinity_within = method->rho_infinity_within(),
                         .zero_stable = method->zero_stable(),
                         .a_stable = method->a_stable(axis),
                         .irreducible = method->irreducible()};
  if (method->is_modulus_one()) out.phase.dissipation = {};
  out.ignored = axis.ignored;
  out.real_axis = method->intervals(1);
  out.l_stable = out.a_stable && out.rho_infinity < quad(1e-25);
  out.sector = out.a_stable ? std::optional(90.) : method->sector(out.real_axis);
  out.intervals = [method, axis](const quad& xi) { return xi == 0 ? axis : method->intervals(digits100(xi)); };
  out.roots = [method](const quad& xi) { return FollowedRoots(*method, xi); };
  out.radius = [method] { return FollowedRadius(*method); };
  out.locus = [method](double phi) { return method->locus(phi); };
  return out;
}

bool is_zero_stable(const MultistepData& data, const Digits& digits) {
  return meets_root_condition(roots_by_factors(ascending(multistep_formula(data, digits).alpha)));
}

std::optional<StabilityByFormula> stability_by_formula(const Method& method, const Parameters& parameters,
                                                       const Digits& digits) {
  if (method.tableau) return stability_by_formula(method.tableau(parameters), digits);
  if (method.multistep) return stability_by_formula(method.multistep(parameters), digits);
  return {};
}

std::optional<double> StableIntervals::limit() const {
  if (list.empty() || list.front().from != 0) return 0;
  if (list.front().to == infinity) return {};
  return list.front().to;
}

StableIntervals common(const StableIntervals& one, const StableIntervals& other) {
  StableIntervals out{.ignored = std::max(one.ignored, other.ignored)};
  for (const auto& x : one.list)
    for (const auto& y : other.list)
      if (std::max(x.from, y.from) < std::min(x.to, y.to))
        out.list.push_back({std::max(x.from, y.from), std::min(x.to, y.to)});
  return out;
}

}  // namespace plumb
