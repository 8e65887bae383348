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
#include "methods/coefficients/order_trees.hpp"

namespace plumb {

struct AnalysisOptions {
  std::vector<double> omegas = {0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10};  // Ω = ωh of the curve
  std::vector<double> dt_nt = {};          // further points, given as Δt/(nT): Ω = 2π n Δt/(nT)
  quad damping_ratio = 0;                  // ξ at which the curve and the stability limit are computed
  Digits digits = {};                      // precision of the coefficients' digits
  std::vector<std::string> embedded = {};  // other weights of the same stages, for an error estimate
};

struct Analysis {
  std::string_view method = {};
  std::optional<int> order = {};               // by the tableau's conditions, else as proven for these parameters
  bool is_order_decided = true;                // false: the digits leave a higher order open
  std::optional<ProvenOrder> proven = {};      // null: the order comes from coefficients, or none is proven
  std::optional<int> stage_order = {};         // null: no tableau
  std::optional<OrderReport> conditions = {};  // null: no tableau
  std::optional<double> linear_order = {};     // on the test equation, an upper bound of the order: by the series of
                                               // R(z), or as observed
  std::optional<double> velocity_order = {};
  std::optional<Bound> error_constant = {};  // of e^z − ζ(z), from coefficients; null if unknown
  PhaseOrders phase = {};                    // null: no such error was found, or no coefficients
  std::optional<OrderReport> embedded = {};  // for the embedded weights; null: there are none
  std::optional<double> rho_infinity = {};   // infinite for explicit methods
  double rho_infinity_within = 0;
  std::optional<Bound> sector = {};               // α of A(α)-stability [degree]; null: none, or no coefficients
  std::optional<StableIntervals> real_axis = {};  // of −z; null: no coefficients
  std::optional<Bound> ssp_coefficient = {};      // null: no coefficients
  std::optional<bool> algebraically_stable = {};  // null: no tableau, or the digits leave it open
  std::optional<bool> zero_stable = {}, a_stable = {}, l_stable = {};
  std::optional<double> stability_limit = {};  // 0: small steps are unstable; null: none was found
  bool limit_known = false;                    // false: not computed, or the search failed
  std::vector<StableInterval> intervals = {};  // all Ω at which steps are bounded; empty: none, or unknown
  double intervals_known_until = std::numeric_limits<double>::infinity();  // further intervals may exist beyond it
  double ignored = 0;                    // growth of a step within the uncertainty of the coefficients
  std::string digits = {};               // assumption about the digits, in words; empty: no coefficients
  std::optional<bool> irreducible = {};  // of a multistep formula
  int stages = 1;                        // n: stages_per_step, or as a method in code counts them
  int implicit_stages = 0;               // 0: the method is explicit, or the number is unknown
  std::vector<double> dt_nt = {};        // Δt/(nT) of every point of the curve
  std::vector<CurvePoint> curve = {};
  std::optional<double> formula_difference = {};  // largest difference of stepper and formula on the curve, or in its
                                                  // middle, if the memory is long; null: no formula
  std::optional<double> formula_distance = {};    // the same for their roots: the difference of their steps
  double open = 0;                                // the largest possible error of a coefficient
  std::string reason = {};                        // why a result is null; empty if all succeeded
};

/// Computes the results that follow from the tableau and the metadata: order, stage order, conditions.
Analysis conditions(const Method& method, const Parameters& parameters, const Digits& digits = {});

Analysis analyze(const Method& method, const Parameters& parameters, const AnalysisOptions& options = {});

}  // namespace plumb
