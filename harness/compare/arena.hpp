#pragma once
// Methods are compared in arenas. An arena is a problem in one formulation over one time span, with a ladder of step
// sizes or tolerances.
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
  std::string label = {};     // short name of the problem in outputs: "stiff oscillator"
  std::string t_end = {};     // end time [s], as text; the time span T is t_end − t_begin
  std::int64_t coarsest = 1;  // number n of steps of rung 0, which has the largest step
  std::string why = {};       // the kind of problem that the arena represents, for readers of the page
  bool ranked = true;         // false: the arena has no goals, so costs are not ranked

  /// Returns a name like "slider-crank index3".
  std::string name() const { return label + " " + formulation; }
};

/// Returns the default arenas: an ordinary differential equation, a stiff one, constraints at position level, rotations
/// without and with constraints. All motions are regular, and their references are closed forms or stored.
std::vector<Arena> default_arenas();
/// Returns the fastest of the default arenas.
std::vector<Arena> quick_arenas();
/// Returns arenas for the selected problems with their default end times: each problem in its first formulation and, if
/// there is another one with constraints at position level, also in the first of these. Throws UsageError.
std::vector<Arena> arenas_of(const std::vector<std::string>& problems);
/// Returns arenas with the same problem in each of its other formulations, with `ranked` false.
std::vector<Arena> other_formulations(const Arena& arena);

/// Returns the name without the folder of a file: "@trbdf2.toml" for "@examples/methods/trbdf2.toml".
std::string short_name(const Spec& spec);

/// Returns whether the method supports the formulation.
bool fits(const Spec& method, const Arena& arena);
/// Returns the cell of a run with `steps` steps over the time span of the arena. Throws UsageError.
ResolvedCell cell_of(const Arena& arena, const Spec& method, std::int64_t steps);
/// Returns the cell of rung k of the ladder (h_k or rtol_k above). Throws UsageError.
ResolvedCell rung_of(const Arena& arena, const Spec& method, int k);
/// Returns the cell of a run with `steps` steps up to `t_end` [s] instead of the end time of the arena. Throws
/// UsageError.
ResolvedCell cell_of(const Arena& arena, const Spec& method, const std::string& t_end, std::int64_t steps);

/// Returns whether the method has fixed steps, so that "h = T/(n 2^k)" applies.
bool has_fixed_step(const Spec& method);

}  // namespace plumb
