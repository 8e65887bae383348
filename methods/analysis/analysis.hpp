#pragma once
// The results of `plumb analyze` for a method. They are computed from the method's coefficients, if it has any, and
// confirmed by its stepper on the points of the curve; otherwise they are computed from its stepper.

#include <limits>
#include <optional>

#include "methods/analysis/contractivity.hpp"
#include "methods/analysis/formula.hpp"
#include "methods/analysis/linear_order.hpp"
#include "methods/analysis/stability.hpp"
#include "methods/analysis/stability_by_formula.hpp"
#include "methods/analysis/structure.hpp"
#include "methods/coefficients/order_trees.hpp"

namespace plumb {

struct AnalysisOptions {
  std::vector<double> omegas = {0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10};  // values of Ω = ωh of the curve
  std::vector<double> dt_nt = {};          // further points of the curve as values of Δt/(nT): Ω = 2π n Δt/(nT)
  quad damping_ratio = 0;                  // damping ratio ξ of the curve and of the stability limit
  Digits digits = {};                      // precision of the coefficients
  std::vector<std::string> embedded = {};  // weights b̂ of an embedded solution for an error estimate
};

struct Analysis {
  std::string_view method = {};
  std::optional<int> order = {};           // order from the tableau's conditions, else as proven for these parameters
  bool is_order_decided = true;            // false: a higher order is possible within the accuracy of the coefficients
  std::optional<ProvenOrder> proven = {};  // proven order; null: computed from coefficients, or none is proven
  std::optional<int> stage_order = {};     // stage order; null: no tableau
  std::optional<OrderReport> conditions = {};  // order conditions; null: no tableau
  std::optional<Structure> structure = {};     // null: no coefficients
  std::optional<double> linear_order = {};     // on the test equation, an upper bound of the order: by the series of
                                               // R(z), or as observed
  std::optional<double> velocity_order = {};   // order of the velocities on the test equation (linear_order.hpp)
  std::optional<Bound> error_constant = {};    // error constant of e^z − ζ(z), from coefficients; null: unknown
  PhaseOrders phase = {};  // orders of dispersion and dissipation; null: no such error, or no coefficients
  std::optional<OrderReport> embedded = {};  // order conditions of the embedded weights; null: no such weights
  std::optional<double> rho_infinity = {};   // spectral radius at infinity; infinite for explicit methods
  double rho_infinity_within = 0;            // uncertainty of rho_infinity
  std::optional<Bound> sector = {};          // angle α of A(α)-stability [degree]; null: none, or no coefficients
  std::optional<StableIntervals> real_axis = {};  // stable intervals of −z; null: no coefficients
  std::optional<Bound> ssp_coefficient = {};      // SSP coefficient; null: no coefficients
  std::optional<bool> algebraically_stable = {};  // null: no tableau, or undecided by the coefficients
  std::optional<bool> zero_stable = {}, a_stable = {}, l_stable = {};
  std::optional<double> stability_limit = {};  // stability limit Ω; 0: small steps are unstable; null: none was found
  bool limit_known = false;                    // false: the limit was not computed, or the search failed
  std::vector<StableInterval> intervals = {};  // all intervals of Ω with bounded steps; empty: none, or unknown
  double intervals_known_until = std::numeric_limits<double>::infinity();  // Ω beyond which further intervals may exist
  double ignored = 0;       // growth of a step within the uncertainty of the coefficients, which is ignored
  std::string digits = {};  // assumption on the accuracy of the coefficients, as text; empty: no coefficients
  std::optional<bool> irreducible = {};  // irreducibility of a multistep formula
  int stages = 1;                        // number of stages n: stages_per_step, or as counted by a method in code
  int implicit_stages = 0;               // number of implicit stages; 0: explicit, or unknown
  std::vector<double> dt_nt = {};        // Δt/(nT) of each point of the curve
  std::vector<CurvePoint> curve = {};
  std::optional<double> formula_difference = {};  // largest difference of stepper and formula on the curve, or in its
                                                  // middle, if the memory is long; null: no formula
  std::optional<double> formula_distance = {};    // largest_distance() of stepper and formula (formula.hpp)
  double open = 0;                                // largest uncertainty of a coefficient
  std::string reason = {};                        // reason why a result is null; empty: all succeeded
};

/// Computes the results that follow from the tableau and the metadata: order, stage order, conditions.
Analysis conditions(const Method& method, const Parameters& parameters, const Digits& digits = {});

Analysis analyze(const Method& method, const Parameters& parameters, const AnalysisOptions& options = {});

}  // namespace plumb
