#pragma once
// Methods are compared in arenas. An arena is a problem in one formulation, over one time span, on a ladder of steps.
//
//   h_k = T/(n 2^k)          for methods with fixed steps
//   rtol_k = 10^(-k/2)       for methods with step size control; atol = rtol/100, outputs every T/8

#include <cstdint>
#include <string>
#include <vector>

#include "harness/cell/resolved_cell.hpp"
#include "text/selector.hpp"

namespace plumb {

struct Arena {
  Spec problem;
  std::string formulation = {};
  std::string label = {};     // title in outputs: "stiff oscillator"
  std::string t_end = {};     // horizon T [s]
  std::int64_t coarsest = 1;  // number n of steps of the first rung
  std::string why = {};       // class of problems that the arena represents
  bool ranked = true;         // false: only orders are measured, not costs

  /// Returns a name like "slider-crank index3".
  std::string name() const { return label + " " + formulation; }
};

/// Returns the small default set: an ordinary differential equation, a stiff one, constraints at position level,
/// rotations without and with constraints. All motions are regular, and their references are closed forms or stored.
std::vector<Arena> default_arenas();
/// Returns the default arenas that take the least time.
std::vector<Arena> quick_arenas();
/// Returns the selected problems with their own end times: each in its first formulation and, if it exists, in the
/// first formulation with constraints at position level. Throws UsageError.
std::vector<Arena> arenas_of(const std::vector<std::string>& problems);
/// Returns the same problem in all its other formulations, which are not ranked.
std::vector<Arena> other_formulations(const Arena& arena);

/// Returns whether the method supports the formulation.
bool fits(const Spec& method, const Arena& arena);
/// Returns the run that divides the time span into `steps` steps. Throws UsageError.
ResolvedCell cell_of(const Arena& arena, const Spec& method, std::int64_t steps);
/// Returns rung k of the ladder. Throws UsageError.
ResolvedCell rung_of(const Arena& arena, const Spec& method, int k);
/// Returns a run with `steps` steps up to `t_end` [s]. Throws UsageError.
ResolvedCell cell_of(const Arena& arena, const Spec& method, const std::string& t_end, std::int64_t steps);

/// Returns whether the method has fixed steps, so that "h = T/(n 2^k)" applies.
bool has_fixed_step(const Spec& method);

}  // namespace plumb
