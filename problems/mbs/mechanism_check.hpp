#pragma once
// What a description of a mechanism has to keep before it can become equations, whatever its configuration.

#include <stdexcept>
#include <string>

#include "problems/mbs/mechanism.hpp"

namespace plumb::mbs {

/// A mistake in one item of a description; `item` is "body 'crank'", and the message begins with it.
struct MechanismMistake : std::invalid_argument {
  MechanismMistake(std::string of, const std::string& message)
      : std::invalid_argument(of + ": " + message), item(std::move(of)) {}
  std::string item;
};

/// "joint 'pin'".
std::string item(std::string_view what, std::string_view name);

/// Why no body has these entries of J (those of Body); empty: some body has. `may_vanish`: a moment may be 0, as of
/// points and lines, which are parts of bodies.
std::string why_no_inertia(const std::array<ExactNumber, 6>& inertia, bool may_vanish);

/// Throws MechanismMistake: names that occur twice in a list or are not known; masses that are not positive; inertia
/// that no body has (it is not positive definite, or one principal moment exceeds the sum of the others); joints and
/// springs between a body and itself; places that lack a point or an axis; directions of length 0; drivers, friction
/// and outputs of a coordinate that a joint does not have.
void require_sound(const Mechanism& mechanism);

}  // namespace plumb::mbs
