#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include "methods/analysis/followed_roots.hpp"
#include "methods/analysis/multistep_border.hpp"
#include "methods/analysis/multistep_neighbour.hpp"
#include "methods/analysis/sector.hpp"
#include "methods/analysis/stability_by_formula.hpp"

namespace plumb {
namespace {

class Multistep {
 public:
  explicit Multistep(const MultistepFormula& formula)
      : explicit_(formula.beta.front().value == 0),
        roots(formula),
        border(roots),
        roots_of_rho(roots_by_factors(ascending(formula.alpha))),
        roots_of_sigma(roots_by_factors(ascending(formula.beta))) {}
  Multistep(const Multistep&) = delete;

  const MultistepRoots& step() const { return roots; }
  const MultistepBorder& of_stability() const { return border; }

  bool zero_stable() const { return meets_root_condition(roots_of_rho); }

  quad rho_infinity() const {
    if (explicit_) return std::numeric_limits<quad>::infinity();
    return in_quad(largest_at_infinity().first);
  }
  double rho_infinity_within() const { return explicit_ ? 0 : largest_at_infinity().second; }

  // A-stability requires Re ρ/σ >= 0 on the circle and no root of σ outside of it; then Re ρ/σ > 0 outside (maximum
  // principle). If a double root of σ on the circle exists, it is a root of ρ too, which is harmless at any finite z.
  bool a_stable(const StableIntervals& axis) const {
    const auto in_disc = [](const MultipleRoot& r) { return on_circle(r) || modulus(r.value) < 1; };
    if (explicit_ || !zero_stable() || !std::ranges::all_of(roots_of_sigma, in_disc)) return false;
    return border.is_in_right_half_plane() && axis.everywhere();
  }

  // Returns the angle of A(α)-stability of a formula that is not A-stable.
  std::optional<Bound> sector(const StableIntervals& real_axis) const {
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

  // Between two crossings the stability does not change, so a test at one Ω is sufficient.
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

  bool explicit_;
  MultistepRoots roots;
  MultistepBorder border;
  std::vector<MultipleRoot> roots_of_rho, roots_of_sigma;  // roots of ρ and σ with their common factor
};

}  // namespace

namespace {

// Returns null if stability is possible within the digits but not proven by them, because too much is undecided.
std::optional<bool> if_decided(std::optional<bool> allowed, double open) {
  return allowed == true && open > growth_of_verdicts ? std::nullopt : allowed;
}

// Drops an unbounded last interval if the coefficients have too few digits to prove it.
StableIntervals if_decided(StableIntervals found, double open) {
  if (open <= growth_of_verdicts || found.list.empty() || !std::isinf(found.list.back().to)) return found;
  found.known_until = found.list.back().from;
  found.list.pop_back();
  found.is_known = found.is_broken && !found.list.empty();
  return found;
}

// A formula and neighbours of it within its digits. Results on which they differ are unknown.
class Neighbours {
 public:
  explicit Neighbours(const MultistepFormula& formula)
      : order(order_of(formula)), has_known_order(is_order_decided(formula, order)) {
    if (is_exact(formula)) {
      all.push_back(std::make_shared<const Multistep>(formula));
      return;
    }
    for (std::uint32_t draw = 0; draw <= draws; ++draw)
      all.push_back(std::make_shared<const Multistep>(neighbour(formula, order, draw)));
  }

  const Multistep& own() const { return *all.front(); }
  std::shared_ptr<const Multistep> shared() const { return all.front(); }

  template <class Verdict>
  std::optional<bool> agreed(Verdict verdict) const {
    const std::optional<bool> out = verdict(own());
    for (const auto& one : all)
      if (verdict(*one) != out) return {};
    return out;
  }

  StableIntervals intervals(const Digits100& damping_ratio) const {
    auto out = own().intervals(damping_ratio);
    if (!has_known_order) return {.is_known = false, .is_broken = out.is_broken};
    for (std::size_t k = 1; k < all.size(); ++k) compare(out, all[k]->intervals(damping_ratio).list);
    return out;
  }

  std::optional<Bound> sector(const StableIntervals& real_axis) const {
    auto out = own().sector(real_axis);
    for (const auto& one : all) {
      const auto other = one->sector(real_axis);
      if (!out || !other) return {};
      out->within = std::max(out->within, room * std::abs(other->value - out->value));
    }
    return out;
  }

