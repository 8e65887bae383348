#include "methods/analysis/multistep_roots.hpp"

#include <algorithm>
#include <cmath>

namespace plumb {
namespace {

const Digits100 tiny = Digits100("1e-30");  // limit between rounding errors of simple roots and uncertain digits

// Removes the common factor of ρ and σ, whose roots are roots of every step.
CommonFactor reduced(const MultistepFormula& formula) {
  const auto rho = ascending(formula.alpha), sigma = ascending(formula.beta);
  if (auto exact = common_factor(rho, sigma)) return std::move(*exact);
  return {{{1}, {0.}}, rho, sigma};
}

// Returns the uncertainty of a root from the uncertainty of the value: for a simple root, and for any multiplicity.
Digits100 open_simple(double open, const Digits100& slope) { return open > 0 ? open / (slope + open) : slope * 0; }
Digits100 open_multiple(double open, const std::vector<Complex100>& p) {
  const auto n = static_cast<double>(p.size() - 1);
  return n * std::pow(open / static_cast<double>(modulus(p.back())), 1 / n);
}

}  // namespace

Polynomial ascending(const std::vector<Known>& newest_first) {
  Polynomial out;
  for (auto x = newest_first.rbegin(); x != newest_first.rend(); ++x) {
    out.coefficients.push_back(x->value);
    out.within.push_back(x->within);
  }
  return snapped(out);
}

bool on_circle(const MultipleRoot& root) { return abs(modulus(root.value) - 1) <= tiny + 10 * root.within; }

bool meets_root_condition(const std::vector<MultipleRoot>& roots) {
  return std::ranges::all_of(roots, [](const MultipleRoot& r) {
    if (on_circle(r)) return r.multiplicity == 1;
    return modulus(r.value) < 1;
  });
}

MultistepRoots::MultistepRoots(const MultistepFormula& formula)
    : steps(static_cast<std::size_t>(formula.steps())),
      parts(reduced(formula)),
      constant_roots(roots_by_factors(parts.factor)) {}

// Smith's discs |w − w_i| <= n |p(w_i)/(p_n Π (w_i − w_j))| contain all roots. Computed in quad for a step at z, they
// may prove that all roots are inside the unit circle, or that one is outside. Returns nullopt if they prove neither.
// `roots` are near the roots at z, or empty.
std::optional<bool> MultistepRoots::shown_in_quad(const Complex100& z, std::vector<ComplexOf<quad>>& roots) const {
  const quad clear = 1e-6;
  std::vector<ComplexOf<quad>> p;
  for (const auto& x : characteristic(z)) p.push_back({in_quad(x.re), in_quad(x.im)});
  roots = complex_roots(p, std::move(roots));
  if (roots.size() + 1 != p.size()) return {};
  const quad n = static_cast<double>(roots.size());
  bool all_inside = true;
  for (std::size_t i = 0; i < roots.size(); ++i) {
    const auto at = value_and_slope(p, roots[i]);
    const quad value = modulus(at.value) + quad(1e-33) * static_cast<double>(4 * p.size()) * at.terms;
    ComplexOf<quad> product = p.back();
    for (std::size_t j = 0; j < roots.size(); ++j)
      if (j != i) product = product * (roots[i] - roots[j]);
    const quad r = modulus(roots[i]), disc = 2 * n * value / modulus(product);
    if (!isfinite(r) || !isfinite(disc)) return {};
    if (r - 10 * n * value / modulus(at.slope) > 1 + clear) return false;
    all_inside = all_inside && r + disc < 1 - clear;
  }
  return all_inside ? std::optional(true) : std::nullopt;
}

// For few steps all roots are computed in 100 digits at once; roots that the digits leave undecided are examined
// individually.
bool MultistepRoots::is_bounded(const Complex100& z, double& ignored, std::vector<ComplexOf<quad>>& followed) const {
  const bool is_large_and_exact = steps > 11 && rho().slack(1) + sigma().slack(1) < 1e-60;
  if (is_large_and_exact)
    if (const auto shown = shown_in_quad(z, followed)) return *shown;
  return is_bounded_in_100_digits(z, ignored);
}

bool MultistepRoots::is_bounded_in_100_digits(const Complex100& z, double& ignored) const {
  const auto p = characteristic(z);
  const auto roots = complex_roots(p, {});
  std::vector<Complex100> near;
  for (const auto& r : constant_roots)
    if (on_circle(r)) near.push_back(r.value);
  bool grows = false;
  for (const auto& w : roots) {
    const Digits100 r = modulus(w);
    Complex100 slope;
    for (auto k = p.size(); k-- > 1;) slope = slope * w + Complex100{p[k].re * k, p[k].im * k};
    const auto size = static_cast<double>(r);
    const double open = rho().slack(size) + static_cast<double>(modulus(z)) * sigma().slack(size);
    const Digits100 within = std::min(open_simple(open, modulus(slope)), open_multiple(open, p));
    const bool is_clear = r > 1 + tiny + 10 * within;
    grows = grows || is_clear;
    if (is_clear) continue;
    if (r > 1 + tiny) ignored = std::max(ignored, static_cast<double>(r - 1));
    if (r >= 1 - tiny - 10 * within) near.push_back(w);
  }
  if (grows) return false;
  for (std::size_t i = 0; i < near.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (modulus(near[i] - near[j]) < Digits100("1e-10")) return false;
  return true;
}

}  // namespace plumb
