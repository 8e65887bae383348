#pragma once
// The times at which the equations of a mechanism are not smooth: the boundaries between segments of its functions of
// time, and the points of tables.

#include <vector>

#include "problems/mbs/signal.hpp"
#include "problems/problem.hpp"

namespace plumb::mbs {

/// Returns the breakpoints after the initial time, in ascending order, each with the order of the lowest discontinuous
/// derivative of the positions. Functions of drivers prescribe positions or velocities; functions of forces and gravity
/// affect accelerations. If a function and two derivatives agree to 12 digits on both sides, the third derivative is
/// assumed discontinuous.
std::vector<Breakpoint> breakpoints_of(const Mechanism& mechanism);

/// The breaks of a function of time, and the order of the derivative of positions that the function determines: 0 for
/// positions, 1 for velocities, 2 for accelerations.
struct TimedBreaks {
  std::vector<Signal<quad>::Break> breaks;
  int order;
};
std::vector<Breakpoint> breakpoints_of(const std::vector<TimedBreaks>& all, const quad& begin);

/// Returns an error text if the table does not cover the interval from `begin` to `end`, and the file does not state
/// how to continue it (TableOutside::unstated); empty otherwise.
std::string why_outside(const Table& table, const quad& begin, const quad& end);
/// Throws MechanismMistake if a table does not cover the times up to the horizon `end` in this sense.
void require_tables_cover(const Mechanism& mechanism, const quad& end);

}  // namespace plumb::mbs
