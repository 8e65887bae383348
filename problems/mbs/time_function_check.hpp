#pragma once
// What functions of time in a description of a mechanism have to keep.

#include "problems/mbs/mechanism.hpp"

namespace plumb::mbs {

/// Why the pieces of a function are none: they do not follow each other. Empty: they do.
std::string why_no_pieces(const TimeFunction& f);

/// Why no driver can impose the function on a coordinate, or on a rate alone: it jumps, or of a coordinate its rate
/// does, which would take an impulse. Empty: it can.
/// Jumps below 1e-12 of the largest value at a break, or of the largest rate there or over a piece, are taken for
/// roundings of how the function was written.
std::string why_not_imposed(const TimeFunction& f, bool on_rate = false);

}  // namespace plumb::mbs
