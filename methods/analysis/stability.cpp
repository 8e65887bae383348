#include "methods/analysis/stability.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "contract/stop.hpp"
#include "methods/analysis/kept_modes.hpp"
#include "methods/analysis/stability_by_formula.hpp"

namespace plumb {
namespace {

const quad far_from_stable = 0.3;  // growth at both ends of an interval above which a stable Ω inside is implausible
constexpr int coarse = 10;         // number of grid steps taken together if the spectral radius permits

// Returns whether the powers of a matrix of spectral radius 1 grow. Powers of a defective eigenvalue grow like their
// exponents: by 2^10 from ten squarings to the next ten. Bounded powers only rotate, however slowly at small Ω.
bool powers_grow(Mat<quad> a) {
  const auto largest_of_ten = [&a] {
    quad largest = 0;
    for (int k = 0; k < 10; ++k) {
      a = (a * a).eval();
      largest = std::max(largest, quad(a.cwiseAbs().maxCoeff()));
    }
    return largest;
  };
  largest_of_ten();
  largest_of_ten();
  const quad before = largest_of_ten();
  return largest_of_ten() > 8 * before;
}

// Returns whether two roots on the unit circle are indistinguishable.
bool has_multiple_root_on_circle(const std::vector<Root>& roots, const quad& within) {
  for (std::size_t i = 0; i < roots.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (abs(modulus(roots[i]) - 1) < within && modulus(roots[i] - roots[j]) < within) return true;
  return false;
}

/// Returns an upper bound of the spectral radius if powers of the matrix, in double, prove that it is below 1:
/// ‖A^k‖^(1/k) with k = 2, 4, ... until the norm is below 1e-3. Returns null if they do not, or if they grow so far
/// first that rounding errors might matter.
std::optional<double> decaying_radius(const Mat<quad>& a) {
  constexpr int doublings = 36;  // number of squarings, for spectral radii up to 1 − 1e-10, far above rounding
  Mat<quad> balanced = a;
  balance(balanced);
  Mat<double> power = balanced.cast<double>();
  for (int k = 1; k <= doublings; ++k) {
    power = (power * power).eval();
    const double norm = power.cwiseAbs().rowwise().sum().maxCoeff();
    if (!(norm < 1e4)) return {};
    if (norm < 1e-3) return std::pow(std::max(norm, 1e-300), std::exp2(-k));
  }
  return {};
}

/// The behaviour of a step: `excess` = max |λ| − 1.
struct Behaviour {
  quad excess = 0;
  quad growth = 0;  // largest excess over 1 that may be rounding noise
  bool defective = false;
  std::string failure = {};
  bool unstable() const { return defective || excess > growth; }
  bool ends_scan() const { return !failure.empty() || unstable(); }
};

class Scan {
 public:
  Scan(const Method& of, const Parameters& p, const quad& xi)
      : method(of), parameters(p), damping_ratio(xi), known(resolution(of)), invariant(of, p) {}

  Behaviour at(const quad& omega_h) const {
    const auto a = amplification_matrix(method, parameters, omega_h, damping_ratio);
    if (!a.ok()) return {.failure = a.failure};
    if (const auto others = behaviour_of_others(a.matrix)) return *others;
    if (const auto radius = decaying_radius(a.matrix)) return {.excess = *radius - 1, .growth = known.growth};
    const auto roots = eigenvalues(a.matrix);
    Behaviour out{.excess = modulus(roots.front()) - 1, .growth = known.growth};
    if (!(out.excess > known.circle) && has_multiple_root_on_circle(roots, known.circle)) {
      out.defective = powers_grow(a.matrix);
      if (!out.defective) out.excess = 0;
    }
    return out;
  }

  /// A point of the grid from 1e-4 in steps of 2 %.
  struct Point {
    int index = -1;  // index of the grid point; −1: none
    quad omega_h = 0;
    Behaviour behaviour = {};
  };
  static quad grid(int k) {
    static const std::vector<quad> all = [] {
      std::vector<quad> out = {quad(1e-4)};
      while (out.back() < 1e12) out.push_back(out.back() * quad(1.02));
      return out;
    }();
    return all.at(static_cast<std::size_t>(k));
  }
  Point point(int k) const { return {k, grid(k), at(grid(k))}; }

  // Returns the first point after `before` up to `now` that ends the scan. The points in between are examined if the
  // radius comes close to 1 or if the scan ends at `now`. They are skipped if the distance from 1 follows a power of Ω.
  std::optional<Point> first_unstable(const Point& earlier, const Point& before, const Point& now) const {
    const bool rises = may_rise_between(before.behaviour, now.behaviour) && !is_power_law(earlier, before, now);
    if (before.index >= 0 && (now.behaviour.ends_scan() || rises))
      for (int k = before.index + 1; k < now.index; ++k)
        if (auto found = point(k); found.behaviour.ends_scan()) return found;
    if (now.behaviour.ends_scan()) return now;
    return {};
  }

  // Returns the boundary between a stable and an unstable Ω, on its unstable side.
  quad crossing(quad stable, quad unstable) const {
    while (abs(unstable - stable) > quad(1e-13) * unstable) {
      const quad middle = (stable + unstable) / 2;
      (at(middle).unstable() ? unstable : stable) = middle;
    }
    return unstable;
  }

  // Returns the first point after `before` up to `now` at which a step is stable again. The search is as in
  // first_unstable.
  std::optional<Point> first_stable(const Point& before, const Point& now) const {
    if (!now.behaviour.unstable() || may_fall_between(before.behaviour, now.behaviour))
      for (int k = before.index + 1; k < now.index; ++k)
        if (auto found = point(k); !found.behaviour.unstable()) return found;
    if (!now.behaviour.unstable()) return now;
    return {};
  }
  static bool may_fall_between(const Behaviour& one, const Behaviour& other) {
    if (one.defective || other.defective) return true;
    const quad least = std::min(one.excess, other.excess);
    return least <= far_from_stable && least <= abs(one.excess - other.excess);
  }

  // Returns false if both radii are farther from 1 than from each other: then the radius does not rise to 1 in between.
  static bool may_rise_between(const Behaviour& one, const Behaviour& other) {
    return -std::max(one.excess, other.excess) <= abs(one.excess - other.excess);
  }

  // Returns whether the distance of the radius from 1 grows by the same factor in two coarse steps. It does for a
  // principal root with the radius 1 − C Ω^m.
  static bool is_power_law(const Point& earlier, const Point& before, const Point& now) {
    if (earlier.index < 0 || before.index - earlier.index != coarse || now.index - before.index != coarse) return false;
    const auto &a = earlier.behaviour, &b = before.behaviour, &c = now.behaviour;
    if (a.defective || b.defective || c.defective || !(a.excess < 0) || !(b.excess < 0)) return false;
    const quad first = b.excess / a.excess, second = c.excess / b.excess;
    return first > 1 && first < 10 && abs(second - first) < quad(0.05) * first;
  }

  // Returns whether growth follows a power of Ω, which passes any threshold slowly. A root that crosses the circle
  // grows at once.
  bool is_slow_growth(const quad& omega_h, const char* farther = "1.01") const {
    const auto beyond = at(omega_h * quad(farther));
    return !beyond.defective && beyond.excess < 100 * known.growth;
  }

 private:
  // Returns the behaviour of all roots except the invariant modes, which have separate eigenvectors and are harmless.
  // Returns nullopt if there are no invariant modes, and also if powers must decide: a root is too close to the
  // eigenvalue of an invariant mode, or two roots on the circle are too close to each other.
  std::optional<Behaviour> behaviour_of_others(const Mat<quad>& a) const {
    if (invariant.none()) return {};
    const auto others = invariant.others(a);
    if (!others) return {};
    if (const auto radius = decaying_radius(*others)) return Behaviour{.excess = *radius - 1, .growth = known.growth};
    auto roots = eigenvalues(*others);
    const quad excess = modulus(roots.front()) - 1;
    for (const auto& root : invariant.distinct_roots()) roots.push_back(root);
    if (!(excess > known.circle) && has_multiple_root_on_circle(roots, known.circle)) return {};
    return Behaviour{.excess = excess, .growth = known.growth};
  }

  const Method& method;
  const Parameters& parameters;
  quad damping_ratio;
  const Resolution& known;
  InvariantModes invariant;
};

quad rounded(const quad& value, const quad& error) {
  if (error < quad(1e-30)) return value;
  const quad unit = pow(quad(10), ceil(log10(10 * error)));
  return unit * round(value / unit);
}

// Returns the limit of a sequence by the epsilon algorithm (Wynn 1956), which is exact for a sum of geometric
// sequences. Radii at Ω, 10 Ω, 100 Ω, ... approach their limit by powers of Ω^(1/r), where r is the multiplicity of the
// root at infinity. The result is the estimate with the smallest last change among all columns, rounded to the decimals
// that ten times this change leaves.
quad extrapolated(const std::vector<quad>& sequence) {
  std::vector<quad> before(sequence.size() + 1, quad(0)), column = sequence;
  quad best = sequence.back(), least = abs(sequence.back() - sequence[sequence.size() - 2]);
  for (int k = 1; column.size() > 1; ++k) {
    std::vector<quad> next;
    for (std::size_t i = 0; i + 1 < column.size(); ++i) {
      const quad change = column[i + 1] - column[i];
      if (abs(change) <= quad(1e-30)) return k % 2 == 1 ? column[i + 1] : rounded(best, least);
      next.push_back(before[i + 1] + 1 / change);
    }
    before = std::exchange(column, std::move(next));
    if (k % 2 != 0 || column.size() < 2) continue;
    if (const quad moved = abs(column.back() - column[column.size() - 2]); moved < least) {
      least = moved;
      best = column.back();
    }
  }
  return rounded(best, least);
}

// Returns the smallest distance above `apart` between two roots near or on the unit circle.
std::optional<quad> nearest_pair(const std::vector<Root>& roots, const quad& apart) {
  std::optional<quad> nearest;
  for (std::size_t i = 0; i < roots.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      if (modulus(roots[i]) < quad(0.999)) continue;
      const quad distance = modulus(roots[i] - roots[j]);
      if (distance > apart && (!nearest || distance < *nearest)) nearest = distance;
    }
  return nearest;
}

}  // namespace

Radius spectral_radius(const Method& method, const Parameters& parameters, const quad& omega_h,
                       const quad& damping_ratio) {
  const auto a = amplification_matrix(method, parameters, omega_h, damping_ratio);
  if (!a.ok()) return {{}, a.failure};
  return {modulus(eigenvalues(a.matrix).front()), {}};
}

StabilityLimit stability_limit(const Method& method, const Parameters& parameters, const quad& damping_ratio,
                               const quad& largest) {
  if (const auto formula = stability_by_formula(method, parameters))
    return {formula->intervals(damping_ratio).limit(), {}};
  const Scan scan(method, parameters, damping_ratio);
  Scan::Point earlier, before;
  for (int k = 0; Scan::grid(k) < largest; k += coarse) {
    auto now = scan.point(k);
    if (const auto unstable = scan.first_unstable(earlier, before, now)) {
      if (!unstable->behaviour.failure.empty())
        return {{}, "at omega h = " + unstable->omega_h.str(6) + ": " + unstable->behaviour.failure};
      if (unstable->index == 0) return {0., {}};
      const quad limit = scan.crossing(Scan::grid(unstable->index - 1), unstable->omega_h);
      return {scan.is_slow_growth(limit) ? 0. : static_cast<double>(limit), {}};
    }
    earlier = std::exchange(before, std::move(now));
  }
  return {};
}

StableIntervals stable_intervals(const Method& method, const Parameters& parameters, std::string& failure,
                                 const quad& damping_ratio, const quad& largest) {
  if (const auto formula = stability_by_formula(method, parameters)) return formula->intervals(damping_ratio);
  const Scan scan(method, parameters, damping_ratio);
  StableIntervals out;
  double from = -1;  // begin of the current interval; −1: none
  Scan::Point earlier, before;
  const auto fail = [&](const Scan::Point& at) {
    failure = "at omega h = " + at.omega_h.str(6) + ": " + at.behaviour.failure;
    return out;
  };
  for (int k = 0; Scan::grid(k) < largest;) {
    const auto now = scan.point(k);
    if (!now.behaviour.failure.empty()) return fail(now);
    const bool was_stable = from >= 0;
    if (before.index < 0 && !now.behaviour.unstable()) from = 0;
    const auto change = before.index < 0 ? std::nullopt
                        : was_stable     ? scan.first_unstable(earlier, before, now)
                                         : scan.first_stable(before, now);
    if (!change) {
      earlier = std::exchange(before, now);
      k += coarse;
      continue;
    }
    if (!change->behaviour.failure.empty()) return fail(*change);
    const quad last = Scan::grid(change->index - 1);
    if (was_stable) {
      const quad to = scan.crossing(last, change->omega_h);
      if (!scan.is_slow_growth(to)) out.add({from, static_cast<double>(to)});
      from = -1;
    } else {
      const quad begin = scan.crossing(change->omega_h, last);
      from = static_cast<double>(begin);
    }
    earlier = {};
    before = *change;
    k = change->index + 1;
  }
  if (from >= 0) out.list.push_back({from, std::numeric_limits<double>::infinity()});
  return out;
}

Radius rho_infinity(const Method& method, const Parameters& parameters) {
  if (const auto formula = stability_by_formula(method, parameters))
    return {formula->rho_infinity, formula->rho_infinity ? "" : "the coefficients have too few digits to decide"};
  std::vector<quad> rho;
  const auto& known = resolution(method);
  for (quad omega_h = known.first; omega_h < known.last; omega_h *= 10) {
    const auto radius = spectral_radius(method, parameters, omega_h);
    if (!radius.value) return radius;
    rho.push_back(*radius.value);
  }
  if (rho.back() > 1e3) return {std::numeric_limits<quad>::infinity(), {}};
  return {std::max(quad(0), extrapolated(rho)), {}};
}

std::optional<bool> zero_stable(const Method& method, const Parameters& parameters) {
  if (const auto formula = stability_by_formula(method, parameters)) return formula->zero_stable;
  std::array<std::optional<quad>, 2> nearest;
  const auto& known = resolution(method);
  const auto& omegas = known.zero_omega;
  for (std::size_t k = 0; k < 2; ++k) {
    const auto a = amplification_matrix(method, parameters, omegas[k]);
    if (!a.ok()) return {};
    const auto roots = eigenvalues(a.matrix);
    if (modulus(roots.front()) > 1 + quad(1e-7)) return false;
    nearest[k] = nearest_pair(roots, sqrt(omegas[k]) / 100);
  }
  // With Ω, a semi-simple multiple root splits by O(Ω), a defective root by O(√Ω); simple roots do not split.
  const quad as_defective = quad(3) / 10 * sqrt(omegas[0] / omegas[1]);
  if (nearest[0] && nearest[1] && *nearest[0] < quad(1e-3) && *nearest[0] > as_defective * *nearest[1]) return false;
  // Roots that are defective at every Ω, such as −1 of lms3 at rho = 1, do not split, but their powers grow.
  return !Scan(method, parameters, 0).at(quad(1) / 10).defective;
}

std::optional<bool> a_stable(const Method& method, const Parameters& parameters, const StabilityLimit* undamped) {
  if (const auto formula = stability_by_formula(method, parameters)) return formula->a_stable;
  const auto infinity = rho_infinity(method, parameters);
  const auto zero = zero_stable(method, parameters);
  if (!infinity.value || !zero) return {};
  if (*infinity.value > 1 + resolution(method).infinity || !*zero) return false;
  constexpr std::array ratios = {"0", "1/100", "1/10", "1/2", "1", "2"};
  int rays = 0;
  for (const char* ratio : ratios) {
    const bool is_known = rays == 0 && undamped;
    report_progress("A-stability of", rays++, ratios.size(), "rays");
    const auto found = is_known ? *undamped : stability_limit(method, parameters, number_from_text<quad>(ratio));
    if (found.limit) return false;
    if (!found.failure.empty()) return {};
  }
  return true;
}

}  // namespace plumb
