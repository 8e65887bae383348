#pragma once
// The conditions that functions of time in a description of a mechanism have to meet.

#include "problems/mbs/mechanism.hpp"

namespace plumb::mbs {

/// Says why the pieces of a function are not valid: they do not follow each other. It is empty where they do.
std::string why_no_pieces(const TimeFunction& f);

/// Says why no driver can impose the function on a coordinate, or with `on_rate` on a rate: the function jumps or, for
/// a coordinate, its rate jumps, which would take an impulse. It is empty where a driver can. Jumps below 1e-12 of the
/// largest value at a break, or of the largest rate there or over a piece, are taken for rounding in how the function
/// was written.
std::string why_not_imposed(const TimeFunction& f, bool on_rate = false);

}  // namespace plumb::mbs
