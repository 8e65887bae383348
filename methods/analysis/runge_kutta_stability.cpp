#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include "methods/analysis/sector.hpp"
#include "methods/analysis/stability_by_formula.hpp"
#include "methods/analysis/stability_polynomials.hpp"
#include "methods/analysis/stable_parts.hpp"

namespace plumb {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// Doubles bounds of first order, to cover terms of second order. Bounds of rounding errors stay.
Polynomial with_room(Polynomial p) {
  for (std::size_t k = 0; k < p.within.size(); ++k)
    if (p.within[k] > 1e-80 * (1 + size_of(p.coefficients[k]))) p.within[k] *= 2;
  return p;
}

// Returns whether all roots lie in the right half plane, by Routh's array of Q(−z).
bool routh_is_stable(const Polynomial& q) {
  std::vector<Digits100> first, second;
  for (int k = q.degree(); k >= 0; --k) {
    const auto& x = q.coefficients[static_cast<std::size_t>(k)];
    ((q.degree() - k) % 2 == 0 ? first : second).push_back(k % 2 == 0 ? x : Digits100(-x));
  }
  if (first.empty() || second.empty()) return true;
  const bool positive = first.front() > 0;
  while (!second.empty()) {
    if (second.front() == 0 || (second.front() > 0) != positive) return false;
    std::vector<Digits100> next;
    for (std::size_t k = 1; k < first.size(); ++k)
      next.push_back(first[k] - (k < second.size() ? Digits100(first.front() / second.front() * second[k]) : 0));
    first = std::move(second);
    second = std::move(next);
  }
  return true;
}

class RungeKutta {
 public:
  RungeKutta(const TableauData& data, const Digits& digits)
      : polynomials(data, digits),
        raw_p(with_room(polynomials.numerator())),
        raw_q(with_room(polynomials.denominator())),
        p(snapped(raw_p)),
        q(snapped(raw_q)) {}

  const StabilityPolynomials& of_series() const { return polynomials; }

  // Returns nullopt if the digits leave the degree of Q undecided.
  std::optional<quad> rho_infinity() const {
    for (auto k = q.coefficients.size(); k < raw_q.within.size(); ++k)
      if (raw_q.within[k] > 1e-30) return {};
    if (p.degree() > q.degree()) return std::numeric_limits<quad>::infinity();
    if (p.degree() < q.degree()) return 0;
    return in_quad(abs(p.coefficients.back() / q.coefficients.back()));
  }

  // Returns the uncertainty of |P_n/Q_n|.
  double rho_infinity_within() const {
    const auto rho = rho_infinity();
    if (!rho || p.degree() > q.degree()) return 0;
    const auto n = static_cast<std::size_t>(q.degree());
    const auto& of = polynomials.numerator().within;
    const double of_p = n < of.size() ? of[n] : 0;
    return (of_p + static_cast<double>(*rho) * polynomials.denominator().within[n]) / size_of(q.coefficients[n]);
  }

  // Returns whether all poles are in the right half plane; nullopt if the digits do not decide.
  std::optional<bool> has_stable_poles() const {
    if (polynomials.has_nonnegative_diagonal() || routh_is_stable(q)) return true;
    std::optional<bool> out = true;
    for (const auto& pole : multiple_roots(q)) {
      if (pole.value.re > pole.within || cancels(pole)) continue;
      if (pole.value.re < -pole.within || pole.within < 1e-30) return false;
      out = std::nullopt;
    }
    return out;
  }

  // Returns whether R has modulus 1 on the whole imaginary axis.
  bool is_modulus_one() const { return snapped(squared_modulus(q, 0) - squared_modulus(p, 0)).is_zero(); }

  // Returns the intervals of stability on a ray. An interval counts if its undecided growth within the digits
  // is small enough: growth_of_verdicts for an unbounded interval, growth_of_limits for a bounded one. The first
  // interval that does not count makes all further intervals undecided.
  StableIntervals on_ray(const Digits100& damping_ratio, const Digits100& stretch = 1) const {
    const auto e = snapped(squared_modulus(q, damping_ratio) - squared_modulus(p, damping_ratio));
    const Growth growth(squared_modulus(raw_p, damping_ratio), squared_modulus(raw_q, damping_ratio));
    StableIntervals out;
    for (const auto& part : parts_by_sign(e)) {
      if (!part.is_stable && growth.largest(part, -1) > 0) {
        out.is_broken = true;
        continue;
      }
      const double left_open = growth.largest(part.is_stable ? without_open_ends(part, e) : part, 1);
      const auto found = interval(part, e, damping_ratio, stretch);
      if (left_open > (part.to < 0 || !part.is_stable ? growth_of_verdicts : growth_of_limits) ||
          !std::isfinite(found.from_within) || !std::isfinite(found.to_within)) {
        out.is_known = out.is_broken;
        out.known_until = found.from;
        return out;
      }
      out.ignored = std::max(out.ignored, left_open);
      out.add(found);
    }
    return out;
  }

  StableIntervals intervals(const quad& damping_ratio) const {
    const Digits100 xi(damping_ratio);
    if (xi < 1) return on_ray(xi);
    const Digits100 root = sqrt(xi * xi - 1);  // two real eigenvalues, −Ω(ξ ± √(ξ² − 1))
    return common(on_ray(1, xi + root), on_ray(1, xi - root));
  }

  std::optional<bool> is_a_stable(const StableIntervals& axis) const {
    if (axis.is_broken || rho_infinity() == std::numeric_limits<quad>::infinity()) return false;
    const auto poles = has_stable_poles();
    if (poles == false) return false;
    if (!axis.is_known || axis.ignored > growth_of_verdicts) return {};
    return axis.everywhere() ? poles : std::optional(false);
  }

