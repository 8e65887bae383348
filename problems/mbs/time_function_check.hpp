#pragma once
// The conditions on functions of time in a description of a mechanism.

#include "problems/mbs/mechanism.hpp"

namespace plumb::mbs {

/// Returns the reason why the segments or the table of a function are not valid; empty if they are.
std::string why_no_pieces(const TimeFunction& f);

/// Returns the reason why no driver can impose the function on a coordinate, or with `on_rate` on a rate; empty if a
/// driver can. A jump of the function or, for a coordinate, of its rate would require an infinite or impulsive force.
/// Jumps below 1e-12 of the largest value at a boundary, or of the largest rate there or over a segment, are attributed
/// to the rounding of the numbers in the file.
std::string why_not_imposed(const TimeFunction& f, bool on_rate = false);

}  // namespace plumb::mbs
