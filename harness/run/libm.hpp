#pragma once
// libm selects variants of sin, exp, ... by the processor, and these differ in their last bits. So every result records
// the variant.

#include <string>

namespace plumb {

/// Returns a text like "glibc 2.36, fma, 5c0e21ab9d04f7e3": the library, the instructions that it may use, and a hash
/// of the bits of its sines, cosines, exponentials, ... at fixed arguments. Machines with the same hash compute these
/// functions with the same bits.
const std::string& libm_variant();

}  // namespace plumb
