#pragma once
// Methods are compared in arenas. An arena is a problem in one formulation, over one horizon, on a ladder of steps.
//
//   h_k = T/(n 2^k)          of methods of fixed step
//   rtol_k = 10^(-k/2)       of methods that choose their steps; atol = rtol/100, outputs every T/8

#include <cstdint>
#include <string>
#include <vector>

#include "harness/cell/resolved_cell.hpp"
#include "text/selector.hpp"

namespace plumb {

struct Arena {
  Spec problem;
  std::string formulation = {};
  std::string label = {};     // for readers: "stiff oscillator"
  std::string t_end = {};     // T [s]
  std::int64_t coarsest = 1;  // n, the steps of the first rung
  std::string why = {};       // what the arena is an example of
  bool ranked = true;         // false: orders are measured here, and costs are not compared

  /// Returns a name like "slider-crank index3".
  std::string name() const { return label + " " + formulation; }
};

/// Returns the small set for every day: an ordinary differential equation, a stiff one, constraints at position level,
/// rotations without and with constraints. All motions are regular, and their references are closed forms or stored.
std::vector<Arena> default_arenas();
/// Returns those default arenas that take the least time.
std::vector<Arena> quick_arenas();
/// Returns the problems that selectors name, with their own horizons. Each has its first formulation, and the one with
/// constraints at position level if there is one. Throws UsageError.
std::vector<Arena> arenas_of(const std::vector<std::string>& problems);
/// Returns the same problem in all its other formulations, which are not ranked.
std::vector<Arena> other_formulations(const Arena& arena);

/// Tells whether the formulation is one of those that the method says it is fit for.
bool fits(const Spec& method, const Arena& arena);
/// Returns the run that divides the horizon into so many steps. Throws UsageError.
ResolvedCell cell_of(const Arena& arena, const Spec& method, std::int64_t steps);
/// Returns rung k of the ladder. Throws UsageError.
ResolvedCell rung_of(const Arena& arena, const Spec& method, int k);
/// Returns a run over another horizon [s], with so many steps. Throws UsageError.
ResolvedCell cell_of(const Arena& arena, const Spec& method, const std::string& t_end, std::int64_t steps);

/// Tells whether the method takes the steps that it is told, so that "h = T/(n 2^k)" has a meaning for it.
bool has_fixed_step(const Spec& method);

}  // namespace plumb
