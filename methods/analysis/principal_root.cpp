#include "methods/analysis/principal_root.hpp"

#include <algorithm>
#include <numeric>

namespace plumb {
namespace {

const quad half_turn = std::numbers::pi_v<quad>;
const quad smallest_omega = quad(1) / 1024;
constexpr int longest_stride = 16;

Root take_nearest(std::vector<Root>& roots, const Root& target) {
  const auto nearest = std::ranges::min_element(roots, {}, [&](const Root& z) { return modulus(z - target); });
  const Root found = *nearest;
  roots.erase(nearest);
  return found;
}

quad argument(const Root& z) { return atan2(z.imag(), z.real()); }

CurvePoint curve_point(const PrincipalRoot& p, const quad& damping_ratio) {
  const auto percent = [](const std::optional<quad>& x) {
    return x ? std::optional(static_cast<double>(100 * *x)) : std::nullopt;
  };
  CurvePoint out{.omega_dt = static_cast<double>(p.omega_h),
                 .spectral_radius = static_cast<double>(p.spectral_radius()),
                 .ad_percent = percent(p.amplitude_decay(damping_ratio)),
                 .pe_percent = percent(p.period_elongation()),
                 .phase = static_cast<double>(p.phase),
                 .aliased = p.aliased()};
  for (const auto& z : p.parasitic)
    out.parasitic.emplace_back(static_cast<double>(z.real()), static_cast<double>(z.imag()));
  return out;
}

}  // namespace

RootsAt roots_of_stepper(const Method& method, const Parameters& parameters, const quad& damping_ratio) {
  return [&method, parameters, damping_ratio](const quad& omega_h) {
    const auto a = amplification_matrix(method, parameters, omega_h, damping_ratio);
    return a.ok() ? Roots{eigenvalues(a.matrix), {}} : Roots{{}, a.failure};
  };
}

bool PrincipalRoot::aliased() const { return merged || phase > half_turn; }

quad PrincipalRoot::spectral_radius() const {
  quad radius = std::max(modulus(root), modulus(partner));
  for (const auto& z : parasitic) radius = std::max(radius, modulus(z));
  return radius;
}

std::optional<quad> PrincipalRoot::amplitude_decay(const quad& damping_ratio) const {
  if (merged || modulus(root) == 0) return {};
  const quad decay = -log(modulus(root));
  return quad(decay / sqrt(decay * decay + phase * phase) - damping_ratio);
}

std::optional<quad> PrincipalRoot::period_elongation() const {
  if (merged || modulus(root) == 0) return {};
  const quad decay = -log(modulus(root));
  return quad(omega_h / sqrt(decay * decay + phase * phase) - 1);
}

PrincipalRoot nearest_pair(const PrincipalRoot& known, std::vector<Root> roots) {
  PrincipalRoot out{.omega_h = known.omega_h, .merged = known.merged, .parasitic = std::move(roots)};
  out.root = take_nearest(out.parasitic, known.root);
  out.partner = take_nearest(out.parasitic, known.partner);
  const quad turned = argument(out.root) - known.phase;
  out.phase = known.phase + turned - 2 * half_turn * round(turned / (2 * half_turn));
  return out;
}

PrincipalBranch::PrincipalBranch(RootsAt of, const quad& xi) : roots(std::move(of)), damping_ratio(xi) {}

std::optional<PrincipalRoot> PrincipalBranch::at(const quad& omega_h) {
  if (damping_ratio >= 1) {
    reason = "with a damping ratio of 1 or more the motion does not oscillate";
    return {};
  }
  if (now.omega_h == 0 && !advance(std::min(omega_h, smallest_omega))) return {};
  // Steps are so small that the principal root moves less than its distance from any other root. They are longer while
  // no other root is near.
  while (now.omega_h < omega_h) {
    const quad step = std::max(now.omega_h, quad(1)) / 100;
    const auto before = now;
    const auto rate_before = rate;
    const quad next = std::min(omega_h, quad(before.omega_h + stride * step));
    const Root expected_root = expected(next);
    if (!advance(next)) return {};
    if (is_clear(before, expected_root)) {
      stride = std::min(2 * stride, longest_stride);
    } else if (stride > 1) {
      stride = 1;
      now = before;
      rate = rate_before;
    }
  }
  return now;
}

// Returns whether the root is ten times nearer to the predicted root than any other root, and its phase has changed by
// at most 0.5 rad.
bool PrincipalBranch::is_clear(const PrincipalRoot& before, const Root& expected_root) const {
  const quad off = 10 * modulus(now.root - expected_root);
  if (now.merged || abs(now.phase - before.phase) > quad(0.5)) return false;
  if (off >= modulus(now.partner - expected_root)) return false;
  return std::ranges::all_of(now.parasitic, [&](const Root& z) { return off < modulus(z - expected_root); });
}

// Predicts the root along the tangent. Without the prediction, the conjugate root would be mistaken for the root where
// the pair crosses the real axis.
Root PrincipalBranch::expected(const quad& omega_h) const {
  if (now.omega_h == 0) return exact_root(omega_h, damping_ratio);
  return now.root + rate * Root(omega_h - now.omega_h);
}

bool PrincipalBranch::advance(const quad& omega_h) {
  auto found = roots(omega_h);
  reason = found.failure;
  if (!reason.empty()) return false;
  PrincipalRoot next{.omega_h = omega_h, .merged = now.merged, .parasitic = std::move(found.values)};
  next.root = take_nearest(next.parasitic, expected(omega_h));
  const bool real = next.root.imag() == 0;
  next.merged = next.merged || real;
  next.partner = take_nearest(next.parasitic, real ? now.partner : std::conj(next.root));
  const bool first = now.omega_h == 0;
  const quad turned = argument(next.root) - (first ? quad(0) : argument(now.root));
  next.phase = now.phase + turned - 2 * half_turn * round(turned / (2 * half_turn));
  const Root before = first ? Root(1) : now.root;
  rate = (next.root - before) / Root(omega_h - now.omega_h);
  now = std::move(next);
  return true;
}

std::vector<std::optional<PrincipalRoot>> principal_roots(const RootsAt& roots, const std::vector<double>& omegas,
                                                          const quad& damping_ratio, std::string& failure) {
  std::vector<std::size_t> ascending(omegas.size());
  std::iota(ascending.begin(), ascending.end(), std::size_t{0});
  std::ranges::sort(ascending, {}, [&](std::size_t i) { return omegas[i]; });
  std::vector<std::optional<PrincipalRoot>> out(omegas.size());
  PrincipalBranch branch(roots, damping_ratio);
  for (const auto i : ascending) {
    out[i] = branch.at(quad(omegas[i]));
    if (!out[i]) failure = branch.failure();
  }
  return out;
}

std::vector<CurvePoint> curve(const std::vector<std::optional<PrincipalRoot>>& roots, const std::vector<double>& omegas,
                              const quad& damping_ratio) {
  std::vector<CurvePoint> points;
  for (std::size_t i = 0; i < omegas.size(); ++i)
    points.push_back(roots[i] ? curve_point(*roots[i], damping_ratio) : CurvePoint{.omega_dt = omegas[i]});
  return points;
}

std::vector<CurvePoint> curve(const Method& method, const Parameters& parameters, const std::vector<double>& omegas,
                              const quad& damping_ratio, std::string& failure) {
  const auto roots = roots_of_stepper(method, parameters, damping_ratio);
  return curve(principal_roots(roots, omegas, damping_ratio, failure), omegas, damping_ratio);
}

}  // namespace plumb
