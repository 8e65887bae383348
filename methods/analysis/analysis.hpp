#pragma once
// Everything that `plumb analyze` says about a method. It comes from the method's coefficients where it has any,
// confirmed by its stepper on the points of the curve; otherwise it comes from its stepper.

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
  Digits digits = {};                      // how exact the digits of the coefficients are
  std::vector<std::string> embedded = {};  // other weights of the same stages, for an estimate of the error
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
  std::optional<Bound> error_constant = {};  // of e^z − ζ(z), by coefficients; null where it is not
  PhaseOrders phase = {};                    // null: no such error was found, or no coefficients
  std::optional<OrderReport> embedded = {};  // of the other weights; null: there are none
  std::optional<double> rho_infinity = {};   // infinite for explicit methods
  double rho_infinity_within = 0;
  std::optional<Bound> sector = {};               // α of A(α)-stability [degree]; null: none, or no coefficients
  std::optional<StableIntervals> real_axis = {};  // of −z; null: no coefficients
  std::optional<Bound> ssp_coefficient = {};      // null: no coefficients
  std::optional<bool> algebraically_stable = {};  // null: no tableau, or the digits do not tell
  std::optional<bool> zero_stable = {}, a_stable = {}, l_stable = {};
  std::optional<double> stability_limit = {};  // 0: small steps are unstable; null: none was found
  bool limit_known = false;                    // false: nobody looked for it, or the search failed
  std::vector<StableInterval> intervals = {};  // all Ω at which steps are bounded; empty: none, or not known
  double intervals_known_until = std::numeric_limits<double>::infinity();  // beyond it there may be more of them
  double ignored = 0;                    // growth of a step that the digits of the coefficients cannot tell from none
  std::string digits = {};               // what was assumed of the digits, in words; empty: no coefficients
  std::optional<bool> irreducible = {};  // of a multistep formula
  int stages = 1;                        // n: stages_per_step, or as a method in code counts them
  int implicit_stages = 0;               // 0: of an explicit method, or nothing is known
  std::vector<double> dt_nt = {};        // Δt/(nT) of every point of the curve
  std::vector<CurvePoint> curve = {};
  std::optional<double> formula_difference = {};  // of stepper and formula, the largest of the curve, or in its middle,
                                                  // where the memory is long; null: no formula
  std::optional<double> formula_distance = {};    // the same of their roots: by how much their steps differ
  double open = 0;                                // the largest possible error of a coefficient
  std::string reason = {};                        // why something is null, in words; empty if nothing failed
};

/// The part that the tableau and the metadata determine: order, stage order, conditions.
Analysis conditions(const Method& method, const Parameters& parameters, const Digits& digits = {});

Analysis analyze(const Method& method, const Parameters& parameters, const AnalysisOptions& options = {});

}  // namespace plumb
