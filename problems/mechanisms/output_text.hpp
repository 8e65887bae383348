#pragma once
// [[output]] of mechanism files.

#include "problems/mechanisms/mechanism_item.hpp"

namespace plumb {

/// An output with its unit and, if the file has none, a meaning; throws UsageError.
mbs::OutputOf output_of(const MechanismItem& item);

/// The outputs of a mechanism without any [[output]]: the positions of the centres of mass.
std::vector<mbs::OutputOf> positions_of(const std::vector<mbs::Body>& bodies);

}  // namespace plumb