  // Returns the angle of A(α)-stability of a method that is not A-stable.
  std::optional<Bound> sector(const StableIntervals& real_axis) const {
    if (const auto rho = rho_infinity(); !rho || *rho > 1 || !real_axis.everywhere()) return {};
    auto open_p = p, open_q = q;  // coefficients set to 0 keep their uncertainty
    open_p.within = raw_p.within;
    open_q.within = raw_q.within;
    return stable_sector(open_p, open_q);
  }

  Roots roots(const quad& omega_h, const quad& damping_ratio) const {
    const Digits100 xi(damping_ratio), omega(omega_h);
    const Complex100 z{-xi * omega, omega * sqrt(1 - xi * xi)};
    const auto down = q(z);
    if (modulus(down) == 0) return {{}, "R has a pole"};
    const auto r = p(z) / down;
    const Root root{in_quad(r.re), in_quad(r.im)};
    return {{root, std::conj(root)}, {}};
  }

  // Computes in quad, or in 100 digits if cancellation between many stages is possible.
  double radius(std::complex<double> z) const {
    if (std::max(p.degree(), q.degree()) > 24) {
      const Complex100 at{z.real(), z.imag()};
      return static_cast<double>(Digits100(modulus(p(at)) / modulus(q(at))));
    }
    const ComplexOf<quad> at{z.real(), z.imag()};
    return static_cast<double>(quad(modulus(value(p_in_quad, at)) / modulus(value(q_in_quad, at))));
  }

 private:
  // Returns the uncertainty of a root t > 0 of e: the distance at which the sign of e is certain on both sides;
  // infinite if there is no such distance.
  static double open_root(const Polynomial& e, const Digits100& t) {
    if (t <= 0) return 0;
    const double slack = e.slack(size_of(t)), steep = size_of(e.derivative()(t));
    if (slack < 1e-60) return steep > 0 ? slack / steep : 0;
    const auto is_certain = [&e](const Digits100& x) { return size_of(e(x)) > e.slack(size_of(x)); };
    for (double d = slack / steep; Digits100(d) < t; d *= 1.5)
      if (is_certain(t + d) && is_certain(t - d)) return d;
    return infinity;
  }

  // Moves ends inwards by their uncertainty if it is at most a tenth of the length. Other ends stay, so undecided
  // growth near them counts.
  static StablePart without_open_ends(StablePart part, const Polynomial& e) {
    constexpr int room = 2;
    const Digits100 width = part.to < 0 ? part.from : Digits100(part.to - part.from);
    const double from = room * open_root(e, part.from), to = part.to < 0 ? 0 : room * open_root(e, part.to);
    if (10 * from < size_of(width)) part.from += from;
    if (part.to >= 0 && 10 * to < size_of(width)) part.to -= to;
    part.inside = part.to < 0 ? Digits100(2 * part.from + 1) : Digits100((part.from + part.to) / 2);
    return part;
  }

  static StableInterval interval(const StablePart& part, const Polynomial& e, const Digits100& damping_ratio,
                                 const Digits100& stretch) {
    const bool axis = damping_ratio == 0;
    const auto omega = [&](const Digits100& t) {
      return t < 0 ? infinity : static_cast<double>((axis ? Digits100(sqrt(t)) : t) / stretch);
    };
    const auto within = [&](const Digits100& t) {
      const double open = open_root(e, t);
      if (open == 0 || std::isinf(open)) return open;
      if (open < 1e-6 * size_of(t)) return 1.01 * open * omega(t) / size_of(t) / (axis ? 2 : 1);
      return omega(t) - omega(t - open);
    };
    return {omega(part.from), omega(part.to), within(part.from), within(part.to)};
  }

  // Returns whether the numerator has the same root, within the uncertainty.
  bool cancels(const MultipleRoot& pole) const {
    const auto r = static_cast<double>(modulus(pole.value));
    const auto slope = static_cast<double>(modulus(p.derivative()(pole.value)));
    return static_cast<double>(modulus(p(pole.value))) <= 10 * (p.slack(r) + slope * pole.within) + 1e-60;
  }

  StabilityPolynomials polynomials;
  Polynomial raw_p, raw_q, p, q;
  std::vector<quad> p_in_quad = coefficients_in<quad>(p), q_in_quad = coefficients_in<quad>(q);
};

}  // namespace

StabilityByFormula stability_by_formula(const TableauData& tableau, const Digits& digits) {
  const auto method = std::make_shared<const RungeKutta>(tableau, digits);
  const auto& series = method->of_series();
  StabilityByFormula out{.linear_order = series.linear_order(),
                         .rho_infinity = method->rho_infinity(),
                         .rho_infinity_within = method->rho_infinity_within(),
                         .zero_stable = true};
  const auto axis = method->on_ray(0);
  out.ignored = axis.ignored;
  out.open = series.open();
  out.a_stable = method->is_a_stable(axis);
  out.l_stable = l_stable(out);
  out.real_axis = method->on_ray(1);
  add_sector(out, [&] { return method->sector(out.real_axis); });
  out.error_constant = series.error_constant();
  out.phase = phase_orders(series.series(), series.linear_order());
  if (method->is_modulus_one()) out.phase.dissipation = {}, out.phase.least_dissipation = 0;
  out.intervals = [method, axis](const quad& xi) { return xi == 0 ? axis : method->intervals(xi); };
  out.roots = [method](const quad& xi) {
    return [method, xi](const quad& omega_h) { return method->roots(omega_h, xi); };
  };
  out.radius = [method] { return [method](std::complex<double> z) { return method->radius(z); }; };
  return out;
}

}  // namespace plumb
