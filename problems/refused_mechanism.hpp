#pragma once

#include <stdexcept>

#include "text/exit_codes.hpp"

namespace plumb {

/// The exception by which the functions of a Problem report a mistake in its file.
struct RefusedMechanism : std::invalid_argument {
  explicit RefusedMechanism(const UsageError& of) : std::invalid_argument(of.what()), refusal(of) {}
  UsageError refusal;
};

}  // namespace plumb
