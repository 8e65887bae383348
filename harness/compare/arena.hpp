#pragma once
// Where methods are compared: a problem in one formulation, over one horizon, on a ladder of steps.
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
  std::string label = {};     // for people: "stiff oscillator"
  std::string t_end = {};     // T [s]
  std::int64_t coarsest = 1;  // n, the steps of the first rung
  std::string why = {};       // what it stands for
  bool ranked = true;         // false: orders are measured here, and costs are not compared

  /// "slider-crank index3"
  std::string name() const { return label + " " + formulation; }
};

/// The small set for every day: an ordinary differential equation, a stiff one, constraints at position level,
/// rotations without and with constraints. All are regular motions, of which the references are closed forms or stored.
std::vector<Arena> default_arenas();
/// Those of the default ones that take the least time.
std::vector<Arena> quick_arenas();
/// The problems that selectors name, with their own horizons: each in its first formulation, and in the one with
/// constraints at position level if there is one. Throws UsageError.
std::vector<Arena> arenas_of(const std::vector<std::string>& problems);
/// The same problem in all its other formulations, which are not ranked.
std::vector<Arena> other_formulations(const Arena& arena);

/// Whether the formulation is one of those that the method says it is fit for.
bool fits(const Spec& method, const Arena& arena);
/// The run of so many steps of the horizon. Throws UsageError.
ResolvedCell cell_of(const Arena& arena, const Spec& method, std::int64_t steps);
/// Rung k of the ladder. Throws UsageError.
ResolvedCell rung_of(const Arena& arena, const Spec& method, int k);
/// A run over another horizon [s], of that many steps. Throws UsageError.
ResolvedCell cell_of(const Arena& arena, const Spec& method, const std::string& t_end, std::int64_t steps);

/// "h = T/(n 2^k)" has a meaning for it: it takes the steps that it is told.
bool has_fixed_step(const Spec& method);

}  // namespace plumb
