#pragma once
// Serialises samples, which a worker process sends to its parent process.

#include <optional>
#include <string>
#include <string_view>

#include "harness/run/run.hpp"

namespace plumb {

/// Convert a sample to bytes and back, bit by bit. unpacked_sample() returns none if the bytes are not a sample.
std::string packed(const Sample<quad>& sample);
std::optional<Sample<quad>> unpacked_sample(std::string_view bytes);

}  // namespace plumb
