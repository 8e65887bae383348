#include "methods/analysis/principal_root.hpp"

#include <algorithm>
#include <boost/math/constants/constants.hpp>
#include <numeric>

namespace plumb {
namespace {

const quad pi = boost::math::constants::pi<quad>();
const quad smallest_omega = quad(1) / 1024;

Root take_nearest(std::vector<Root>& roots, const Root& target) {
  const auto nearest = std::ranges::min_element(roots, {}, [&](const Root& z) { return modulus(z - target); });
  const Root found = *nearest;
  roots.erase(nearest);
  return found;
}

quad argument(const Root& z) { return atan2(z.imag(), z.real()); }

CurvePoint curve_point(const PrincipalRoot& p, const quad& damping_ratio) {
  CurvePoint out{.omega_dt = static_cast<double>(p.omega_h)};
  const quad principal = std::max(modulus(p.root), modulus(p.partner));
  quad radius = principal;
  for (const auto& z : p.parasitic) {
    radius = std::max(radius, modulus(z));
    out.parasitic.emplace_back(static_cast<double>(z.real()), static_cast<double>(z.imag()));
  }
  out.spectral_radius = static_cast<double>(radius);
  out.principal_modulus = static_cast<double>(principal);
  out.phase = static_cast<double>(p.phase);
  if (p.phase > 0) {
    const quad kept = pow(principal * exp(damping_ratio * p.omega_h), 2 * pi / p.phase);
    const quad exact_phase = p.omega_h * sqrt(1 - damping_ratio * damping_ratio);
    out.ad_percent = static_cast<double>(100 * (1 - kept));
    out.pe_percent = static_cast<double>(100 * (exact_phase / p.phase - 1));
  }
  return out;
}

}  // namespace

PrincipalBranch::PrincipalBranch(const Method& of, const Parameters& p, const quad& xi)
    : method(of), parameters(p), damping_ratio(xi) {}

std::optional<PrincipalRoot> PrincipalBranch::at(const quad& omega_h) {
  if (damping_ratio >= 1) {
    reason = "a damping ratio of 1 or more leaves no oscillation";
    return {};
  }
  if (now.omega_h == 0 && !advance(std::min(omega_h, smallest_omega))) return {};
  // Steps small enough that no other root can come nearer than the root's own motion.
  while (now.omega_h < omega_h) {
    const quad step = std::max(now.omega_h, quad(1)) / 100;
    if (!advance(std::min(omega_h, quad(now.omega_h + step)))) return {};
  }
  return now;
}

bool PrincipalBranch::advance(const quad& omega_h) {
  const auto a = amplification_matrix(method, parameters, omega_h, damping_ratio);
  reason = a.failure;
  if (!a.ok()) return false;
  const bool first = now.omega_h == 0;
  const Root target = first ? exact_root(omega_h, damping_ratio) : now.root;
  const Root conjugate = first ? std::conj(target) : now.partner;
  PrincipalRoot next{.omega_h = omega_h, .parasitic = eigenvalues(a.matrix)};
  next.root = take_nearest(next.parasitic, target);
  next.partner = take_nearest(next.parasitic, next.root.imag() != 0 ? std::conj(next.root) : conjugate);
  const quad turned = argument(next.root) - (first ? quad(0) : argument(now.root));
  next.phase = now.phase + turned - 2 * pi * round(turned / (2 * pi));
  now = std::move(next);
  return true;
}

std::vector<CurvePoint> curve(const Method& method, const Parameters& parameters, const std::vector<double>& omegas,
                              const quad& damping_ratio, std::string& failure) {
  std::vector<std::size_t> ascending(omegas.size());
  std::iota(ascending.begin(), ascending.end(), std::size_t{0});
  std::ranges::sort(ascending, {}, [&](std::size_t i) { return omegas[i]; });
  std::vector<CurvePoint> points(omegas.size());
  PrincipalBranch branch(method, parameters, damping_ratio);
  for (const auto i : ascending) {
    const auto principal = branch.at(quad(omegas[i]));
    points[i] = principal ? curve_point(*principal, damping_ratio) : CurvePoint{.omega_dt = omegas[i]};
    if (!principal) failure = branch.failure();
  }
  return points;
}

}  // namespace plumb
