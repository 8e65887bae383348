#pragma once
// The times at which the equations of a mechanism are not smooth: those between the pieces of its functions of time and
// those of the points of tables.

#include <vector>

#include "problems/mbs/signal.hpp"
#include "problems/problem.hpp"

namespace plumb::mbs {

/// The breakpoints after the beginning, in order. For a driver's function, the derivative that jumps is one of
/// positions; for forces and gravity it is one of accelerations. Where value, rate and second derivative agree to 12
/// digits, the third derivative counts as the one that may jump.
std::vector<Breakpoint> breakpoints_of(const Mechanism& mechanism);

/// The breaks of a function of time, and the order of the derivative of positions on which its value acts.
struct TimedBreaks {
  std::vector<Signal<quad>::Break> breaks;
  int order;
};
std::vector<Breakpoint> breakpoints_of(const std::vector<TimedBreaks>& all, const quad& begin);

/// Says why a table does not tell its function from `begin` to `end`: it is shorter, and does not state what holds
/// outside. It is empty if it does.
std::string why_outside(const Table& table, const quad& begin, const quad& end);
/// Throws MechanismMistake if a table does not tell its function up to the horizon `end`.
void require_tables_cover(const Mechanism& mechanism, const quad& end);

}  // namespace plumb::mbs
