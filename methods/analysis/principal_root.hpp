#pragma once
// Principal and parasitic roots of a method on the test equation, and the effect of the principal root on an
// oscillation.
//
// The principal pair z, z̄ is the pair nearest to exp(−ξΩ ± iΩ√(1−ξ²)) at small Ω, and its continuation to larger Ω;
// all other roots are parasitic. The numerical damping ratio ξ̄ and frequency ω̄ are defined by z = exp((−ξ̄ ±
// i√(1−ξ̄²)) ω̄h):
//
//   ξ̄ ω̄h = −ln|z|,   ω̄_d h = arg z, continued, so that it may pass π,   ω̄h = √(ln²|z| + arg²z)
//
//   amplitude decay    AD = ξ̄ − ξ             the damping ratio that the method adds
//   period elongation  PE = Ω/(ω̄h) − 1        of the undamped periods
//
// Source: zhang2022, eq. (22), there for ξ = 0. In Hughes (The Finite Element Method, section 9.3.2) amplitude decay is
// the loss in a period, about 2π ξ̄, and elongation refers to the damped period.
//
// Aliasing: beyond arg z = π the samples at t_n are also samples of a slower oscillation. After the pair has met on the
// real axis, the samples are not samples of an oscillation, and AD and PE are undefined.

#include <functional>
#include <optional>

#include "methods/analysis/amplification.hpp"

namespace plumb {

/// All roots of a step at one Ω, or the reason why they cannot be computed.
struct Roots {
  std::vector<Root> values = {};
  std::string failure = {};
};
using RootsAt = std::function<Roots(const quad& omega_h)>;

/// Returns the eigenvalues of the amplification matrix. `method` must outlive the function.
RootsAt roots_of_stepper(const Method& method, const Parameters& parameters, const quad& damping_ratio);

struct PrincipalRoot {
  quad omega_h = 0;
  Root root = {}, partner = {};  // complex conjugate roots, or two real roots after they have met on the real axis
  quad phase = 0;                // argument of z [rad]
  bool merged = false;           // whether the pair has been on the real axis, so that its roots are indistinguishable
  std::vector<Root> parasitic = {};  // other roots by decreasing modulus

  bool aliased() const;
  quad spectral_radius() const;
  /// Both functions return null if the pair has met, or if z = 0.
  std::optional<quad> amplitude_decay(const quad& damping_ratio) const;  // algorithmic damping ξ̄ − ξ
  std::optional<quad> period_elongation() const;                         // relative period error Ω/(ω̄h) − 1
};

/// Returns the corresponding pair among other roots at the same Ω: the nearest roots, with the phase nearest to the
/// phase of `known`.
PrincipalRoot nearest_pair(const PrincipalRoot& known, std::vector<Root> roots);

/// Follows the principal pair from small to large Ω.
class PrincipalBranch {
 public:
  PrincipalBranch(RootsAt roots, const quad& damping_ratio = 0);

  /// Returns the pair at Ω; null if the method cannot be linearised or ξ >= 1. Precondition: Ω does not decrease.
  std::optional<PrincipalRoot> at(const quad& omega_h);
  const std::string& failure() const { return reason; }

 private:
  bool advance(const quad& omega_h);
  bool is_clear(const PrincipalRoot& before, const Root& expected_root) const;
  Root expected(const quad& omega_h) const;

  RootsAt roots;
  quad damping_ratio;
  PrincipalRoot now;
  Root rate = {};  // backward difference of dz/dΩ
  int stride = 1;  // number of grid steps taken together, while the identity of the pair is certain
  std::string reason;
};

/// Returns the roots at every Ω of `omegas`, in their order; `failure` receives the reason for missing roots, in words.
std::vector<std::optional<PrincipalRoot>> principal_roots(const RootsAt& roots, const std::vector<double>& omegas,
                                                          const quad& damping_ratio, std::string& failure);

struct CurvePoint {
  double omega_dt = 0;
  std::optional<double> spectral_radius = {}, ad_percent = {}, pe_percent = {};  // null: not defined, or not linearised
  std::optional<double> phase = {};                                              // argument of the principal root [rad]
  std::optional<bool> aliased = {};
  std::vector<std::complex<double>> parasitic = {};
};

/// Returns the curve at every Ω of `omegas`, in their order, from the stepper or from given roots; `failure` receives
/// the reason for missing points.
std::vector<CurvePoint> curve(const Method& method, const Parameters& parameters, const std::vector<double>& omegas,
                              const quad& damping_ratio, std::string& failure);
std::vector<CurvePoint> curve(const std::vector<std::optional<PrincipalRoot>>& roots, const std::vector<double>& omegas,
                              const quad& damping_ratio);

}  // namespace plumb
