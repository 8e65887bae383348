#pragma once
// The times at which the equations of a mechanism are not smooth: the boundaries between segments of its functions of
// time, and the points of tables.

#include <vector>

#include "problems/mbs/signal.hpp"
#include "problems/problem.hpp"

namespace plumb::mbs {

/// Returns the breakpoints after the beginning, in ascending order, each with the order of the discontinuous
/// derivative. Functions of drivers act on positions, functions of forces and gravity on accelerations. If value, rate
/// and second derivative agree to 12 digits, the third derivative is taken as discontinuous.
std::vector<Breakpoint> breakpoints_of(const Mechanism& mechanism);

/// The breaks of a function of time, and the order of the derivative of positions that its value determines.
struct TimedBreaks {
  std::vector<Signal<quad>::Break> breaks;
  int order;
};
std::vector<Breakpoint> breakpoints_of(const std::vector<TimedBreaks>& all, const quad& begin);

/// Returns the reason why a table does not define its function from `begin` to `end`: it is shorter than the interval,
/// and does not define values outside. Returns an empty string if it does define the function.
std::string why_outside(const Table& table, const quad& begin, const quad& end);
/// Throws MechanismMistake if a table does not define its function up to the horizon `end`.
void require_tables_cover(const Mechanism& mechanism, const quad& end);

}  // namespace plumb::mbs