  double rho_infinity_within() const {
    double out = own().rho_infinity_within();
    const auto rho = own().rho_infinity();
    for (const auto& one : all)
      if (isfinite(rho)) out = std::max(out, room * static_cast<double>(abs(one->rho_infinity() - rho)));
    return out;
  }

 private:
  static constexpr std::uint32_t draws = 4;
  static constexpr double room = 4;  // safety factor on the largest difference of a draw

  static bool is_exact(const MultistepFormula& formula) {
    const auto exact = [](const Known& x) { return x.within <= 1e-60; };
    return std::ranges::all_of(formula.alpha, exact) && std::ranges::all_of(formula.beta, exact);
  }

  // The first interval with a difference makes all further intervals undecided.
  static void compare(StableIntervals& of, const std::vector<StableInterval>& other) {
    const auto widen = [](double end, double there, double& within) {
      if (!std::isinf(end)) within = std::max(within, room * std::abs(there - end));
    };
    std::size_t i = 0;
    for (; i < of.list.size() && i < other.size(); ++i) {
      auto& one = of.list[i];
      if (std::isinf(one.to) != std::isinf(other[i].to)) break;
      widen(one.from, other[i].from, one.from_within);
      widen(one.to, other[i].to, one.to_within);
      if ((one.from == 0) != (other[i].from == 0) || one.from_within > one.to - one.from) break;
    }
    if (i == of.list.size() && i == other.size()) return;
    of.list.resize(i);
    of.is_known = of.is_known && i > 0;
    of.known_until = std::min(of.known_until, i > 0 ? of.list.back().to : 0);
  }

  int order;
  bool has_known_order;  // false: the behaviour of small steps is unknown
  std::vector<std::shared_ptr<const Multistep>> all;
};

// Returns the largest difference of the decimals, which a stepper uses, from the fractions that they approximate.
double rounding_of_fractions(const MultistepFormula& formula, const MultistepData& data) {
  double out = 0;
  const auto compare = [&out](const std::vector<Known>& meant, const std::vector<std::string>& texts) {
    const auto written = known(texts, {.rule = Digits::Rule::exact});
    for (std::size_t j = 0; j < meant.size(); ++j) out = std::max(out, size_of(meant[j].value - written[j].value));
  };
  compare(formula.alpha, data.alpha);
  compare(formula.beta, data.beta);
  return out / size_of(formula.alpha.front().value);
}

}  // namespace

StabilityByFormula stability_by_formula(const MultistepData& data, const Digits& digits) {
  const auto formula = multistep_formula(data, digits);
  const auto all = std::make_shared<const Neighbours>(formula);
  const auto& own = all->own();
  const double open = largest_open(formula);
  const auto axis = if_decided(all->intervals(0), open);
  StabilityByFormula out{
      .linear_order = order_of(formula),
      .error_constant = error_constant(formula),
      .phase = phase_orders(formula),
      .rho_infinity = own.rho_infinity(),
      .rho_infinity_within = all->rho_infinity_within(),
      .zero_stable = all->agreed([](const Multistep& m) { return m.zero_stable(); }),
      .a_stable = if_decided(all->agreed([](const Multistep& m) { return m.a_stable(m.intervals(0)); }), open),
      .open = std::max(open, rounding_of_fractions(formula, data)),
      .irreducible = own.irreducible()};
  if (own.of_stability().is_imaginary()) out.phase.dissipation = {}, out.phase.least_dissipation = 0;
  out.ignored = axis.ignored;
  out.real_axis = if_decided(all->intervals(1), open);
  out.l_stable = l_stable(out);
  add_sector(out, [&] { return all->sector(out.real_axis); });
  out.intervals = [all, axis, open](const quad& xi) {
    return xi == 0 ? axis : if_decided(all->intervals(Digits100(xi)), open);
  };
  const auto method = all->shared();
  out.roots = [method](const quad& xi) { return FollowedRoots(method->step(), xi); };
  out.radius = [method] { return FollowedRadius(method->step()); };
  out.locus = [method](double phi) { return method->of_stability().locus(phi); };
  return out;
}

bool is_zero_stable(const MultistepData& data, const Digits& digits) {
  return meets_root_condition(roots_by_factors(ascending(multistep_formula(data, digits).alpha)));
}

}  // namespace plumb
