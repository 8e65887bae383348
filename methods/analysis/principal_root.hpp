#pragma once
// Principal and parasitic roots of a method on the test equation, and what the principal one does to an oscillation.
//
// The principal pair is the one that is nearest to exp(−ξΩ ± iΩ√(1−ξ²)) for small Ω, continued from there; all other
// eigenvalues are parasitic. With its modulus ρ_p and its phase Ω̄ (continued, so that it may pass π):
//
//   amplitude decay    AD = 1 − (ρ_p e^{ξΩ})^{2π/Ω̄}     of one numerical period, beyond the physical decay
//   period elongation  PE = Ω√(1−ξ²)/Ω̄ − 1
//
// Source: Hughes, The Finite Element Method, section 9.3.2, there for ξ = 0.

#include <optional>

#include "methods/analysis/amplification.hpp"

namespace plumb {

struct PrincipalRoot {
  quad omega_h = 0;
  Root root = {}, partner = {};      // conjugates, or two real roots once they have met on the axis
  quad phase = 0;                    // Ω̄ [rad]
  std::vector<Root> parasitic = {};  // by decreasing modulus
};

/// Follows the principal pair from small to large Ω.
class PrincipalBranch {
 public:
  PrincipalBranch(const Method& method, const Parameters& parameters, const quad& damping_ratio = 0);

  /// The pair at Ω, which must not be less than at the last call; null where the method cannot be linearised
  /// or ξ >= 1.
  std::optional<PrincipalRoot> at(const quad& omega_h);
  const std::string& failure() const { return reason; }

 private:
  bool advance(const quad& omega_h);

  const Method& method;
  Parameters parameters;
  quad damping_ratio;
  PrincipalRoot now;
  std::string reason;
};

struct CurvePoint {
  double omega_dt = 0;
  std::optional<double> spectral_radius = {}, ad_percent = {}, pe_percent = {};  // null: not defined, or not linearised
  std::optional<double> principal_modulus = {}, phase = {};                      // phase in rad
  std::vector<std::complex<double>> parasitic = {};
};

/// At every Ω of `omegas`, in their order; `failure` receives the reason of what is missing, in words.
std::vector<CurvePoint> curve(const Method& method, const Parameters& parameters, const std::vector<double>& omegas,
                              const quad& damping_ratio, std::string& failure);

}  // namespace plumb
