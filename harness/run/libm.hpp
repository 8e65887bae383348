#pragma once
// Results contain the variant of the mathematical functions. libm selects a variant by the processor, and their last
// bits differ.

#include <string>

namespace plumb {

/// Returns a text like "glibc 2.36, fma, 5c0e21ab9d04f7e3": the library, the instructions that it may use, and a hash
/// of the bits of its sines, cosines, exponentials, ... at fixed arguments. Two machines with the same hash give the
/// same bits.
const std::string& libm_variant();

}  // namespace plumb
