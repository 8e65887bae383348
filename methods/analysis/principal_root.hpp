#pragma once
// Principal and parasitic roots of a method on the test equation, and the effect of the principal one on an
// oscillation.
//
// The principal pair z, z̄ is the one that is nearest to exp(−ξΩ ± iΩ√(1−ξ²)) for small Ω, continued from there; all
// other roots are parasitic. The pair means z = exp((−ξ̄ ± i√(1−ξ̄²)) ω̄h):
//
//   ξ̄ ω̄h = −ln|z|,   ω̄_d h = arg z, continued, so that it may pass π,   ω̄h = √(ln²|z| + arg²z)
//
//   amplitude decay    AD = ξ̄ − ξ             the damping ratio that the method adds
//   period elongation  PE = Ω/(ω̄h) − 1        of the undamped periods
//
// Source: zhang2022, eq. (22), there for ξ = 0. Hughes (The Finite Element Method, section 9.3.2) calls amplitude decay
// the loss in a period, about 2π ξ̄, and measures the elongation of the damped period.
//
// Aliasing: beyond arg z = π the samples at t_n are also those of a slower oscillation. Where the pair has met on the
// real axis the samples are not those of an oscillation, and AD and PE are undefined from there on.

#include <functional>
#include <optional>

#include "methods/analysis/amplification.hpp"

namespace plumb {

/// All roots of a step at one Ω, or the reason in words why there are none.
struct Roots {
  std::vector<Root> values = {};
  std::string failure = {};
};
using RootsAt = std::function<Roots(const quad& omega_h)>;

/// The roots are eigenvalues of the amplification matrix. `method` must outlive the function.
RootsAt roots_of_stepper(const Method& method, const Parameters& parameters, const quad& damping_ratio);

struct PrincipalRoot {
  quad omega_h = 0;
  Root root = {}, partner = {};      // conjugates, or two real roots where they have met on the axis
  quad phase = 0;                    // arg z [rad]
  bool met = false;                  // the pair has been on the real axis: which root is which is not known any more
  std::vector<Root> parasitic = {};  // by decreasing modulus

  bool aliased() const;
  quad spectral_radius() const;
  /// These are null where the pair has met, or z = 0.
  std::optional<quad> amplitude_decay(const quad& damping_ratio) const;  // ξ̄ − ξ
  std::optional<quad> period_elongation() const;                         // Ω/(ω̄h) − 1
};

/// Finds the same pair among other roots at the same Ω: the roots nearest to it, with the phase nearest to its own.
PrincipalRoot beside(const PrincipalRoot& known, std::vector<Root> roots);

/// Follows the principal pair from small to large Ω.
class PrincipalBranch {
 public:
  PrincipalBranch(RootsAt roots, const quad& damping_ratio = 0);

  /// The pair at Ω, which must not be less than at the last call; null where the method cannot be linearised or ξ >= 1.
  std::optional<PrincipalRoot> at(const quad& omega_h);
  const std::string& failure() const { return reason; }

 private:
  bool advance(const quad& omega_h);
  bool is_clear(const PrincipalRoot& before, const Root& expected_root) const;
  Root expected(const quad& omega_h) const;

  RootsAt roots;
  quad damping_ratio;
  PrincipalRoot now;
  Root rate = {};  // dz/dΩ, backward difference
  int stride = 1;  // steps at once while it is clear which root is the pair's
  std::string reason;
};

/// The roots at every Ω of `omegas`, in their order; `failure` receives the reason for missing ones, in words.
std::vector<std::optional<PrincipalRoot>> principal_roots(const RootsAt& roots, const std::vector<double>& omegas,
                                                          const quad& damping_ratio, std::string& failure);

struct CurvePoint {
  double omega_dt = 0;
  std::optional<double> spectral_radius = {}, ad_percent = {}, pe_percent = {};  // null: not defined, or not linearised
  std::optional<double> phase = {};                                              // [rad]
  std::optional<bool> aliased = {};
  std::vector<std::complex<double>> parasitic = {};
};

/// The curve at every Ω of `omegas`, in their order, from the stepper or from given roots; `failure` as above.
std::vector<CurvePoint> curve(const Method& method, const Parameters& parameters, const std::vector<double>& omegas,
                              const quad& damping_ratio, std::string& failure);
std::vector<CurvePoint> curve(const std::vector<std::optional<PrincipalRoot>>& roots, const std::vector<double>& omegas,
                              const quad& damping_ratio);

}  // namespace plumb
