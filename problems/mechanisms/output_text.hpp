#pragma once
// [[output]] of mechanism files.

#include "problems/mechanisms/mechanism_item.hpp"

namespace plumb {

/// Reads an output, with its unit and meaning (a default meaning if the file has none). Throws UsageError.
mbs::OutputOf output_of(const MechanismItem& item);

/// Returns the outputs of a mechanism whose file has no [[output]]: the positions of the centres of mass.
std::vector<mbs::OutputOf> positions_of(const std::vector<mbs::Body>& bodies);

}  // namespace plumb
