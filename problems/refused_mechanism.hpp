#pragma once

#include <stdexcept>

#include "text/exit_codes.hpp"

namespace plumb {

/// A mistake in a file, as the functions of a problem report it.
struct RefusedMechanism : std::invalid_argument {
  explicit RefusedMechanism(const UsageError& of) : std::invalid_argument(of.what()), refusal(of) {}
  UsageError refusal;
};

}  // namespace plumb
