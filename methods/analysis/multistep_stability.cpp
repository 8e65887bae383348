#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include "methods/analysis/followed_roots.hpp"
#include "methods/analysis/multistep_border.hpp"
#include "methods/analysis/sector.hpp"
#include "methods/analysis/stability_by_formula.hpp"

namespace plumb {
namespace {

class Multistep {
 public:
  explicit Multistep(const MultistepFormula& formula)
      : of(formula),
        explicit_(formula.beta.front().value == 0),
        roots(formula),
        border(roots),
        roots_of_rho(roots_by_factors(ascending(formula.alpha))),
        roots_of_sigma(roots_by_factors(ascending(formula.beta))) {}
  Multistep(const Multistep&) = delete;

  const MultistepFormula& formula() const { return of; }
  const MultistepRoots& step() const { return roots; }
  const MultistepBorder& of_stability() const { return border; }

  bool zero_stable() const { return meets_root_condition(roots_of_rho); }

  // The largest possible error of a coefficient.
  double open() const {
    double out = 0;
    for (const auto* list : {&of.alpha, &of.beta})
      for (const auto& x : *list)
        if (x.within > 1e-60) out = std::max(out, x.within);
    return out / static_cast<double>(abs(of.alpha.front().value));
  }

  quad rho_infinity() const {
    if (explicit_) return std::numeric_limits<quad>::infinity();
    return in_quad(largest_at_infinity().first);
  }
  double rho_infinity_within() const { return explicit_ ? 0 : largest_at_infinity().second; }

  // A-stability needs Re ρ/σ >= 0 on the circle and no root of σ outside of it: then Re ρ/σ > 0 outside (maximum
  // principle). A double root of σ on the circle can only be one that ρ has too, which does no harm at any finite z.
  bool a_stable(const StableIntervals& axis) const {
    const auto in_disc = [](const MultipleRoot& r) { return on_circle(r) || modulus(r.value) < 1; };
    if (explicit_ || !zero_stable() || !std::ranges::all_of(roots_of_sigma, in_disc)) return false;
    return border.is_in_right_half_plane() && axis.everywhere();
  }

  // The angle of A(α)-stability, where the formula is not A-stable.
  std::optional<double> sector(const StableIntervals& real_axis) const {
    if (explicit_ || !zero_stable() || !meets_root_condition(roots_of_sigma) || !real_axis.everywhere()) return {};
    return stable_sector_of_formula(roots.rho(), roots.sigma());
  }

  bool irreducible() const {
    if (roots.common_factor().degree() > 0) return false;
    const auto& sigma = roots.sigma();
    return std::ranges::none_of(roots_of_rho, [&sigma](const MultipleRoot& r) {
      const auto size = static_cast<double>(modulus(r.value));
      const auto slope = static_cast<double>(modulus(sigma.derivative()(r.value)));
      return static_cast<double>(modulus(sigma(r.value))) <= sigma.slack(size) + slope * r.within + 1e-60;
    });
  }

  StableIntervals intervals(const Digits100& damping_ratio) const {
    const Digits100& xi = damping_ratio;
    if (xi <= 1) return on_ray({-xi, sqrt(1 - xi * xi)}, 1);
    const Digits100 root = sqrt(xi * xi - 1);  // two real eigenvalues, −Ω(ξ ± √(ξ² − 1))
    return common(on_ray({-1, 0}, xi + root), on_ray({-1, 0}, xi - root));
  }

 private:
  std::pair<Digits100, double> largest_at_infinity() const {
    std::pair<Digits100, double> out{0, 0};
    for (const auto& r : roots_of_sigma)
      if (const auto size = modulus(r.value); size > out.first) out = {size, r.within > 1e-50 ? r.within : 0};
    return out;
  }

  // Between two crossings one step decides for all.
  StableIntervals on_ray(const Complex100& direction, const Digits100& stretch) const {
    if (!meets_root_condition(roots.constant())) return {.is_broken = true};
    const auto ends = border.crossings(direction);
    std::vector<ComplexOf<quad>> followed;
    StableIntervals out;
    for (std::size_t i = 0; i < ends.size(); ++i) {
      const bool last = i + 1 == ends.size();
      const Digits100 t = last ? Digits100(2 * ends[i] + 1) : Digits100((ends[i] + ends[i + 1]) / 2);
      if (!roots.is_bounded({direction.re * t, direction.im * t}, out.ignored, followed)) continue;
      const auto from = static_cast<double>(ends[i] / stretch);
      const double to = last ? std::numeric_limits<double>::infinity() : static_cast<double>(ends[i + 1] / stretch);
      out.add({from, to});
    }
    if (out.list.empty() || !std::isinf(out.list.back().to)) out.is_broken = true;
    return out;
  }

  MultistepFormula of;
  bool explicit_;
  MultistepRoots roots;
  MultistepBorder border;
  std::vector<MultipleRoot> roots_of_rho, roots_of_sigma;  // those of the whole formula
};

}  // namespace

namespace {

// Makes room in the bounds for terms of second order.
MultistepFormula with_room(MultistepFormula formula) {
  for (auto* list : {&formula.alpha, &formula.beta})
    for (auto& x : *list)
      if (x.within > 1e-60) x.within *= 2;
  return formula;
}

// A formula may have the stability that its digits allow: where they leave much undecided, nothing more is said.
std::optional<bool> as_far_as_told(bool allowed, double open) {
  return allowed && open > growth_of_verdicts ? std::nullopt : std::optional(allowed);
}

// An interval that never ends is known where verdicts are known.
StableIntervals as_far_as_told(StableIntervals found, double open) {
  if (open <= growth_of_verdicts || found.list.empty() || !std::isinf(found.list.back().to)) return found;
  found.list.pop_back();
  found.is_known = found.is_broken && !found.list.empty();
  return found;
}

}  // namespace

StabilityByFormula stability_by_formula(const MultistepData& data, const Digits& digits) {
  const auto method = std::make_shared<const Multistep>(with_room(multistep_formula(data, digits)));
  const double open = method->open();
  const auto allowed = method->intervals(0), axis = as_far_as_told(allowed, open);
  StabilityByFormula out{.linear_order = order_of(method->formula()),
                         .error_constant = error_constant(method->formula()),
                         .phase = phase_orders(method->formula()),
                         .rho_infinity = method->rho_infinity(),
                         .rho_infinity_within = method->rho_infinity_within(),
                         .zero_stable = as_far_as_told(method->zero_stable(), open),
                         .a_stable = as_far_as_told(method->a_stable(allowed), open),
                         .open = open,
                         .irreducible = method->irreducible()};
  if (method->of_stability().is_imaginary()) out.phase.dissipation = {};
  out.ignored = axis.ignored;
  out.real_axis = as_far_as_told(method->intervals(1), open);
  out.l_stable = l_stable(out);
  if (out.a_stable) out.sector = *out.a_stable ? std::optional(90.) : method->sector(out.real_axis);
  out.intervals = [method, axis, open](const quad& xi) {
    return xi == 0 ? axis : as_far_as_told(method->intervals(digits100(xi)), open);
  };
  out.roots = [method](const quad& xi) { return FollowedRoots(method->step(), xi); };
  out.radius = [method] { return FollowedRadius(method->step()); };
  out.locus = [method](double phi) { return method->of_stability().locus(phi); };
  return out;
}

bool is_zero_stable(const MultistepData& data, const Digits& digits) {
  return meets_root_condition(roots_by_factors(ascending(multistep_formula(data, digits).alpha)));
}

}  // namespace plumb
